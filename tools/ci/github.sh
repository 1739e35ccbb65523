#!/usr/bin/env bash
# The step of action.yml: one analysis; the log, annotations, a step summary and SARIF from it. Everything comes in by the environment, so
# that nothing which a pull request names is taken for code.
set -euo pipefail
arguments=("${COMMAND:-gate}")
case ${arguments[0]} in
  gate)
    if [ -z "${BASE:-}" ] || [[ $BASE =~ ^0+$ ]]; then
      echo "graphlift: nothing to compare with: this is no pull request; set the input \`base\`, or use \`command: check\`" >&2
      exit 2
    fi
    arguments+=(--base "$BASE")
    ;;
  check) ;;
  *)
    echo "graphlift: the input \`command\` is gate or check, not ${arguments[0]}" >&2
    exit 2
    ;;
esac
arguments+=(--python "${READ_FROM:-python3}" -o full -o github)
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || arguments+=(-o "markdown:$GITHUB_STEP_SUMMARY")
[ -z "${SARIF:-}" ] || arguments+=(-o "sarif:$SARIF")
if [ -n "${ARGUMENTS:-}" ]; then
  read -r -a further <<<"$ARGUMENTS"
  arguments+=("${further[@]}")
fi
while IFS= read -r path; do
  [ -z "$path" ] || arguments+=("$path")
done <<<"${PATHS:-.}"
[ -z "${SARIF:-}" ] || echo "sarif=$SARIF" >>"${GITHUB_OUTPUT:-/dev/null}"
exec "${GRAPHLIFT:-graphlift}" "${arguments[@]}"
