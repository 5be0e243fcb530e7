/** What a node says: tiers, hidden elements, limits, values by name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, type SnapshotNode, showing } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each([5, 6] as const)('widgets of Qt %i', (major) => {
  let gallery: Fixture;
  beforeAll(async () => {
    gallery = await Fixture.launch(server, cppFixture('gallery', major));
  });
  afterAll(() => gallery[Symbol.asyncDispose]());

  it('agrees with the application’s own view of texts and places', async () => {
    const snapshot = await server.snapshot(gallery.id, { detail: 'core' });
    const own: { name: string; text: string; x: number; y: number; width: number; height: number }[] = JSON.parse(
      await gallery.ask('state'),
    );
    expect(own.length).toBeGreaterThan(15);
    for (const { name, text, ...rect } of own) {
      const node = named(snapshot, name);
      expect(node.global_rect, name).toEqual(rect);
      if (text !== '') expect(node.text, name).toBe(text);
    }
  });

  it('gives rects about the window, not about the parent', async () => {
    const snapshot = await server.snapshot(gallery.id, { detail: 'core' });
    const origin = named(snapshot, 'main').global_rect;
    for (const node of all(snapshot).filter((candidate) => candidate.windowTitle === 'Gallery')) {
      expect({ x: node.rect.x + origin.x, y: node.rect.y + origin.y }).toEqual({
        x: node.global_rect.x,
        y: node.global_rect.y,
      });
    }
  });

  it('never takes a name for a text', async () => {
    const snapshot = await server.snapshot(gallery.id, { detail: 'full', include_hidden: true });
    for (const name of ['splitter', 'tabs', 'empty', 'toolbar', 'list']) {
      expect(named(snapshot, name).text, name).not.toBe(name);
    }
    expect(named(snapshot, 'splitter').text).toBeUndefined();
  });

  it('leaves hidden elements and hidden windows out, unless asked for', async () => {
    const shown = await server.snapshot(gallery.id);
    expect(all(shown).every((node) => node.visible)).toBe(true);
    expect(shown.nodes.map((root) => root.windowTitle)).toEqual(['Gallery']);
    const everything = await server.snapshot(gallery.id, { include_hidden: true });
    expect(named(everything, 'hidden').visible).toBe(false);
    expect(named(everything, 'table').visible).toBe(false);
    expect(everything.nodes.some((root) => !root.visible)).toBe(true);
  });

  it('has no properties in core, states in extended, everything in full', async () => {
    const core = await server.snapshot(gallery.id, { detail: 'core' });
    expect(all(core).every((node) => Object.keys(node.properties).length === 0)).toBe(true);
    const extended = await server.snapshot(gallery.id);
    expect(named(extended, 'check').properties).toMatchObject({ text: 'Check me', checked: true });
    expect(named(extended, 'spin').properties).toMatchObject({ value: 42, minimum: -5, maximum: 50 });
    expect(named(extended, 'combo').properties).toMatchObject({ currentText: 'Banana', currentIndex: 1 });
    const full = await server.snapshot(gallery.id, { detail: 'full' });
    const push = named(full, 'push').properties;
    expect(push).toMatchObject({ autoDefault: false, text: 'Push me', enabled: true, objectName: 'push' });
    expect(Object.keys(push).length).toBeGreaterThan(65);
  });

  it('names enums and flags, and makes fonts, palettes and size policies readable', async () => {
    const full = await server.snapshot(gallery.id, { detail: 'full' });
    const push = named(full, 'push').properties;
    expect(JSON.stringify(push.focusPolicy)).toContain('StrongFocus');
    expect(JSON.stringify(push.layoutDirection)).toContain('LeftToRight');
    expect(JSON.stringify(named(full, 'status').properties.alignment)).toMatch(/AlignLeft|AlignLeading/);
    expect(JSON.stringify(push.sizePolicy)).toMatch(/Minimum/);
    expect(JSON.stringify(push.font)).toMatch(/[a-z]{3,}/i);
    expect(JSON.stringify(push.palette)).toMatch(/#[0-9a-f]{6}/i);
    const nulls = all(full).flatMap((node) =>
      Object.entries(node.properties)
        .filter(([, value]) => value === null)
        .map(([name]) => `${node.className}.${name}`),
    );
    // The data of a combo box's entry that was given none is no value of any type, nor is what a cell does not have.
    const none = ['QComboBox.currentData', 'QModelIndex.checkState', 'QModelIndex.toolTip'];
    expect(new Set(nulls)).toEqual(new Set(none));
  });

  it('tells roles and states', async () => {
    const snapshot = await server.snapshot(gallery.id);
    const roles = Object.fromEntries(all(snapshot).map((node) => [node.objectName, node.role]));
    expect(roles).toMatchObject({
      push: 'push button',
      check: 'check box',
      radio: 'radio button',
      edit: 'text',
      combo: 'combo box',
      spin: 'spin button',
      slider: 'slider',
      progress: 'progress bar',
      status: 'label',
    });
    expect(named(snapshot, 'check').states).toContain('checked');
    expect(named(snapshot, 'edit').states).toContain('editable');
    expect(named(snapshot, 'disabled').enabled).toBe(false);
    expect(named(snapshot, 'edit').name).toBe('Greeting');
    expect(showing(snapshot, 'Grüße, 世界').objectName).toBe('edit');
  });

  it('counts levels: 0 is roots, 1 is their children, -1 is all, and says what was left out', async () => {
    const depth = (node: SnapshotNode): number => Math.max(0, ...node.children.map((child) => depth(child) + 1));
    const roots = await server.snapshot(gallery.id, { max_depth: 0 });
    expect(Math.max(...roots.nodes.map(depth))).toBe(0);
    expect(roots).toMatchObject({ truncated: true, truncated_by: ['depth'] });
    expect(roots.nodes[0]?.children_omitted).toBeGreaterThan(0);
    const children = await server.snapshot(gallery.id, { max_depth: 1 });
    expect(Math.max(...children.nodes.map(depth))).toBe(1);
    const whole = await server.snapshot(gallery.id);
    expect(Math.max(...whole.nodes.map(depth))).toBeGreaterThan(3);
    expect(whole).toMatchObject({ truncated: false, truncated_by: [] });
  });

  it('starts from one element when asked', async () => {
    const whole = await server.snapshot(gallery.id);
    const inputs = named(whole, 'inputs');
    const part = await server.snapshot(gallery.id, { root_id: inputs.objID });
    expect(part.nodes.map((node) => node.objID)).toEqual([inputs.objID]);
    expect(all(part).map((node) => node.objID)).toEqual(all([inputs]).map((node) => node.objID));
  });

  it('expands objects in properties only if asked', async () => {
    const action = async (depth: number) =>
      named(await server.snapshot(gallery.id, { detail: 'full', prop_depth: depth }), 'push').properties.action;
    const flat = await action(0);
    expect(flat).toMatchObject({ className: 'QAction' });
    expect(flat).not.toHaveProperty('properties');
    for (const depth of [1, -1]) {
      expect(await action(depth)).toMatchObject({ className: 'QAction', properties: { text: 'Undo' } });
    }
  });
});
