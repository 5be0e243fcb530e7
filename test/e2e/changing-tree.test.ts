/** B06: getters that make and delete elements while the tree is read, or throw. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe.each([5, 6] as const)('getters that change the tree, Qt %i', (major) => {
  it('are read 50 times in full, and the application lives', async () => {
    await using getters = await Fixture.launch(server, cppFixture('getters', major));
    for (let round = 0; round < 50; round += 1) {
      const snapshot = await server.snapshot(getters.id, { detail: 'full' });
      expect(all(snapshot).filter((node) => node.objectName.startsWith('shifting')).length).toBe(20);
    }
    const reads = JSON.parse(await getters.ask('state'));
    expect(Math.min(reads.value, reads.checked, reads.title, reads.selected)).toBeGreaterThanOrEqual(1000);
    expect(isRunning(getters.pid)).toBe(true);
  });

  it('cost one property when they throw, not the element', async () => {
    await using getters = await Fixture.launch(server, cppFixture('getters', major));
    const { properties } = named(await server.snapshot(getters.id, { detail: 'full' }), 'throwing');
    expect(properties.broken).toMatchObject({ error: expect.any(String) });
    expect(properties.text).toBe('still here');
    expect(JSON.parse(await getters.ask('state')).broken).toBeGreaterThan(0);
  });
});
