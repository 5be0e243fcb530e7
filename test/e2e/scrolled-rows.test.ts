/** B20: rows that are scrolled away are found, and a row's id is that row's, wherever it goes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { pythonFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, type Snapshot, type SnapshotNode } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function rowsOf(snapshot: Snapshot): SnapshotNode[] {
  return all(snapshot).filter(({ role }) => role === 'tree item');
}

describe.each(['PyQt5', 'PyQt6'] as const)('a tree of uneven rows in %s', (binding) => {
  it('tells exactly the rows that can be seen, cut ones too', async () => {
    await using uneven = await Fixture.launch(server, pythonFixture('uneven', binding));
    for (const row of [0, 250, 499]) {
      await uneven.ask(`scroll ${row}`);
      const told = rowsOf(await server.snapshot(uneven.id)).map(({ text }) => text);
      expect(told).toEqual(JSON.parse(await uneven.ask('visible')));
    }
  });

  it('finds a row that is scrolled away, by its text and by its number', async () => {
    await using uneven = await Fixture.launch(server, pythonFixture('uneven', binding));
    const byText = await server.findOnly(uneven.id, { text: 'row 250' });
    const byRow = await server.findOnly(uneven.id, { row: 250 });
    expect(byText).toMatchObject({ role: 'tree item', row: 250, text: 'row 250' });
    expect(byRow.element_id).toBe(byText.element_id);
    await uneven.ask('scroll 250');
    const scrolled = rowsOf(await server.snapshot(uneven.id)).find(({ text }) => text === 'row 250');
    expect(scrolled?.objID).toBe(byText.element_id);
  });

  it('follows rows that move, and knows one that was removed', async () => {
    await using uneven = await Fixture.launch(server, pythonFixture('uneven', binding));
    const before = new Map(rowsOf(await server.snapshot(uneven.id)).map(({ text, objID }) => [text, objID]));
    const [kept, removed] = [before.get('row 1'), before.get('row 3')];
    expect(removed).toBeDefined();
    await uneven.ask('shuffle');
    expect((await server.findOnly(uneven.id, { text: 'row 1' })).element_id).toBe(kept);
    expect(await server.findOnly(uneven.id, { text: 'row 1' })).toMatchObject({ row: 3 });
    const failure = await server.failure('qt_get_property', { session_id: uneven.id, element_id: removed });
    expect(failure.code).toBe('stale_element');
    expect(failure.text).toContain('row 3');
    const inserted = await server.findOnly(uneven.id, { text: 'new 0' });
    expect([...before.values()]).not.toContain(inserted.element_id);
  });
});
