/** An element_id names one live object: the same number for its whole life, never reused, expired only by a refresh. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { all, named, type Snapshot } from '../harness/snapshot.js';

let server: Server;
let loops: Fixture;
beforeAll(async () => {
  server = await Server.start();
});
beforeEach(async () => {
  loops = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
});
afterEach(() => loops[Symbol.asyncDispose]());
afterAll(() => server[Symbol.asyncDispose]());

/** qt_get_snapshot: what is there, without expiring anything. */
async function view(options: Record<string, unknown> = {}): Promise<Snapshot> {
  const { result } = await server.ok<{ result: { uri: string } }>('qt_get_snapshot', {
    session_id: loops.id,
    max_depth: -1,
    ...options,
  });
  return server.read(result.uri);
}

function ids(snapshot: Snapshot): number[] {
  return all(snapshot).map((node) => node.objID);
}

it('stays the same from snapshot to snapshot', async () => {
  const first = await server.snapshot(loops.id);
  await loops.ask('rename another');
  const second = await server.snapshot(loops.id, { detail: 'full' });
  expect(ids(second)).toEqual(ids(first));
  expect(named(second, 'label').text).toBe('another');
});

it('is never given to another object', async () => {
  const seen = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const button = named(await server.snapshot(loops.id), 'button').objID;
    expect(seen.has(button)).toBe(false);
    seen.add(button);
    await loops.ask('remove');
    await server.snapshot(loops.id);
    await loops.ask('add');
  }
});

it('is unique among sessions', async () => {
  await using other = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  const [here, there] = [await server.snapshot(loops.id), await server.snapshot(other.id)];
  expect(ids(here).filter((id) => ids(there).includes(id))).toEqual([]);
});

it('of a destroyed object is stale for a read-only view, and the error says what it was and what to do', async () => {
  const button = named(await server.snapshot(loops.id), 'button').objID;
  await loops.ask('remove');
  const failure = await server.failure('qt_get_snapshot', { session_id: loops.id, root_id: button });
  expect(failure.code).toBe('stale_element');
  expect(failure.text).toContain('Press');
  expect(failure.text).toContain('qt_snapshot');
});

it('of a destroyed object makes qt_snapshot fall back to all windows, and say so in file and text', async () => {
  const button = named(await server.snapshot(loops.id), 'button').objID;
  await loops.ask('remove');
  const answer = await server.call('qt_snapshot', { session_id: loops.id, root_id: button, max_depth: -1 });
  const { result } = answer.structuredContent as { result: { uri: string } };
  const snapshot = await server.read(result.uri);
  expect(snapshot.root_fallback).toMatchObject({ asked_id: button });
  expect(snapshot.nodes.map((node) => node.windowTitle)).toEqual(['loops']);
  expect(JSON.stringify(answer.content)).toContain(String(button));
  expect(JSON.stringify(answer.content)).toMatch(/all windows/);
});

it('expires when a refresh no longer lists it, and only then', async () => {
  const whole = await server.snapshot(loops.id);
  const [label, button] = [named(whole, 'label').objID, named(whole, 'button').objID];
  // A read-only view of one element expires nothing.
  await view({ root_id: label });
  expect(ids(await view({ root_id: button }))).toEqual([button]);
  // A refresh of one element is a refresh of the whole session: it lists the label alone.
  expect(ids(await server.snapshot(loops.id, { root_id: label }))).toEqual([label]);
  const failure = await server.failure('qt_get_snapshot', { session_id: loops.id, root_id: button });
  expect(failure.code).toBe('stale_element');
  // What reappears has the number it had.
  expect(named(await server.snapshot(loops.id), 'button').objID).toBe(button);
});

it('is only added by a read-only view', async () => {
  await server.snapshot(loops.id, { max_depth: 0 });
  const viewed = await view();
  const label = named(viewed, 'label').objID;
  expect(ids(await view({ root_id: label }))).toEqual([label]);
  const again = await server.snapshot(loops.id);
  expect(named(again, 'label').objID).toBe(label);
});

it('of another session is not taken for one of ours', async () => {
  await using other = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  const foreign = named(await server.snapshot(other.id), 'button').objID;
  await server.snapshot(loops.id);
  const failure = await server.failure('qt_get_snapshot', { session_id: loops.id, root_id: foreign });
  expect(failure.code).toBe('stale_element');
});
