/** B17: a view costs what can be seen of it, however large its model is and however slow. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, pythonFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Longest pause of the application's own heartbeat that a person would not notice; it beats every 100 ms. */
const calm = 400;

const models = [
  { name: '1,000,000 x 50 in Qt 5', command: cppFixture('bigmodel', 5), rows: 1_000_000, columns: 50 },
  { name: '1,000,000 x 50 in Qt 6', command: cppFixture('bigmodel', 6), rows: 1_000_000, columns: 50 },
  { name: '100,000 x 20 in PyQt5', command: pythonFixture('bigmodel', 'PyQt5'), rows: 100_000, columns: 20 },
  { name: '100,000 x 20 in PyQt6', command: pythonFixture('bigmodel', 'PyQt6'), rows: 100_000, columns: 20 },
];

/** What the application did and suffered during `work`. */
async function during(big: Fixture, work: () => Promise<unknown>): Promise<{ reads: number; gap: number }> {
  await big.ask('reads');
  await big.ask('gap');
  await work();
  return { reads: Number(await big.ask('reads')), gap: Number(await big.ask('gap')) };
}

describe.each(models)('$name', ({ command, rows, columns }) => {
  let big: Fixture;
  beforeAll(async () => {
    big = await Fixture.launch(server, command, { display: 'offscreen' });
  });
  afterAll(async () => {
    await big[Symbol.asyncDispose]();
    await big.kill();
  });

  it('is told with its size', async () => {
    const visible = Number(await big.ask('visible'));
    const snapshot = await server.snapshot(big.id);
    expect(named(snapshot, 'table')).toMatchObject({ rows, columns });
    const cells = all(snapshot).filter(({ role }) => ['table cell', 'tree item', 'list item'].includes(role));
    expect(cells.length).toBe(visible);
    expect(all(snapshot).length).toBeLessThan(visible + 300);
    expect(snapshot.truncated).toBe(false);
  });

  // What is asked of a model for each cell: what it shows; its state and tool tip; every role.
  it.each([
    ['core', 1],
    ['extended', 4],
    ['full', 16],
  ])('is read only where it can be seen, in detail %s', async (detail, most) => {
    const visible = Number(await big.ask('visible'));
    const { reads, gap } = await during(big, () => server.snapshot(big.id, { detail, include_hidden: true }));
    expect(reads).toBeGreaterThanOrEqual(visible);
    expect(reads).toBeLessThanOrEqual(most * visible);
    expect(gap).toBeLessThan(calm);
  });

  it('gives its far end to a search, at once if the row is known', async () => {
    const last = rows - 1;
    const { reads, gap } = await during(big, async () => {
      const query = { row: last, column: 1 };
      const { elements } = await server.find(big.id, {
        selector: `#table >> [row=${query.row}][column=${query.column}]`,
      });
      expect(elements.map(({ text }) => text)).toEqual([`${last}:1`]);
    });
    expect(reads).toBeLessThan(1000);
    expect(gap).toBeLessThan(calm);
  });

  it('goes on beating while a search goes through all of it, and the search says how far it came', async () => {
    const { gap } = await during(big, async () => {
      const found = await server.ok<{ count: number; searched: { model_rows: number } }>('qt_find_element', {
        session_id: big.id,
        query: { text: 'nowhere', role: 'table cell' },
      });
      expect(found.count).toBe(0);
      expect(found.searched.model_rows).toBeGreaterThan(100);
    });
    expect(gap).toBeLessThan(calm);
  });
});

describe.each([5, 6] as const)('a model of Qt %i that takes 2 ms for a value', (major) => {
  it('is read in small pieces, and only where it can be seen', async () => {
    await using big = await Fixture.launch(server, cppFixture('bigmodel', major, '--slow'), { display: 'offscreen' });
    const visible = Number(await big.ask('visible'));
    const { reads, gap } = await during(big, () => server.snapshot(big.id, { detail: 'core' }));
    expect(reads).toBe(visible);
    expect(gap).toBeLessThan(calm);
  });
});
