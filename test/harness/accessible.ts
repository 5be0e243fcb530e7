/** What an application tells assistive technology of itself: a second opinion on what is on the screen. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inProject, python } from './paths.js';
import { environmentOf } from './processes.js';
import type { Rect } from './snapshot.js';

const run = promisify(execFile);

/** Makes a Qt application publish itself without waiting for a screen reader. */
export const publishAccessibility = { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };

export interface Accessible extends Rect {
  role: string;
  name: string;
  /** Place of its parent in the list, or -1. */
  within: number;
}

/** Every showing element of an application that was launched with `publishAccessibility`; rects in screen pixels. */
export async function accessiblesOf(pid: number): Promise<Accessible[]> {
  const { DBUS_SESSION_BUS_ADDRESS = '', XDG_RUNTIME_DIR = '', DISPLAY = '', XAUTHORITY = '' } = environmentOf(pid);
  const { stdout } = await run(python, [inProject('test/harness/accessible.py'), String(pid)], {
    env: { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, DISPLAY, XAUTHORITY },
    timeout: 30_000,
  });
  return JSON.parse(stdout);
}
