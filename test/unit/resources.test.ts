/** Snapshots as MCP resources: size of messages (B54), subscriptions (B59). */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../resources/provider.js';
import { DEFAULT_LIMITS } from '../../resources/store.js';
import { flatTree, node, type Rig, rig } from './fakes.js';

const MIB = 1024 * 1024;

let here: Rig;
let updated: string[];
let listChanges: number;

async function start(limits = DEFAULT_LIMITS): Promise<void> {
  here = await rig(limits);
  updated = [];
  listChanges = 0;
  here.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    updated.push(params.uri);
  });
  here.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    listChanges += 1;
  });
}

beforeEach(() => start());
afterEach(() => here[Symbol.asyncDispose]());

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

async function listed(): Promise<string[]> {
  return (await here.client.listResources()).resources.map(({ uri }) => uri);
}

describe('what there is', () => {
  it('lists the guide, each snapshot in both formats, and the latest of each session', async () => {
    expect(await listed()).toEqual(['deskprobe://guide']);
    const { id } = await here.launch();
    const uri = await here.snapshot(id);
    await here.call('qt_get_snapshot', { session_id: id });
    await settled();
    const base = `qt-commander://sessions/${id}/snapshots`;
    expect(uri).toBe(`${base}/snapshot_1.json`);
    const names = [
      'latest.json',
      'latest.txt',
      'snapshot_1.json',
      'snapshot_1.txt',
      'snapshot_2.json',
      'snapshot_2.txt',
    ];
    expect(await listed()).toEqual(['deskprobe://guide', ...names.map((name) => `${base}/${name}`)]);
    expect(await here.read(`${base}/latest.json`)).toBe(await here.read(uri));
    expect(listChanges).toBe(2);
    expect(await here.read('deskprobe://guide')).toContain('qt_snapshot');
  });

  it('has a template for parts and one for screenshots', async () => {
    const { resourceTemplates } = await here.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'qt-commander://sessions/{session_id}/snapshots/{snapshot}{?root_id,depth,query,offset}',
      'qt-commander://sessions/{session_id}/screenshots/{screenshot}',
    ]);
  });

  it('results link to the snapshot', async () => {
    const { id } = await here.launch();
    const result = await here.call('qt_snapshot', { session_id: id });
    const { uri } = (result.structuredContent as { result: { uri: string } }).result;
    expect(result.structuredContent).toEqual({ result: { session_id: id, snapshot_id: expect.any(String), uri } });
    expect(result.content).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', uri, mimeType: 'application/json' },
    ]);
  });

  it('has the screenshots of each session, as pictures', async () => {
    const { id } = await here.launch();
    const png = randomBytes(10_000);
    const { uri, file } = await here.store.addScreenshot(id, png);
    expect(uri).toBe(`qt-commander://sessions/${id}/screenshots/screenshot_1.png`);
    const { resources } = await here.client.listResources();
    expect(resources.find((resource) => resource.uri === uri)).toMatchObject({ mimeType: 'image/png', size: 10_000 });
    const { contents } = await here.client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'image/png', blob: png.toString('base64') }]);
    await settled();
    expect(listChanges).toBe(1);
    rmSync(file);
    await expect(here.client.readResource({ uri })).rejects.toMatchObject({ code: -32002, data: { uri } });
    expect(await listed()).toEqual(['deskprobe://guide']);
  });

  it('a screenshot too big for a message is told with what to do instead', async () => {
    const { id } = await here.launch();
    const largest = await here.store.addScreenshot(id, Buffer.alloc(MAX_PICTURE_BYTES));
    await here.client.readResource({ uri: largest.uri });
    expect(Buffer.byteLength(here.messages.at(-1) ?? '')).toBeLessThanOrEqual(8 * MIB);
    const { uri } = await here.store.addScreenshot(id, Buffer.alloc(MAX_PICTURE_BYTES + 1));
    await expect(here.client.readResource({ uri })).rejects.toThrow(/one window or of an element/);
  });

  it.each([
    'qt-commander://sessions/qt-00000000/screenshots/screenshot_1.png',
    'qt-commander://sessions/qt-00000000/screenshots/../snapshots/snapshot_1.json',
    'qt-commander://sessions/qt-00000000/snapshots/snapshot_1.json',
    'qt-commander://sessions/qt-00000000/snapshots/../../../../etc/passwd',
    'qt-commander://sessions/..%2f..%2f/snapshots/snapshot_1.json',
    'qt-commander://sessions/qt-00000000/snapshots/snapshot_01.json',
    'file:///etc/passwd',
    'nonsense',
  ])('%s is not found', async (uri) => {
    const notFound = { code: -32002, data: { uri } };
    await expect(here.client.readResource({ uri })).rejects.toMatchObject(notFound);
    await expect(here.client.subscribeResource({ uri })).rejects.toMatchObject(notFound);
  });

  it('what was evicted is no longer listed, and the list is told to have changed', async () => {
    await here[Symbol.asyncDispose]();
    await start({ ...DEFAULT_LIMITS, maxItems: 2 });
    const { id } = await here.launch();
    const first = await here.snapshot(id);
    await here.snapshot(id);
    await settled();
    const before = listChanges;
    const last = await here.snapshot(id);
    await settled();
    expect(listChanges).toBeGreaterThan(before);
    await expect(here.client.readResource({ uri: first })).rejects.toMatchObject({
      code: -32002,
      data: { uri: first },
    });
    expect(await listed()).not.toContain(first);
    expect(await listed()).toContain(last);
  });

  it('what another server has removed is found missing and no longer listed', async () => {
    const { id } = await here.launch();
    const uri = await here.snapshot(id);
    rmSync(`${here.folder}/snapshots/${id}`, { recursive: true });
    await expect(here.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
    expect(await listed()).toEqual(['deskprobe://guide']);
  });

  it('snapshots of a session that has ended can still be read', async () => {
    const { id } = await here.launch();
    const uri = await here.snapshot(id);
    await here.call('qt_detach', { session_id: id });
    expect(await here.read(uri)).toContain(id);
  });
});

