/** B19: cells and sections of item views are elements where the view itself has them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, pythonFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, type Rect, type Snapshot, type SnapshotNode } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

const roles = ['table cell', 'list item', 'tree item'];

function cellsIn(snapshot: Snapshot, view: string): SnapshotNode[] {
  return all([named(snapshot, view)]).filter(({ role }) => roles.includes(role));
}

function cell(snapshot: Snapshot, view: string, text: string): SnapshotNode {
  const found = cellsIn(snapshot, view).filter((node) => node.text === text);
  expect(found.length, text).toBe(1);
  return found[0] as SnapshotNode; // the only one
}

function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

describe.each([5, 6] as const)('views of Qt %i', (major) => {
  let items: Fixture;
  beforeEach(async () => {
    items = await Fixture.launch(server, cppFixture('items', major), { display: 'offscreen' });
  });
  afterEach(async () => {
    await items[Symbol.asyncDispose]();
    await items.kill();
  });

  type Place = Rect & { row: number; column: number; text: string; selected: boolean };
  type Section = Rect & { text: string };

  /** Holds the cells of a view against what the view works out of its model. */
  async function expectCells(view: string): Promise<void> {
    const snapshot = await server.snapshot(items.id);
    const own: Place[] = JSON.parse(await items.ask(`cells ${view}`));
    const told = cellsIn(snapshot, view).map(({ row, column, text, states, rect }) => ({
      row,
      column: column ?? 0,
      text,
      selected: states.includes('selected'),
      ...rect,
    }));
    const order = (one: Omit<Place, 'row'>, other: Omit<Place, 'row'>): number => one.y - other.y || one.x - other.x;
    expect(
      told.sort((one, other) => order(one as Place, other as Place)),
      view,
    ).toEqual(own.sort(order));
    expect(own.length, view).toBeGreaterThan(0);
  }

  it.each(['table', 'tree', 'checks', 'filtered', 'icons'])('%s', async (view) => {
    await expectCells(view);
  });

  it('a tree that is expanded, and a table whose columns are moved and hidden', async () => {
    await items.ask('expand tree 0/1');
    await expectCells('tree');
    cell(await server.snapshot(items.id), 'tree', 'Leaf');
    await items.ask('move table 2 0');
    await items.ask('hide table 1');
    await expectCells('table');
    await items.ask('scroll table 6');
    await expectCells('table');
  });

  it('header sections, where they are moved, hidden and scrolled to', async () => {
    const check = async (view: string, orientation: 'h' | 'v', role: string): Promise<void> => {
      const own: Section[] = JSON.parse(await items.ask(`sections ${view} ${orientation}`));
      const snapshot = await server.snapshot(items.id);
      const told = all([named(snapshot, view)])
        .filter((node) => node.role === role)
        .map(({ text, rect }) => ({ text, ...rect }));
      const order = (one: Rect, other: Rect): number => one.x - other.x || one.y - other.y;
      expect(told.sort(order)).toEqual(own.sort(order));
      expect(own.length).toBeGreaterThan(0);
    };
    await check('table', 'h', 'table column header');
    await check('table', 'v', 'table row header');
    await check('tree', 'h', 'table column header');
    await items.ask('move table 2 0');
    await items.ask('hide table 1');
    await items.ask('scroll table 5');
    await check('table', 'h', 'table column header');
    await check('table', 'v', 'table row header');
  });

  it('both columns of a column view', async () => {
    const snapshot = await server.snapshot(items.id);
    const texts = cellsIn(snapshot, 'columns').map(({ text }) => text);
    expect(texts.sort()).toEqual(['City of Italy', 'France', 'Italy']);
  });

  it('say what can be done with them and how they stand', async () => {
    const snapshot = await server.snapshot(items.id);
    expect(cell(snapshot, 'checks', 'Alpha').states).toEqual(expect.arrayContaining(['checkable', 'checked']));
    expect(cell(snapshot, 'checks', 'Beta').states).not.toContain('checked');
    expect(cell(snapshot, 'checks', 'Gamma').states).toContain('indeterminate');
    expect(cell(snapshot, 'table', 'r1c0').states).toContain('checked');
    expect(cell(snapshot, 'table', 'r1c1').states).not.toContain('checkable');
    expect(cell(snapshot, 'table', 'r2c0').enabled).toBe(false);
    expect(cell(snapshot, 'tree', 'Root')).toMatchObject({ level: 1, actions: expect.arrayContaining(['collapse']) });
    expect(cell(snapshot, 'tree', 'Child 2')).toMatchObject({ level: 2, actions: expect.arrayContaining(['expand']) });
    expect(cell(snapshot, 'tree', 'Child 1').states).not.toContain('expandable');
    expect(named(snapshot, 'table')).toMatchObject({ rows: 10, columns: 3 });
    expect(named(snapshot, 'filtered')).toMatchObject({ rows: 3 });
  });

  it('keep their ids while rows come, go and change around them', async () => {
    const before = cell(await server.snapshot(items.id), 'filtered', 'pear 5').objID;
    await items.ask('remove filtered 0');
    const after = await server.snapshot(items.id);
    expect(cell(after, 'filtered', 'pear 5').objID).toBe(before);
    const changed = cell(after, 'filtered', 'pear 3').objID;
    await items.ask('set filtered 0 pear three');
    expect(cell(await server.snapshot(items.id), 'filtered', 'pear three').objID).toBe(changed);
  });
});

describe.each(['PyQt5', 'PyQt6'] as const)('views of %s', (binding) => {
  it('show the cells that are in the viewport, with row, column, text and check state', async () => {
    await using items = await Fixture.launch(server, pythonFixture('items', binding), { display: 'offscreen' });
    await items.ask('expand');
    const snapshot = await server.snapshot(items.id);
    expect(cell(snapshot, 'tree', 'Leaf')).toMatchObject({ row: 0, level: 3 });
    expect(cell(snapshot, 'tree', 'Child 3')).toMatchObject({ row: 2, level: 2 });
    expect(cell(snapshot, 'table', 'r1c2')).toMatchObject({ row: 1, column: 2 });
    expect(cell(snapshot, 'checks', 'Alpha').states).toContain('checked');
    expect(await items.ask('check 0')).toBe('2');
    expect(cell(snapshot, 'checks', 'Beta').states).not.toContain('checked');
    expect(cellsIn(snapshot, 'filtered').map(({ text }) => text)).toEqual(['apple', 'pineapple']);
    for (const view of ['tree', 'table', 'checks', 'filtered']) {
      const area = named(snapshot, view).rect;
      for (const { rect, text } of cellsIn(snapshot, view))
        expect(isWithin(rect, area), `${text} in ${view}`).toBe(true);
    }
  });
});
