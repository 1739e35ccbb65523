// The cheapest cure: an option of torch._dynamo.config, set where the program compiles. Eager execution does not see it.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         return x / x.sum().item()
//
//     g = torch.compile(f)
// After:
//     import torch
//
//     torch._dynamo.config.capture_scalar_outputs = True
//
//     def f(x: torch.Tensor):
//         return x / x.sum().item()
//
//     g = torch.compile(f)
#include <algorithm>
#include <map>

#include "analysis/engine/cells.h"
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::set_capture_flag {
namespace {

const char* flag_of(const report::Finding& finding) {
  static const std::map<std::string, const char*, std::less<>> flags = {{"GB0124", "capture_scalar_outputs"},
                                                                        {"GB0109", "capture_scalar_outputs"},
                                                                        {"GB0033", "capture_scalar_outputs"},
                                                                        {"GB0036", "capture_dynamic_output_shape_ops"},
                                                                        {"GB0014", "allow_rnn"},
                                                                        {"GB9186", "trace_autograd_ops"},
                                                                        {"GB0123", "trace_autograd_ops"}};
  const auto found = flags.find(finding.gb_id);
  return found == flags.end() ? nullptr : found->second;
}

// Where the regions that the finding belongs to are compiled; each file once.
std::vector<std::string> compile_sites(const Site& site) {
  std::vector<std::string> out;
  for (const report::Region& region : site.sources.result().report.regions) {
    if (std::find(site.finding.regions.begin(), site.finding.regions.end(), region.id) == site.finding.regions.end()) continue;
    if (!region.site || region.mode != "torch.compile") return {};
    const std::string file(engine::joined_place(region.site->file, region.site->line, *site.sources.result().files).first);
    if (std::find(out.begin(), out.end(), file) == out.end()) out.push_back(file);
  }
  return out;
}

// Behind the imports at the head of the module, and behind options that are set there already.
struct Head {
  uint32_t at = 0;
  bool follows_option = false;
};

Head head_of(const SourceView& view, const std::string& torch) {
  Head out;
  for (const NodeId statement : view.kids(view.ast().root)) {
    const NodeKind kind = view.kind(statement);
    const bool option = kind == NodeKind::Assign && view.text(view.kid(statement, 1)).starts_with(torch + "._dynamo.config.");
    const bool import = kind == NodeKind::Import || kind == NodeKind::ImportFrom;
    if (!import && !option && kind != NodeKind::ExprStmt && out.at > 0) break;
    if (!import && !option) continue;
    out = {view.line_end(view.span(statement).end - 1), option};
  }
  return out;
}

uint32_t option_line(const SourceView& view, const std::string& torch, const std::string& flag) {
  const size_t at = view.ast().source.find(torch + "._dynamo.config." + flag);
  return at == std::string::npos ? 0 : syntax::position_of(view.ast(), uint32_t(at)).line;
}

}  // namespace

bool prepare(const Site& site) { return flag_of(site.finding) != nullptr && !compile_sites(site).empty(); }

Attempt apply(const Site& site) {
  const std::string flag = flag_of(site.finding);
  Fix fix;
  for (const std::string& file : compile_sites(site)) {
    const SourceView* view = site.sources.view(file);
    if (!view) return Refusal{"the file that compiles the region belongs to an installed package", file, 0};
    const std::string torch = view->alias_of("torch");
    if (torch.empty()) return Refusal{"the file that compiles the region does not import torch at module level", file, 0};
    const std::string line = torch + "._dynamo.config." + flag + " = True\n";
    if (view->ast().source.find(torch + "._dynamo.config." + flag) != std::string::npos)
      return Refusal{"`" + flag + "` is set already", file, option_line(*view, torch, flag)};
    const Head head = head_of(*view, torch);
    const bool blank = head.at < view->ast().source.size() && view->ast().source[head.at] == '\n';
    fix.edits.push_back({file, head.at, head.at, (head.follows_option ? "" : "\n") + line + (head.follows_option || blank ? "" : "\n")});
  }
  fix.safety = report::Safety::Safe;
  fix.title = "Set torch._dynamo.config." + flag;
  fix.preconditions = {"the option changes compilation only", "every region that the finding belongs to is compiled by the edited files"};
  fix.cost = "later branches on the captured value still break; the option holds for all of the process";
  return fix;
}

}  // namespace graphlift::refactor::set_capture_flag
