#!/usr/bin/env bash
# Writes docs/rules/NAME.md for every rule, and docs/rules/README.md, from the rule table inside the given graphlift binary.
#   docs/generate_rules.sh build/dev/graphlift
set -euo pipefail
graphlift=$(realpath "${1:?usage: docs/generate_rules.sh GRAPHLIFT}")
cd "$(dirname "$0")/rules"
rm -f -- *.md
{
  printf '# Rules\n\n| code | name | what it tells |\n|---|---|---|\n'
  "$graphlift" rules | while read -r code name summary; do
    printf '| %s | [%s](%s.md) | %s |\n' "$code" "$name" "$name" "$summary"
    "$graphlift" explain "$name" >"$name.md"
  done
} >README.md
