/** B59: who subscribed hears of it, once; nobody else does. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { Server } from '../harness/server.js';
import { until } from '../harness/wait.js';

let server: Server;
let updated: string[] = [];
let listChanges = 0;

beforeAll(async () => {
  server = await Server.start();
  server.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    updated.push(params.uri);
  });
  server.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    listChanges += 1;
  });
});
beforeEach(() => {
  updated = [];
  listChanges = 0;
});
afterAll(() => server[Symbol.asyncDispose]());

it('announces what it does', () => {
  expect(server.client.getServerCapabilities()?.resources).toMatchObject({ subscribe: true, listChanged: true });
});

it('offers a guide for the agent', async () => {
  const { resources } = await server.client.listResources();
  const guide = resources.find((resource) => resource.mimeType === 'text/markdown');
  const { contents } = await server.client.readResource({ uri: guide?.uri ?? '' });
  expect(JSON.stringify(contents)).toContain('qt_snapshot');
});

it('tells of new snapshots in the list', async () => {
  const { session_id } = await server.launch(cppFixture('loops'), { display: 'offscreen' });
  const { uri } = await server.take(session_id);
  await until('a list change', () => listChanges > 0);
  const { resources } = await server.client.listResources();
  const resource = resources.find((entry) => entry.uri === uri);
  expect(resource).toMatchObject({ mimeType: 'application/json' });
  expect(resources.some((entry) => entry.uri === uri.replace('.json', '.txt'))).toBe(true);
});

describe('two sessions, of which one is subscribed to', () => {
  it('one notification for it, none for the other, none after unsubscribing', async () => {
    await using one = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
    await using other = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
    const [first, second] = [await server.take(one.id), await server.take(other.id)];
    await server.client.subscribeResource({ uri: first.uri });
    await one.ask('rename changed');
    await other.ask('rename changed');
    await server.take(one.id);
    await server.take(other.id);
    await until('the notification', () => updated.length > 0);
    await delay(300);
    expect(updated).toEqual([first.uri]);
    expect(updated).not.toContain(second.uri);

    await server.client.unsubscribeResource({ uri: first.uri });
    await server.take(one.id);
    await delay(300);
    expect(updated).toEqual([first.uri]);
  });

  it('subscribing to what is not there is an error', async () => {
    const uri = 'qt-commander://sessions/nobody/snapshots/snapshot_1.json';
    await expect(server.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32002 });
    await expect(server.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
    for (const foreign of [
      'file:///etc/passwd',
      'qt-commander://sessions/../../../etc/passwd',
      'qt-commander://sessions/x/snapshots/..%2f..%2fsnapshot_1.json',
    ]) {
      await expect(server.client.readResource({ uri: foreign })).rejects.toMatchObject({ code: -32002 });
    }
  });
});

it('snapshots of a session that ended can still be read', async () => {
  const { session_id, pid } = await server.launch(cppFixture('loops'), { display: 'offscreen' });
  const { uri } = await server.take(session_id);
  process.kill(pid, 'SIGKILL');
  await server.failure('qt_snapshot', { session_id });
  expect((await server.read(uri)).session_id).toBe(session_id);
});

it('links the snapshot in the answer, with its text beside it', async () => {
  const { session_id } = await server.launch(cppFixture('loops'), { display: 'offscreen' });
  const answer = await server.call('qt_snapshot', { session_id, max_depth: -1 });
  const { result } = answer.structuredContent as { result: { session_id: string; snapshot_id: string; uri: string } };
  expect(Object.keys(result).sort()).toEqual(['session_id', 'snapshot_id', 'uri']);
  expect(Object.keys(answer.structuredContent ?? {})).toEqual(['result']);
  expect(result.snapshot_id).toMatch(/^s[0-9a-f]{8}$/);
  expect(result.uri).toBe(`qt-commander://sessions/${session_id}/snapshots/snapshot_1.json`);
  expect(answer.content.filter((part) => part.type === 'resource_link')).toMatchObject([{ uri: result.uri }]);
  const { contents } = await server.client.readResource({ uri: result.uri.replace('.json', '.txt') });
  const outline = contents[0] && 'text' in contents[0] ? contents[0].text : '';
  expect(outline).toMatch(/\[\d+\] label "Hello"/);
  expect(outline).toMatch(/\[\d+\] push button "Press"/);
});
