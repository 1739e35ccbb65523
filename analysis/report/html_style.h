// Style and script of the page, kept inside it: a report is one file that works without a network.
#pragma once

namespace graphlift::report {

inline constexpr const char* kHtmlStyle = R"css(
:root{--bg:#fff;--fg:#1b1f24;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--error:#c6272f;--warning:#9a6700;--info:#0969da;--good:#1a7f37}
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--line:#30363d;--soft:#161b22;--error:#ff7b72;--warning:#d29922;--info:#58a6ff;--good:#3fb950}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:70rem;margin:0 auto;padding:0 1rem}
h1{margin:1rem 0 0}h2{margin:1.5rem 0 .5rem}h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
.dim{color:var(--dim);font-size:.85rem;overflow-wrap:anywhere;margin:.2rem 0}
.region,.finding{border:1px solid var(--line);border-left:.3rem solid var(--warning);border-radius:.3rem;padding:.6rem .8rem;margin:.6rem 0}
.region.whole-graph{border-left-color:var(--good)}.region.unknown,.finding.info{border-left-color:var(--info)}
.region.error,.finding.error{border-left-color:var(--error)}
summary{cursor:pointer;overflow-wrap:anywhere}
.verdict,.tag{background:var(--soft);border:1px solid var(--line);border-radius:.3rem;padding:0 .35rem}
pre{background:var(--soft);border-radius:.3rem;padding:.5rem;overflow-x:auto;font:.82rem/1.45 ui-monospace,monospace;margin:.4rem 0}
pre i{color:var(--dim);font-style:normal;user-select:none}
pre .at{font-weight:inherit;display:inline-block;min-width:100%;background:color-mix(in srgb,var(--warning) 14%,transparent)}
mark{background:color-mix(in srgb,var(--warning) 40%,transparent);color:inherit;border-radius:.15rem}
code{font:.88em ui-monospace,monospace}
ol{padding-left:1.4rem}
.filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;position:sticky;top:0;background:var(--bg);padding:.5rem 0;border-bottom:1px solid var(--line)}
.filters label{font-size:.8rem;color:var(--dim);display:flex;flex-direction:column}
.filters input,.filters select,button{font:inherit;font-size:.9rem;color:var(--fg);background:var(--soft);border:1px solid var(--line);border-radius:.3rem;padding:.25rem .4rem;max-width:14rem}
.graph{overflow-x:auto}.graph svg{font:12px ui-monospace,monospace}
.graph rect{fill:var(--soft);stroke:var(--line)}.graph rect.bad{stroke:var(--error);stroke-width:2}
.graph text{fill:var(--fg)}.graph path{fill:none;stroke:var(--dim)}
@media(max-width:40rem){.filters{position:static}.filters label,.filters input,.filters select{width:100%;max-width:none}}
)css";

inline constexpr const char* kHtmlScript = R"js(
const ids=['text','rule','severity','certainty','region','status'];
const inputs=ids.map(id=>document.getElementById(id));
const articles=[...document.querySelectorAll('article')];
function apply(){
  const [text,rule,severity,certainty,region,status]=inputs.map(i=>i?i.value.toLowerCase():'');
  let shown=0;
  for(const a of articles){
    const d=a.dataset;
    const ok=(!text||a.textContent.toLowerCase().includes(text))&&(!rule||d.rule.toLowerCase()===rule)&&(!severity||d.severity===severity)
      &&(!certainty||d.certainty===certainty)&&(!region||d.region.includes(' '+region+' '))&&(!status||d.status===status);
    a.hidden=!ok;if(ok)shown++;
  }
  const count=document.getElementById('count');
  if(count)count.textContent=shown+' of '+articles.length+' shown';
}
for(const i of inputs)if(i)i.addEventListener('input',apply);
for(const b of document.querySelectorAll('button[data-region]'))b.addEventListener('click',()=>{
  const r=document.getElementById('region');r.value=b.dataset.region;apply();r.scrollIntoView();
});
apply();
)js";

}  // namespace graphlift::report
