#!/usr/bin/env bash
# Installs and builds what is missing, and nothing else.
#   setup.sh        what it takes to run deskprobe, and the demo's application
#   setup.sh test   also what the tests, the lint and the bench need
# Talks on stderr only, so that the command that follows owns stdout.
set -euo pipefail
cd "$(dirname "$0")/.."
exec 1>&2

run_packages=(
  g++ cmake ninja-build libboost-dev rapidjson-dev
  qtbase5-dev qtdeclarative5-dev qt6-base-dev qt6-declarative-dev
  xvfb openbox dbus at-spi2-core util-linux fonts-dejavu-core
  kcalc
)
test_packages=(
  clang-format imagemagick x11-utils bubblewrap sway
  keepassxc featherpad qterminal designer-qt6
  python3 python3-pyqt5 python3-pyqt6 python3-gi gir1.2-atspi-2.0
  qml-qt6 qml6-module-qtqml qml6-module-qtqml-workerscript qml6-module-qtquick qml6-module-qtquick-controls
  qml6-module-qtquick-layouts qml6-module-qtquick-templates qml6-module-qtquick-window qt6-wayland
  qmlscene qml-module-qtquick2 qml-module-qtquick-controls2 qml-module-qtquick-layouts qml-module-qtquick-window2 qtwayland5
)

wanted=("${run_packages[@]}")
[[ "${1:-}" == test ]] && wanted+=("${test_packages[@]}")

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if ((${#missing[@]})); then
  as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { echo "Missing Debian packages. As root: apt-get install ${missing[*]}"; exit 1; }
    as_root=(sudo)
  fi
  echo "Installing Debian packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

# npm keeps a copy of the lock file it installed from; an older one means a stale node_modules.
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
  npm ci --no-audit --no-fund
fi
npm run --silent build
if [[ "${1:-}" == test ]]; then
  bash scripts/build-fixtures.sh
fi
