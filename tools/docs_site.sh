#!/usr/bin/env bash
# Builds the documentation site into build/site: docs/ with the README as its first page.
#   tools/docs_site.sh PYTHON       PYTHON has mkdocs-material (tests/tools_requirements.txt)
set -euo pipefail
python=${1:?usage: tools/docs_site.sh PYTHON}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r docs "$work/docs"
# The README names files of docs/ in code; as a page it links to them.
sed -E 's#`docs/([a-z_/]+\.md)`#[\1](\1)#g; s#`docs/rules`#[rules](rules/README.md)#g' README.md >"$work/docs/index.md"
for page in "$work"/docs/rules/*.md; do
  name=$(basename "$page")
  [ "$name" = README.md ] || echo "      - rules/$name"
done >"$work/rules"
sed -e "s#^docs_dir: .*#docs_dir: $work/docs#" -e "s#^site_dir: .*#site_dir: $PWD/build/site#" -e "/- rules\/README.md/r $work/rules" mkdocs.yml >"$work/mkdocs.yml"
exec "$python" -m mkdocs build --quiet --strict -f "$work/mkdocs.yml"
