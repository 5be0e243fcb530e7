/** Real applications: every visible control is in the snapshot, with its text and the place it has on the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accessible, accessiblesOf, publishAccessibility } from '../harness/accessible.js';
import { cppFixture, qmlFixture } from '../harness/paths.js';
import { edgeDistance, windowRect } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, type Rect, type SnapshotNode } from '../harness/snapshot.js';

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

/** Roles of parts of widgets, of which assistive technology knows all that there are. */
const partRoles = ['menu item', 'page tab', 'list item', 'tree item', 'table cell', 'table column header'];

/** Roles whose accessible name is the very text that they show. */
const textRoles = ['push button', 'check box', 'radio button', 'label', ...partRoles];

function plain(text: string | undefined): string | undefined {
  return text?.replaceAll('&', '').replace(/<[^>]*>/g, '');
}

/** Within 2 px. Of check boxes and radio buttons accessibility tells only the part that can be clicked. */
function isInPlace(node: SnapshotNode, { role, ...told }: Accessible): boolean {
  const rect = node.global_rect;
  if (!['check box', 'radio button'].includes(role)) return edgeDistance(rect, told) <= 2;
  return Math.abs(rect.x - told.x) <= 2 && edgeDistance(rect, union(rect, told)) <= 2;
}

function union(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

function hasText(node: SnapshotNode, { role, name }: Accessible): boolean {
  if (!textRoles.includes(role) || name === '') return true;
  return [node.text, node.name, node.description].some((text) => plain(text) === plain(name));
}

function isShown(nodes: SnapshotNode[], view: Accessible | undefined): boolean {
  return nodes.some((node) => view !== undefined && node.role === view.role && isInPlace(node, view));
}

let server: Server;
beforeAll(async () => {
  server = await Server.start();
  // Applications publish themselves only if the accessibility bus runs when they start, and our first question starts it.
  const first = await server.launch(cppFixture('loops'));
  await accessiblesOf(first.pid);
  process.kill(first.pid, 'SIGKILL');
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(applications)('$name', ({ command, qt }) => {
  let sessionId: string;
  let pid: number;

  beforeAll(async () => {
    ({ session_id: sessionId, pid } = await server.launch(command, { env: publishAccessibility }));
    return () => process.kill(pid, 'SIGKILL');
  });

  async function compare(): Promise<{ told: Accessible[]; missing: Accessible[] }> {
    const nodes = all(await server.snapshot(sessionId));
    const accessibles = await accessiblesOf(pid);
    // A table on a page that is not shown tells its cells all the same.
    const told = accessibles.filter(
      ({ role, within }) => !partRoles.includes(role) || isShown(nodes, accessibles[within]),
    );
    const missing = told.filter((control) => !nodes.some((node) => isInPlace(node, control) && hasText(node, control)));
    return { told, missing };
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
    let { told, missing } = await compare();
    // The two looks are not at the same moment: an application that is still arranging itself gets further chances.
    for (let chance = 0; chance < 5 && (missing.length > 0 || told.length === 0); chance += 1) {
      ({ told, missing } = await compare());
    }
    expect(missing).toEqual([]);
    expect(told.length).toBeGreaterThan(5);
  });

  it('invents no cell, tab or entry', async () => {
    const nodes = all(await server.snapshot(sessionId));
    const told = await accessiblesOf(pid);
    // Qt tells assistive technology nothing of views in the cells of other views.
    const views = nodes.filter((node) => told.some((view) => view.role === node.role && isInPlace(node, view)));
    const parts = views.flatMap(({ children }) => children.filter(({ role }) => partRoles.includes(role)));
    expect(parts.filter((node) => !told.some((one) => isInPlace(node, one) && hasText(node, one)))).toEqual([]);
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