describe('subscriptions', () => {
  it('one notification when a refresh replaces the snapshot, to who asked for it and as long as they want it', async () => {
    const [one, other] = [await here.launch(), await here.launch()];
    const [first] = [await here.snapshot(one.id), await here.snapshot(other.id)];
    await here.client.subscribeResource({ uri: first });
    await here.call('qt_get_snapshot', { session_id: one.id });
    await settled();
    expect(updated).toEqual([]);
    for (let round = 0; round < 2; round += 1) for (const { id } of [one, other]) await here.snapshot(id);
    await settled();
    expect(updated).toEqual([first]);

    const latest = `qt-commander://sessions/${one.id}/snapshots/latest.txt`;
    await here.client.subscribeResource({ uri: latest });
    await here.client.subscribeResource({ uri: latest });
    for (let round = 0; round < 2; round += 1) for (const { id } of [one, other]) await here.snapshot(id);
    await settled();
    expect(updated).toEqual([first, latest, latest]);
    await here.client.unsubscribeResource({ uri: latest });
    await here.snapshot(one.id);
    await settled();
    expect(updated).toEqual([first, latest, latest]);
  });
});

describe('sizes', () => {
  function largest(): number {
    return Math.max(...here.messages.map((message) => Buffer.byteLength(message)));
  }

  it('a file too big for a message is read without its lowest levels, and says where they were', async () => {
    const { id } = await here.launch((probe) => {
      const text = '"'.repeat(500);
      const groups = Array.from({ length: 100 }, (_, i) => node(100 + i, 1, { objectName: `group${i}` }));
      probe.tree = [
        node(1, 0),
        ...groups.flatMap((group) => [
          group,
          ...Array.from({ length: 100 }, (_, i) => node(1000 + group.handle * 100 + i, group.handle, { text })),
        ]),
      ];
    });
    const uri = await here.snapshot(id);
    const document = JSON.parse(await here.read(uri));
    expect(largest()).toBeLessThanOrEqual(8 * MIB);
    expect(largest()).toBeGreaterThan(6 * MIB);
    expect(document).toMatchObject({ truncated: true, truncated_by: ['size'] });
    expect(document.nodes[0].children).toHaveLength(100);
    const last = document.nodes[0].children.at(-1);
    expect(last).toMatchObject({ objectName: 'group99', children: [], children_omitted: 100 });
    expect(JSON.parse(await here.read(`${uri}?root_id=${last.objID}`))).toMatchObject({
      truncated: false,
      element_count: 101,
    });
  });

  it('200,000 elements stay within a message, as JSON and as outline, and do not hold up others', async () => {
    const { id } = await here.launch((probe) => {
      probe.tree = flatTree(199_999, { text: 'a rather long text, as some elements have' });
    });
    const uri = await here.snapshot(id);
    let longest = 0;
    let last = performance.now();
    const ticker = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const json = JSON.parse(await here.read(uri));
    const outline = await here.read(uri.replace('.json', '.txt'));
    clearInterval(ticker);
    expect(largest()).toBeLessThanOrEqual(8 * MIB);
    expect(json.nodes[0].children_omitted + json.element_count).toBe(200_000);
    expect(outline.slice(0, 1000)).toMatch(/truncated by size[\s\S]*\+\d+ children/);
    expect(longest).toBeLessThan(1500);
  });
});
