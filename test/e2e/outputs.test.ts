/** B25: windows left of or above the main output, or partly off the screen. */
import { describe, expect, it } from 'vitest';
import { WaylandDesktop, XDesktop } from '../harness/displays.js';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { edgeDistance, extentOf, middle, windowRect } from '../harness/screen.js';
import { named, windowTitled } from '../harness/snapshot.js';
import { standOn } from '../harness/stand.js';
import { until } from '../harness/wait.js';

describe('on X11', () => {
  const stand = standOn(() => XDesktop.start());

  it.each([5, 6] as const)(
    'a window of Qt %i that is partly off has its true rect and its whole picture',
    async (major) => {
      const { server } = stand;
      await using grid = await Fixture.launch(server, cppFixture('grid', major), { display: 'current' });
      await grid.ask('move -40 -30');
      const snapshot = await until('the move', async () => {
        const taken = await server.snapshot(grid.id);
        return windowTitled(taken, 'grid').global_rect.x < 0 && taken;
      });
      const { global_rect: rect, objID } = windowTitled(snapshot, 'grid');
      expect(rect).toEqual(await windowRect(grid.pid, 'grid'));
      const cell = named(snapshot, 'cell0');
      expect(cell.rect).toMatchObject({ x: 20, y: 20 });
      expect(cell.global_rect).toMatchObject({ x: rect.x + 20, y: rect.y + 20 });
      expect(cell.global_rect.x).toBeLessThan(0);
      const [shot] = await server.screenshots(grid.id, objID);
      const pixels = shot && extentOf(shot.picture, [200, 0, 255]);
      expect(pixels && edgeDistance(pixels, cell.rect)).toBe(0);
      await grid.kill();
    },
  );
});

describe('on sway', () => {
  const stand = standOn(WaylandDesktop.start);

  it.each([5, 6] as const)(
    'a window of Qt %i on an output at a negative place is told and photographed',
    async (major) => {
      const { server, desktop } = stand;
      await desktop.sway('create_output').catch(() => undefined); // there is one already the second time
      await desktop.sway('output HEADLESS-2 resolution 1280x1024 position -1280 -200');
      await using grid = await Fixture.launch(server, cppFixture('grid', major), { display: 'current' });
      await until('the window there', async () => {
        await desktop.sway('[title="grid"] move container to output HEADLESS-2').catch(() => undefined);
        return /"name": "HEADLESS-2"[\s\S]*"name": "grid"/.test(await desktop.sway('-t', 'get_tree'));
      });
      const snapshot = await server.snapshot(grid.id);
      expect(windowTitled(snapshot, 'grid')).toMatchObject({ coordinate_space: 'window', visible: true });
      const cell = named(snapshot, 'cell17');
      expect(cell).toMatchObject({ coordinate_space: 'window', global_rect: cell.rect });
      const [shot] = await server.screenshots(grid.id, cell.objID);
      expect(shot && middle(shot.picture)).toEqual([200 - 17, 17, 255 - 17]);
      await grid.kill();
    },
  );
});
