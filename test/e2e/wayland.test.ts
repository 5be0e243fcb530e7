/** B27: a Wayland compositor does not tell a client where its window is; the snapshot says so, and pictures are right. */
import { describe, expect, it } from 'vitest';
import { WaylandDesktop } from '../harness/displays.js';
import { cppFixture, pythonFixture, qmlFixture } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { pixel } from '../harness/screen.js';
import { all, named } from '../harness/snapshot.js';
import { standOn } from '../harness/stand.js';
import { until } from '../harness/wait.js';

const stand = standOn(WaylandDesktop.start);

const applications = [
  { name: 'Qt 5 widgets', command: cppFixture('grid', 5), element: 'cell0' },
  { name: 'Qt 6 widgets', command: cppFixture('grid', 6), element: 'cell0' },
  { name: 'Qt Quick', command: qmlFixture('Grid'), element: 'cell0' },
  { name: 'PyQt6', command: pythonFixture('passwords', 'PyQt6'), element: 'plain' },
];

describe.each(applications)('$name', ({ command, element }) => {
  it('is read on Wayland, with coordinates that are marked as the window’s own', async () => {
    const { server } = stand;
    const { session_id, pid } = await server.launch(command, { display: 'current' });
    const snapshot = await until('the window', async () => {
      const taken = await server.snapshot(session_id);
      return all(taken).some((node) => node.objectName === element) && taken;
    });
    expect(snapshot.windows.length).toBeGreaterThan(0);
    for (const window of snapshot.windows) {
      expect(window.coordinate_space).toBe('window');
      expect({ x: window.global_rect.x, y: window.global_rect.y }).toEqual({ x: 0, y: 0 });
    }
    for (const node of all(snapshot)) {
      expect(node.coordinate_space).toBe('window');
      expect(node.global_rect).toEqual(node.rect);
    }
    // Rects and the window's picture are in the same coordinates.
    const { rect, objID } = named(snapshot, element);
    const [whole] = await server.screenshots(session_id, snapshot.windows[0]?.objID);
    const [alone] = await server.screenshots(session_id, objID);
    expect(alone).toMatchObject(rect);
    for (const [x, y] of [
      [1, 1],
      [rect.width - 2, rect.height - 2],
    ] as const) {
      expect(alone && pixel(alone.picture, x, y)).toEqual(whole && pixel(whole.picture, rect.x + x, rect.y + y));
    }
    process.kill(pid, 'SIGTERM');
    await until('its end', () => !isRunning(pid));
  });
});
