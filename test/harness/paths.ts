import { fileURLToPath } from 'node:url';

/** Absolute path of a file of the project. */
export function inProject(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The built server. */
export const serverMain = inProject('dist/server/main.js');

/** Debian's Python: the one that has PyQt. */
export const python = '/usr/bin/python3';

/** Command line of a C++ fixture, built for a major version of Qt. */
export function cppFixture(name: string, major: 5 | 6 = 6, ...args: string[]): string[] {
  return [inProject(`build/fixtures/qt${major}/${name}`), ...args];
}

/** Command line of a Python fixture. */
export function pythonFixture(name: string, binding: 'PyQt5' | 'PyQt6' = 'PyQt6', ...args: string[]): string[] {
  // -B: no compiled files in the tree.
  return [python, '-B', inProject(`test/fixtures/python/${name}.py`), binding, ...args];
}

/** Command line that shows a QML fixture in Qt 6's own viewer. */
export function qmlFixture(name: string): string[] {
  return ['/usr/lib/qt6/bin/qml', inProject(`test/fixtures/qml/${name}.qml`)];
}

/** Command line that shows a QML fixture and lets the control channel run JavaScript in it, for a major version of Qt. */
export function quickFixture(name: string, major: 5 | 6 = 6, ...args: string[]): string[] {
  return cppFixture('quick', major, inProject(`test/fixtures/qml/${name}.qml`), ...args);
}
