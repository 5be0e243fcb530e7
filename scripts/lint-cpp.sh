#!/bin/sh
# Checks the format of all C and C++ sources; with --fix it formats them in place.
set -eu
cd "$(dirname "$0")/.."
case "${1-}" in
--fix) set -- -i ;;
'') set -- --dry-run --Werror ;;
*) echo "usage: $0 [--fix]" >&2; exit 2 ;;
esac
find probe-qt/src test/fixtures \( -name '*.c' -o -name '*.cpp' -o -name '*.h' \) ! -name '*.gen.h' -print0 |
  xargs -0r clang-format "$@"
