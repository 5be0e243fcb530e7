/** Tabs, entries of menus and bars, lists of combo boxes: elements where the widget itself has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, type Rect, type Snapshot, type SnapshotNode } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

type Place = Rect & { text: string };

const entryRoles = ['menu', 'menu item', 'check menu item', 'radio menu item'];

function placesOf(nodes: SnapshotNode[]): unknown[] {
  return nodes.map(({ text = '', rect }) => ({ text: text.replace(/&(.)/g, '$1'), ...rect }));
}

describe.each([5, 6] as const)('bars of Qt %i', (major) => {
  let bars: Fixture;
  beforeAll(async () => {
    bars = await Fixture.launch(server, cppFixture('bars', major));
  });
  afterAll(() => bars[Symbol.asyncDispose]());

  async function own(question: string): Promise<Place[]> {
    return JSON.parse(await bars.ask(question));
  }

  /** Opens something and gives a snapshot with it; closes it again afterwards. */
  async function opened<T>(command: string, text: string, work: (snapshot: Snapshot) => Promise<T> | T): Promise<T> {
    await bars.ask(command);
    const shows = (snapshot: Snapshot): boolean => all(snapshot).some((node) => node.text?.replace('&', '') === text);
    const snapshot = await until(`${text} after ${command}`, async () => {
      const taken = await server.snapshot(bars.id);
      return shows(taken) && taken;
    });
    const result = await work(snapshot);
    await bars.ask('close');
    await until(`no ${text}`, async () => !shows(await server.snapshot(bars.id)));
    return result;
  }

  it.each(['tabs', 'sheets'])('%s are where the bar has them', async (name) => {
    const tabs = all([named(await server.snapshot(bars.id), name)]).filter(({ role }) => role === 'page tab');
    expect(placesOf(tabs)).toEqual(await own(`tabs ${name}`));
  });

  it('a tab that is turned to is selected, and its page is shown', async () => {
    const [general, advanced] = [{ text: 'General' }, { text: 'Advanced' }];
    const before = await server.findOnly(bars.id, advanced);
    expect(before).toMatchObject({ role: 'page tab', states: expect.not.arrayContaining(['selected']) });
    await bars.ask('tab tabs 1');
    expect((await server.findOnly(bars.id, general)).states).not.toContain('selected');
    const after = await server.findOnly(bars.id, advanced);
    expect(after.states).toContain('selected');
    expect(after.element_id).toBe(before.element_id);
    expect((await server.find(bars.id, { text: 'Page of Advanced' })).count).toBe(1);
    expect((await server.find(bars.id, { text: 'Page of General' })).count).toBe(0);
    await bars.ask('tab tabs 0');
  });

  it('the entries of the menu bar are where the bar has them', async () => {
    const entries = all(await server.snapshot(bars.id)).filter(({ role }) => role === 'menu');
    expect(placesOf(entries)).toEqual(await own('entries bar'));
  });

  it('the entries of an open menu are where the menu has them, with what they are and do', async () => {
    await opened('menu File', 'Quit', async (snapshot) => {
      const entries = all(snapshot).filter(
        ({ role, windowTitle, objID, topLevelId }) =>
          entryRoles.includes(role) && windowTitle !== 'Bars' && objID !== topLevelId,
      );
      expect(placesOf(entries)).toEqual(await own('entries File'));
      const entry = (text: string): SnapshotNode | undefined =>
        entries.find((node) => node.text?.replace('&', '') === text);
      expect(entry('New')).toMatchObject({ role: 'menu item', shortcut: 'Ctrl+N', actions: ['press'], enabled: true });
      expect(entry('Recent')).toMatchObject({ role: 'menu', states: expect.arrayContaining(['has-popup']) });
      expect(entry('Print')).toMatchObject({ enabled: false });
      expect(all(snapshot).some(({ role }) => role === 'separator')).toBe(true);
      expect(entry('Secret')).toBeUndefined();
    });
    await opened('menu View', 'Medium', (snapshot) => {
      const states = Object.fromEntries(
        all(snapshot)
          .filter(({ role }) => role === 'check menu item' || role === 'radio menu item')
          .map(({ text = '', role, states }) => [text.replace('&', ''), [role, states.includes('checked')]]),
      );
      expect(states).toEqual({
        'Status bar': ['check menu item', true],
        'Full screen': ['check menu item', false],
        Small: ['radio menu item', false],
        Medium: ['radio menu item', true],
        Large: ['radio menu item', false],
      });
    });
  });

  it('the list of a combo box is there while it is open, and its entries are found when it is closed', async () => {
    await opened('box plain', 'Cherry', (snapshot) => {
      const entries = all(snapshot).filter(({ role }) => role === 'list item');
      expect(entries.map(({ text }) => text)).toEqual(['Apple', 'Banana', 'Cherry']);
      expect(entries[1]?.states).toContain('selected');
    });
    const closed = await server.snapshot(bars.id);
    expect(named(closed, 'plain')).toMatchObject({ role: 'combo box', text: 'Banana', rows: 3 });
    expect(named(closed, 'editable')).toMatchObject({ role: 'combo box', text: 'Mauve' });
    const { elements } = await server.find(bars.id, { selector: '#plain >> text="Cherry"', include_hidden: true });
    expect(elements.map(({ text }) => text)).toContain('Cherry');
  });

  it('tool buttons, docks and inner windows are elements with their titles', async () => {
    const snapshot = await server.snapshot(bars.id);
    const tools = all([named(snapshot, 'tools')]).map(({ text }) => text?.replace('&', ''));
    expect(tools).toEqual(expect.arrayContaining(['New', 'Open', 'More']));
    expect(named(snapshot, 'more').states).toContain('has-popup');
    const texts = all(snapshot).map(({ text, name }) => text ?? name);
    expect(texts).toEqual(expect.arrayContaining(['Notes', 'Document 1', 'Document 2']));
  });

  it('actions are read and triggered through their entries', async () => {
    await opened('menu File', 'Quit', async () => {
      const { element_id } = await server.findOnly(bars.id, { role: 'menu item', text_contains: 'New' });
      const { properties } = await server.ok<{ properties: Record<string, { value: unknown }> }>('qt_get_property', {
        session_id: bars.id,
        element_id,
        names: ['text', 'enabled'],
      });
      expect(properties).toMatchObject({ text: { value: '&New' }, enabled: { value: true } });
      await server.ok('qt_call_method', { session_id: bars.id, element_id, method: 'trigger' });
      expect(JSON.parse(await bars.ask('state')).triggered).toEqual(['&New']);
    });
  });
});
