#!/usr/bin/env bash
# Fetches the tree-sitter sources by pinned version and integrity hash into DEST (default build/third_party).
set -euo pipefail
dest=${1:-build/third_party}
mkdir -p "$dest"

fetch() {  # name version sha512-base64
  local name=$1 version=$2 want=$3 out="$dest/$1"
  if [ -f "$out/.ok-$version" ]; then return; fi
  local tmp
  tmp=$(mktemp -d)
  (cd "$tmp" && npm pack --silent "$name@$version" >/dev/null)
  local got
  got=$(openssl dgst -sha512 -binary "$tmp/$name-$version.tgz" | base64 -w0)
  if [ "$got" != "$want" ]; then
    echo "fetch_treesitter: $name@$version has sha512 $got, expected $want" >&2
    rm -rf "$tmp"
    exit 1
  fi
  rm -rf "$out"
  mkdir -p "$out"
  tar -xzf "$tmp/$name-$version.tgz" -C "$out" --strip-components=1
  rm -rf "$tmp"
  touch "$out/.ok-$version"
}

fetch tree-sitter 0.25.0 'PGZZzFW63eElZJDe/b/R/LbsjDDYJa5UEjLZJB59RQsMX+fo0j54fqBPn1MGKav/QNa0JR0zBiVaikYDWCj5KQ=='
fetch tree-sitter-python 0.25.0 'eCmJx6zQa35GxaCtQD+wXHOhYqBxEL+bp71W/s3fcDMu06MrtzkVXR437dRrCrbrDbyLuUDJpAgycs7ncngLXw=='
