/** B42: objects of other threads come and go under the inspector's eyes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { Server } from '../harness/server.js';
import { all, named } from '../harness/snapshot.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

it.each([5, 6] as const)('200 full snapshots beside eight busy threads, Qt %i', async (major) => {
  await using threads = await Fixture.launch(server, cppFixture('threads', major), { display: 'offscreen' });
  const before = Number(await threads.ask('state'));
  for (let round = 0; round < 200; round += 1) {
    const snapshot = await server.snapshot(threads.id, { detail: 'full', prop_depth: round % 2 === 0 ? -1 : 1 });
    expect(named(snapshot, 'bridge').text).toBe('bridge');
    const strangers = all(snapshot).filter((node) => /of a worker|grandchild/.test(node.objectName));
    expect(strangers).toEqual([]);
    expect(JSON.stringify(named(snapshot, 'bridge').properties.worker)).not.toContain('child of a worker');
    expect(named(snapshot, 'bridge').properties.broken).toMatchObject({ error: expect.any(String) });
  }
  expect(Number(await threads.ask('state'))).toBeGreaterThan(before);
  expect(isRunning(threads.pid)).toBe(true);
});
