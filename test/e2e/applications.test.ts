/** Real applications: every visible control is in the snapshot, with its text and the place it has on the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accessible, accessiblesOf, publishAccessibility } from '../harness/accessible.js';
import { cppFixture, qmlFixture } from '../harness/paths.js';
import { edgeDistance, windowRect } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, type Snapshot } from '../harness/snapshot.js';

const applications: { name: string; command: string[]; qt: 5 | 6 }[] = [
  { name: 'kcalc', command: ['kcalc'], qt: 5 },
  { name: 'keepassxc', command: ['keepassxc'], qt: 5 },
  { name: 'featherpad', command: ['featherpad', '--standalone'], qt: 5 },
  { name: 'qterminal', command: ['qterminal'], qt: 5 },
  { name: 'designer', command: ['/usr/lib/qt6/bin/designer'], qt: 6 },
  { name: 'gallery of Qt 5 widgets', command: cppFixture('gallery', 5), qt: 5 },
  { name: 'gallery of Qt 6 widgets', command: cppFixture('gallery', 6), qt: 6 },
  { name: 'gallery of Qt Quick controls', command: qmlFixture('Gallery'), qt: 6 },
];

/** Controls whose accessible name is the very text they show. */
const rolesThatShowTheirName = ['push button', 'check box', 'radio button', 'label'];

function shownControls(accessibles: Accessible[]): Accessible[] {
  return accessibles.filter(({ role, name }) => rolesThatShowTheirName.includes(role) && name !== '');
}

function plain(text: string | undefined): string | undefined {
  return text?.replaceAll('&', '').replace(/<[^>]*>/g, '');
}

/** Is there an element with that text (or name) in that place, within 2 px? */
function isListed(snapshot: Snapshot, control: Accessible): boolean {
  return all(snapshot).some(
    (node) =>
      edgeDistance(node.global_rect, control) <= 2 &&
      [node.text, node.name, node.description].some((text) => plain(text) === plain(control.name)),
  );
}

describe.each(applications)('$name', ({ command, qt }) => {
  let server: Server;
  let sessionId: string;
  let pid: number;

  beforeAll(async () => {
    server = await Server.start();
    ({ session_id: sessionId, pid } = await server.launch(command, { env: publishAccessibility }));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function compare(): Promise<{ controls: Accessible[]; missing: Accessible[] }> {
    const snapshot = await server.snapshot(sessionId);
    const controls = shownControls(await accessiblesOf(pid));
    return { controls, missing: controls.filter((control) => !isListed(snapshot, control)) };
  }

  it.each(['core', 'extended', 'full'])('gives a valid snapshot in detail %s', async (detail) => {
    const { uri } = await server.take(sessionId, { detail });
    const snapshot = await server.read(uri);
    expect(server.readFile(uri)).toEqual(snapshot);
    expect(snapshot.backend).toBe('qt');
    expect(snapshot.truncated).toBe(false);
    expect(all(snapshot).length).toBeGreaterThan(10);
    expect(all(snapshot).every((node) => node.visible)).toBe(true);
    const withProperties = all(snapshot).filter((node) => Object.keys(node.properties).length > 0);
    expect(withProperties.length > 0).toBe(detail !== 'core');
  });

  it('shows its windows where the X server has them', async () => {
    const { windows } = await server.snapshot(sessionId, { detail: 'core' });
    const shown = windows.filter((window) => window.visible && window.title !== '');
    expect(shown.length).toBeGreaterThan(0);
    for (const window of shown) {
      expect(edgeDistance(window.global_rect, await windowRect(pid, window.title))).toBe(0);
      expect(window.coordinate_space).toBe('screen');
    }
  });

  it('lists every control that assistive technology is told of, with its text, within 2 px', async () => {
    let { controls, missing } = await compare();
    // The two looks are not at the same moment: an application that is still arranging itself gets further chances.
    for (let chance = 0; chance < 5 && (missing.length > 0 || controls.length === 0); chance += 1) {
      ({ controls, missing } = await compare());
    }
    expect(missing).toEqual([]);
    expect(controls.length).toBeGreaterThan(0);
  });

  it('says which Qt it runs on', async () => {
    const { processes } = await server.ok<{ processes: { pid: number; qt_version: string; probe: string }[] }>(
      'qt_list_processes',
    );
    const process = processes.find((entry) => entry.pid === pid);
    expect(process?.qt_version.startsWith(`${qt}.`)).toBe(true);
    expect(process?.probe).toBe('listening');
  });
});
