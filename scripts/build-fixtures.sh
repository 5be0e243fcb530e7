#!/usr/bin/env bash
# Builds the C++ test applications for Qt 5 and Qt 6 into build/fixtures/qt5 and build/fixtures/qt6.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build/fixtures
for major in 5 6; do
  build="build/fixtures/qt$major"
  cmake -S test/fixtures -B "$build" -G Ninja -DQT_MAJOR="$major" >"$build.log" 2>&1 || {
    cat "$build.log" >&2
    exit 1
  }
  cmake --build "$build"
done
