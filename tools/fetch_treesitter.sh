#!/usr/bin/env bash
# Fetches the tree-sitter sources by pinned version and integrity hash into DEST (default build/third_party).
set -euo pipefail
dest=${1:-build/third_party}
mkdir -p "$dest"
work=
trap 'rm -rf "$work"' EXIT

fail() {
  echo "fetch_treesitter: $*" >&2
  exit 1
}

fetch() {  # name version sha512-base64 [command run in the fetched folder]
  local name=$1 version=$2 want=$3 fix=${4:-} out="$dest/$1" stamp
  stamp="$out/.ok-$version-$(printf '%s' "$fix" | cksum | cut -d' ' -f1)"
  if [ -f "$stamp" ]; then return; fi
  command -v npm >/dev/null || fail "npm is needed to fetch $name@$version"
  command -v openssl >/dev/null || fail "openssl is needed to check $name@$version"
  work=$(mktemp -d)
  (cd "$work" && npm pack --silent "$name@$version" >/dev/null) || fail "'npm pack $name@$version' failed: is the network there?"
  local got
  got=$(openssl dgst -sha512 -binary "$work/$name-$version.tgz" | base64 -w0)
  [ "$got" = "$want" ] || fail "$name@$version has sha512 $got, expected $want"
  rm -rf "$out"
  mkdir -p "$out"
  tar -xzf "$work/$name-$version.tgz" -C "$out" --strip-components=1
  rm -rf "$work"
  if [ -n "$fix" ]; then (cd "$out" && eval "$fix") || fail "the correction of $name@$version does not apply"; fi
  touch "$stamp"
}

# The scanner saves two bytes for each indentation and may write one byte past its buffer.
bound='size < TREE_SITTER_SERIALIZATION_BUFFER_SIZE'
keep_in_buffer="grep -q '$bound' src/scanner.c && sed -i 's/$bound/size + 1 < TREE_SITTER_SERIALIZATION_BUFFER_SIZE/' src/scanner.c"

fetch tree-sitter 0.25.0 'PGZZzFW63eElZJDe/b/R/LbsjDDYJa5UEjLZJB59RQsMX+fo0j54fqBPn1MGKav/QNa0JR0zBiVaikYDWCj5KQ=='
fetch tree-sitter-python 0.25.0 'eCmJx6zQa35GxaCtQD+wXHOhYqBxEL+bp71W/s3fcDMu06MrtzkVXR437dRrCrbrDbyLuUDJpAgycs7ncngLXw==' "$keep_in_buffer"
