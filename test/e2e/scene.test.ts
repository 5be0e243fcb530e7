/** Items of a graphics scene are elements where the view shows them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { edgeDistance } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, named, type Rect, type SnapshotNode } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each([5, 6] as const)('a scene of Qt %i', (major) => {
  let scene: Fixture;
  beforeAll(async () => {
    scene = await Fixture.launch(server, cppFixture('scene', major), { display: 'offscreen' });
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  async function itemsOf(): Promise<SnapshotNode[]> {
    return all([named(await server.snapshot(scene.id), 'view')]);
  }

  it('shows every item in its place, also in a scaled view, within another item and turned', async () => {
    const items = await itemsOf();
    const own: (Rect & { name: string })[] = JSON.parse(await scene.ask('rects'));
    expect(own.length).toBe(7);
    for (const { name, ...rect } of own) {
      const near = items.filter((node) => edgeDistance(node.rect, rect) <= 2);
      expect(near.length, `${name} at ${JSON.stringify(rect)}`).toBeGreaterThan(0);
    }
    expect(items.find(({ text }) => text === 'Hello scene')).toBeDefined();
    expect(items.find(({ objectName }) => objectName === 'gauge')).toMatchObject({ className: 'Gauge' });
    const inside = items.find(({ text }) => text === 'Inside');
    expect(inside).toMatchObject({ role: 'push button', objectName: 'inside' });
  });

  it('gives the id of an item that went to no other, even in the same place', async () => {
    const rect: Rect & { name: string } = JSON.parse(await scene.ask('rects'))[0];
    expect(rect.name).toBe('red');
    const at = (items: SnapshotNode[]): number[] =>
      items.filter((node) => edgeDistance(node.rect, rect) <= 2).map(({ objID }) => objID);
    const before = at(await itemsOf());
    expect(before.length).toBe(1);
    await scene.ask('remove');
    const after = at(await itemsOf());
    expect(after.length).toBe(1);
    expect(after).not.toEqual(before);
    const failure = await server.failure('qt_get_property', { session_id: scene.id, element_id: before[0] });
    expect(failure.code).toBe('stale_element');
  });
});
