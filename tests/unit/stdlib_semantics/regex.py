import re

t(re.match(r"(\w+)-(\d+)", "abc-12x").groups())
t([re.match("b", "abc"), re.search("b", "abc").span(), re.fullmatch("abc", "abcd"), bool(re.fullmatch("a.c", "abc"))])
t([re.sub(r"\d", "#", "a1b22"), re.sub(r"(a)(b)", r"\2\1", "abab"), re.sub("x*", "-", "abxd"), re.sub("a", lambda m: m.group().upper(), "banana", count=2)])
t([re.split(r"[,;]\s*", "a, b;c"), re.split(r"(-)", "a-b-c"), re.split("x", "axbxc", maxsplit=1), re.split(r"\b", "hi you")])
t([re.findall(r"\d+", "1 22 333"), re.findall(r"(\w)(\d)", "a1 b2"), re.findall("|a", "a"), re.findall(r"(?:ab)+", "ababab ab")])
t([m.group() for m in re.finditer(r"[A-Z]\w*", "Hello World foo")])
m = re.search(r"(?P<key>\w+)=(?P<val>\w+)?", "  key=val ")
t([m.group("key"), m["val"], m.groupdict(), m.start("val"), m.end(), m.lastgroup, m.re.pattern, m.expand(r"\g<val>:\1")])
t([re.match(r"a(b)?(c)?", "ac").groups(), re.match(r"a(b)?", "a").group(1), re.match("(x)?", "").groups(default="d")])
p = re.compile(r"^layers\.(\d+)\.(attn|mlp)\.(.*)$")
t([p.match("layers.12.attn.q_proj.weight").groups(), p.match("layer.1"), p.groups, p.pattern, p.flags])
t([re.sub(r"layers\.(\d+)", r"blocks.\1", "model.layers.3.x"), re.sub(r"\.", "_", "a.b.c"), re.subn("a", "b", "aaa")])
t([re.findall(r"a.*b", "aXbYb"), re.findall(r"a.*?b", "aXbYb"), re.findall(r"a{2,3}", "aaaa aa a"), re.findall(r"a{2}", "aaaaa"), re.findall(r"a{,2}b", "aaab")])
t([re.findall("(?i)ABC", "abc Abc"), re.findall("^x", "x\nx", re.M), re.findall("a.b", "a\nb", re.DOTALL), re.findall("A", "aA", re.IGNORECASE)])
t(re.findall(r"""
    (\d+)   # digits
    \s*     # blanks
    ([a-z]) # a letter
""", "12 a 3b", re.VERBOSE))
t([re.findall(r"(?<=a)b", "ab cb"), re.findall(r"(?<!a)b", "ab cb"), re.findall(r"a(?=b)", "ab ac"), re.findall(r"a(?!b)\w", "ab ac")])
t([bool(re.match(r"(a+)+$", "aaaaaaaaaa")), re.match(r"(['\"])(.*?)\1", "'x' \"y\"").group(2), re.findall(r"(\w)\1", "aabbc")])
t([re.escape("a.b*c"), re.escape("x-y z"), re.findall(r"[\w.-]+@[\w-]+\.com", "me.x@ab-c.com"), re.findall(r"[^\s,]+", "a, b c")])
t([re.findall(r"\bfoo\b", "foo food foo"), re.findall(r"\Boo", "foo"), re.match(r"\Aab\Z", "ab").group(), re.findall(r"\D+", "a1b"), re.findall(r"[]x]+", "]x]")])
t([re.findall(r"\x41|\u0042", "AB"), re.findall(r"\t|\n", "\t\n"), re.match(r"[\d\-a]+", "1-a").group(), re.findall("é+", "caféé")])
t([re.match(r"(?:(a)|b)*", "abab").groups(), re.match(r"(a|ab)(c|bcd)(d*)", "abcd").groups(), re.match(r"(?>a+)b", "aab").group(), re.match(r"a++b", "aab").group()])
t([re.match(r"(a)?(?(1)b|c)", "ab").group(), re.match(r"(a)?(?(1)b|c)", "c").group(), re.match(r"(?i:A)b", "ab").group(), re.match(r"(?i:A)b", "aB")])
t([raises(lambda: re.compile("(")), ][0][0])
t([raises(lambda: re.compile("a**"))[0], raises(lambda: re.compile("[z-a]"))[0], raises(lambda: re.match("a", 3))[0], raises(lambda: re.match("(a)", "a").group(2))])
t([re.match(b"a(.)", b"ab").group(1), re.sub(b"a", b"b", b"aa")])
t([p.search("x layers"), re.compile(p) is p, re.compile("a").search("ba", 1).span(), re.compile("^a").match("ba", 1)])
t([re.findall(r"\w+", "héllo wörld"), re.sub(r"(?P<w>\w+)", r"<\g<w>>", "a b"), re.sub("", "-", "ab"), re.split("", "ab"), re.sub(r"\\", "/", "a\\b")])
version = re.compile(r"""
    v?
    (?:
        (?:(?P<epoch>[0-9]+)!)?
        (?P<release>[0-9]+(?:\.[0-9]+)*)
        (?P<pre>[-_\.]?(?P<pre_l>(a|b|c|rc|alpha|beta|pre|preview))[-_\.]?(?P<pre_n>[0-9]+)?)?
        (?P<post>(?:-(?P<post_n1>[0-9]+))|(?:[-_\.]?(?P<post_l>post|rev|r)[-_\.]?(?P<post_n2>[0-9]+)?))?
        (?P<dev>[-_\.]?(?P<dev_l>dev)[-_\.]?(?P<dev_n>[0-9]+)?)?
    )
    (?:\+(?P<local>[a-z0-9]+(?:[-_\.][a-z0-9]+)*))?
""", re.VERBOSE | re.IGNORECASE)
v = version.fullmatch("2.13.0rc1.dev3+cu121")
t([v.group("release"), v.group("pre_l"), v.group("pre_n"), v.group("dev_n"), v.group("local"), v.group("epoch")])
t(version.fullmatch("not a version"))
t([(re.I | re.M) == 10, re.compile("a", re.I).flags & re.I == 2])
t(re.sub(r"(?<!^)(?=[A-Z])", "_", "CamelCaseName").lower())
t([re.sub("([a-z0-9])([A-Z])", r"\1_\2", "someHTTPName"), re.sub(r"\s+", " ", " a  b\n c ").strip()])
