import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cppFixture, inProject, python, qmlFixture, serverMain } from './paths.js';

const commands = ['Xvfb', 'openbox', 'import', 'xwininfo', 'sway', 'swaymsg', 'bwrap', 'setpriv', 'unshare'];
const applications = ['kcalc', 'keepassxc', 'featherpad', 'qterminal'];
const files = [
  serverMain,
  inProject('dist/probe/preload.so'),
  ...cppFixture('bench', 5),
  ...cppFixture('bench', 6),
  python,
  qmlFixture('Gallery')[0] ?? '',
  '/usr/lib/qt6/bin/designer',
];

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** What Python says is missing of the modules that fixtures and witnesses import. */
function missingPythonModules(): string[] {
  const lines = ['import PyQt5.QtWidgets', 'import PyQt6.QtWidgets', 'import gi; gi.require_version("Atspi", "2.0")'];
  return lines.filter((line) => spawnSync(python, ['-c', line], { stdio: 'ignore' }).status !== 0);
}

/** Fails the run before its first test if something that the tests need is missing: a skipped test proves nothing. */
export default function checkPrerequisites(): void {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = [
    ...[...commands, ...applications].filter((name) => !folders.some((folder) => isReadable(join(folder, name)))),
    ...files.filter((file) => !isReadable(file)),
    ...missingPythonModules(),
  ];
  if (missing.length > 0) {
    throw new Error(`The tests need what is not there: ${missing.join(', ')}. \`npm test\` installs and builds it.`);
  }
}
