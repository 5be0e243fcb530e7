/** rect is window-local, global_rect is where the pixels are, at every scale (B24) and wherever the window is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, qmlFixture } from '../harness/paths.js';
import { edgeDistance, extentOf, screenshot } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, named, type Snapshot, windowTitled } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Where cell k of the grid fixtures is in its window, in logical pixels. */
function cellRect(cell: number): { x: number; y: number; width: number; height: number } {
  const frame = Math.floor(cell / 4);
  const index = cell % 4;
  return {
    x: 11 + 101 * (frame % 3) + 9 + 41 * (index % 2),
    y: 13 + 101 * Math.floor(frame / 3) + 7 + 43 * Math.floor(index / 2),
    width: 33,
    height: 31,
  };
}

/** Compares the first `count` cells with an independent picture of the screen; waits until the window is painted. */
async function expectCellsOnScreen(pid: number, snapshot: Snapshot, count: number): Promise<void> {
  const picture = await until('the painted grid', async () => {
    const taken = await screenshot(pid);
    return extentOf(taken, [200 - count + 1, count - 1, 255 - count + 1]) !== undefined && taken;
  });
  for (let cell = 0; cell < count; cell += 1) {
    const pixels = extentOf(picture, [200 - cell, cell, 255 - cell]);
    expect(pixels, `cell ${cell} on the screen`).toBeDefined();
    if (pixels) expect(edgeDistance(named(snapshot, `cell${cell}`).global_rect, pixels)).toBeLessThanOrEqual(2);
  }
}

const grids = [
  { name: 'Qt 5 widgets', command: cppFixture('grid', 5), cells: 40 },
  { name: 'Qt 6 widgets', command: cppFixture('grid', 6), cells: 40 },
  { name: 'Qt Quick', command: qmlFixture('Grid'), cells: 36 },
];

describe.each(grids)('$name', ({ command, cells }) => {
  it.each([1, 1.5, 2])('at scale %s', async (scale) => {
    const session = await server.launch(command, { env: { QT_SCALE_FACTOR: String(scale) } });
    const snapshot = await until('all cells', async () => {
      const taken = await server.snapshot(session.session_id, { detail: 'core' });
      return all(taken).filter((node) => /^cell\d+$/.test(node.objectName)).length === cells && taken;
    });
    expect(windowTitled(snapshot, 'grid').device_pixel_ratio).toBe(scale);
    for (let cell = 0; cell < 36; cell += 1) expect(named(snapshot, `cell${cell}`).rect).toEqual(cellRect(cell));
    await expectCellsOnScreen(session.pid, snapshot, cells);
    await server.ok('qt_detach', { session_id: session.session_id });
    process.kill(session.pid, 'SIGKILL');
  });
});

it('follows a window that was moved', async () => {
  const grid = await Fixture.launch(server, cppFixture('grid', 6));
  const before = windowTitled(await server.snapshot(grid.id), 'grid').global_rect;
  await grid.ask('move 517 333');
  const snapshot = await until('the move', async () => {
    const taken = await server.snapshot(grid.id);
    return windowTitled(taken, 'grid').global_rect.x !== before.x && taken;
  });
  await expectCellsOnScreen(grid.pid, snapshot, 40);
});
