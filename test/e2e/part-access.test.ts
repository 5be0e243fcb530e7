/** Properties and methods of elements that are no objects: cells, header sections, entries of menus. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, showing } from '../harness/snapshot.js';
import { Subject } from '../harness/subject.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each([5, 6] as const)('views of Qt %i', (major) => {
  let items: Subject;
  beforeAll(async () => {
    items = await Subject.launch(server, cppFixture('items', major), 'table', 'checks');
    const snapshot = await server.snapshot(items.fixture.id);
    for (const node of [...all([named(snapshot, 'table')]), ...all([named(snapshot, 'checks')])]) {
      if (node.text !== undefined) items.ids.set(node.text, node.objID);
    }
  });
  afterAll(() => items[Symbol.asyncDispose]());

  it('a cell is read', async () => {
    const { properties } = await items.read({}, 'r1c0');
    expect(properties).toMatchObject({
      text: { value: 'r1c0', type: 'QString', writable: true },
      row: { value: 1, type: 'int', writable: false },
      checkState: { value: 'Checked' },
    });
    expect(await items.read({ names: ['text', 'tetx'] }, 'r0c1')).toMatchObject({
      properties: { text: { value: 'r0c1' } },
      missing: [{ name: 'tetx', nearest: ['text'] }],
    });
  });

  it('the text of a cell is set through its model', async () => {
    expect(await items.write('text', 'changed', 'r1c1')).toMatchObject({
      effect: 'confirmed',
      before: { value: 'r1c1' },
      after: { value: 'changed' },
    });
    expect(await items.fixture.ask('text table 1:1')).toBe('changed');
    expect(await items.refusedValue('text', 5, 'r1c1')).toMatchObject({ code: 'invalid_value' });
    expect(await items.refusedValue('row', 5, 'r1c1')).toMatchObject({ code: 'property_read_only' });
    expect(await items.fixture.ask('text table 1:1')).toBe('changed');
  });

  it('the check state of a cell is set by name', async () => {
    expect(await items.write('checkState', 'Checked', 'Beta')).toMatchObject({
      effect: 'confirmed',
      before: { value: 'Unchecked', values: expect.arrayContaining(['PartiallyChecked']) },
      after: { value: 'Checked' },
    });
    expect(await items.fixture.ask('check checks 1')).toBe('2');
    expect((await items.refusedValue('checkState', 'Ticked', 'Beta')).text).toContain('PartiallyChecked');
    expect(await items.refusedCall('click', [], 'Beta')).toMatchObject({ code: 'unknown_method' });
  });
});

describe.each([5, 6] as const)('bars of Qt %i', (major) => {
  it("an entry of a menu has its action's properties and methods", async () => {
    await using bars = await Subject.launch(server, cppFixture('bars', major));
    await bars.fixture.ask('menu View');
    const snapshot = await server.snapshot(bars.fixture.id);
    const entry = 'Full screen';
    bars.ids.set(entry, showing(snapshot, entry).objID);
    const isChecked = async (): Promise<boolean> => JSON.stringify((await bars.state()).checked).includes(entry);
    expect(await isChecked()).toBe(false);
    expect(await bars.property('checkable', entry)).toMatchObject({ value: true, writable: true });
    await bars.call('toggle', [], entry);
    expect(await isChecked()).toBe(true);
    expect(await bars.write('checked', false, entry)).toMatchObject({ effect: 'confirmed', before: { value: true } });
    expect(await isChecked()).toBe(false);
    expect(await bars.property('shortcut', entry)).toMatchObject({ value: 'F11', type: 'QKeySequence' });
  });
});
