/** Qt Quick inside a window of widgets: in a QQuickWidget, and in a window container. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { quickFixture } from '../harness/paths.js';
import { edgeDistance, extentOf, middle } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, named, type Snapshot, type SnapshotNode } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

const software = { QT_QUICK_BACKEND: 'software' };

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each([5, 6] as const)('guests of Qt %i', (major) => {
  let guests: Fixture;
  let snapshot: Snapshot;
  beforeAll(async () => {
    guests = await Fixture.launch(server, quickFixture('Inside', major, '--inside'), { env: software });
    snapshot = await until('both guests', async () => {
      const taken = await server.snapshot(guests.id);
      return all(taken).filter(({ objectName }) => objectName === 'press').length === 2 && taken;
    });
  });
  afterAll(() => guests[Symbol.asyncDispose]());

  function within(holder: string, objectName: string): SnapshotNode {
    const found = all([named(snapshot, holder)]).filter((node) => node.objectName === objectName);
    expect(found.length, `${objectName} in ${holder}`).toBe(1);
    return found[0] as SnapshotNode; // the only one
  }

  it.each(['inside', 'contained'])('%s: its items stand in the window that holds them', (holder) => {
    const frame = named(snapshot, holder);
    const press = within(holder, 'press');
    expect(press).toMatchObject({ role: 'push button', text: 'Press inside', qml_id: 'press' });
    const patch = within(holder, 'patch');
    expect(patch.rect).toEqual({ x: frame.rect.x + 20, y: frame.rect.y + 30, width: 60, height: 40 });
    expect(patch.global_rect).toEqual({ ...patch.rect, x: frame.global_rect.x + 20, y: frame.global_rect.y + 30 });
  });

  it.each(['inside', 'contained'])('%s: its items are photographed', async (holder) => {
    const [shot] = await server.screenshots(guests.id, within(holder, 'patch').objID);
    expect(shot && middle(shot.picture)).toEqual([255, 0, 0]);
  });

  it('are in the picture of the window, in their places', async () => {
    const [shot] = await server.screenshots(guests.id, named(snapshot, 'inside').topLevelId);
    expect(shot).toBeDefined();
    if (shot === undefined) return;
    const [left, right] = [within('inside', 'patch').rect, within('contained', 'patch').rect];
    const both = { ...left, width: right.x + right.width - left.x };
    const red = extentOf(shot.picture, [255, 0, 0]);
    expect(red && edgeDistance(red, both)).toBeLessThanOrEqual(1);
  });
});
