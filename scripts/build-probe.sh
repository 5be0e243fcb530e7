#!/bin/sh
# Builds the Qt probe for Qt 5 and Qt 6 and installs it to dist/probe. Quick when nothing has changed.
set -eu
cd "$(dirname "$0")/.."
if [ ! -f build/probe/build.ninja ]; then
  cmake -S probe-qt -B build/probe -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PWD/dist/probe" >&2
fi
cmake --build build/probe --target install >&2
