/** Real applications: every visible control is in the snapshot, with its text and the place it has on the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accessible, accessiblesOf, publishAccessibility } from '../harness/accessible.js';
import { cppFixture, qmlFixture } from '../harness/paths.js';
import { edgeDistance, windowRect } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, type Rect, type SnapshotNode } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

/** What a person reads in an application, by role; found in a comparison with its picture. */
type Seen = Record<string, string[]>;

const galleryOfWidgets: Seen = {
  menu: ['File', 'Edit', 'View'],
  'push button': ['Push me', 'New File', 'Open File', 'Close File'],
  'toggle button': ['Save File'],
  'page tab': ['List', 'Table', 'Tree'],
  'list item': ['one', 'two', 'three'],
  'check box': ['Check me', 'Partly'],
  'combo box': ['Banana'],
  grouping: ['Buttons', 'Inputs'],
};

const applications: { name: string; command: string[]; qt: 5 | 6; seen: Seen }[] = [
  {
    name: 'kcalc',
    command: ['kcalc'],
    qt: 5,
    seen: {
      menu: ['File', 'Edit', 'Settings', 'Help'],
      'push button': ['7', '÷', '+/−', 'AC', '='],
      panel: ['0'],
      label: ['NORM'],
    },
  },
  {
    name: 'keepassxc',
    command: ['keepassxc'],
    qt: 5,
    seen: {
      menu: ['Database', 'Entries', 'Groups', 'Tools', 'View', 'Help'],
      'push button': ['Create new database', 'Import from CSV', 'Open Database…', 'Copy Password'],
      'toggle button': ['Password Generator', 'Settings'],
      label: ['Start storing your passwords securely in a KeePassXC database'],
    },
  },
  {
    name: 'featherpad',
    command: ['featherpad', '--standalone'],
    qt: 5,
    seen: {
      menu: ['File', 'Edit', 'Options', 'Search', 'Help'],
      'push button': ['New', 'Open', 'Undo', 'Side-Pane', 'Next (F3)'],
      'toggle button': ['Match Case (F5)'],
      'page tab': ['Untitled'],
    },
  },
  {
    name: 'qterminal',
    command: ['qterminal'],
    qt: 5,
    seen: { menu: ['File', 'Actions', 'Edit', 'View', 'Help'], 'page tab': ['Shell No. 1'] },
  },
  {
    name: 'designer',
    command: ['/usr/lib/qt6/bin/designer'],
    qt: 6,
    seen: {
      menu: ['File', 'Edit', 'Form', 'View', 'Settings', 'Window', 'Help'],
      'push button': ['New', 'Lay Out in a Grid', 'Create', 'Recent'],
      'toggle button': ['Edit Widgets'],
      'page tab': ['Signal/Slot Editor', 'Action Editor', 'Resource Browser'],
      'tree item': ['Layouts', 'Item Views (Model-Based)', '<resource root>', 'Main Window', 'Widgets'],
      'list item': ['Vertical Layout', 'Push Button', 'Dock Widget'],
      'table column header': ['Object', 'Class', 'Property', 'Value'],
      'check box': ['Show this Dialog on Startup'],
      'combo box': ['Default size'],
    },
  },
  { name: 'gallery of Qt 5 widgets', command: cppFixture('gallery', 5), qt: 5, seen: galleryOfWidgets },
  { name: 'gallery of Qt 6 widgets', command: cppFixture('gallery', 6), qt: 6, seen: galleryOfWidgets },
  {
    name: 'gallery of Qt Quick controls',
    command: qmlFixture('Gallery'),
    qt: 6,
    seen: {
      'push button': ['New', 'Open', 'Push me', 'Not now'],
      'check box': ['Check me'],
      text: ['typed'],
      'combo box': ['Banana'],
      label: ['Grüße, 世界'],
    },
  },
];

/** Roles of parts of widgets, of which assistive technology knows all that there are. */
const partRoles = ['menu item', 'page tab', 'list item', 'tree item', 'table cell', 'table column header'];

/** Roles whose accessible name is the very text that they show. */
const textRoles = ['push button', 'check box', 'radio button', 'label', ...partRoles];

function plain(text: string | undefined): string | undefined {
  return text?.replaceAll('&', '').replace(/<[^>]*>/g, '');
}

/** What a person reads of it; of an icon, its tool tip. */
function shown({ text, name, description }: Pick<SnapshotNode, 'text' | 'name' | 'description'>): string {
  return (text || name || description || '').replaceAll('&', '');
}

/** Roles of what a view may cut at its edge, which accessibility tells whole. */
const cutRoles = ['list item', 'tree item', 'table cell', 'table column header'];

/** Within 2 px. Of check boxes and radio buttons accessibility tells only the part that can be clicked. */
function isInPlace(node: SnapshotNode, { role, ...told }: Accessible): boolean {
  const rect = node.global_rect;
  if (cutRoles.includes(role)) return edgeDistance(told, union(rect, told)) <= 2;
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

describe.each(applications)('$name', ({ command, qt, seen }) => {
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

  it('shows what a person reads in it, and finds it', async () => {
    const nodes = await until('all of it', async () => {
      const taken = all(await server.snapshot(sessionId));
      return missingOf(taken).length === 0 && taken;
    }).catch(async () => all(await server.snapshot(sessionId)));
    expect(missingOf(nodes)).toEqual([]);
    for (const [role, texts] of Object.entries(seen)) {
      const { elements } = await server.find(sessionId, `[role="${role}"][visible]`);
      const found = elements.map(shown);
      expect(found, role).toEqual(expect.arrayContaining(texts));
    }
  });

  function missingOf(nodes: SnapshotNode[]): string[] {
    return Object.entries(seen).flatMap(([role, texts]) =>
      texts
        .filter((text) => !nodes.some((node) => node.role === role && shown(node) === text))
        .map((text) => `${role} "${text}"`),
    );
  }

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
