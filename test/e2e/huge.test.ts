/** B54: huge values and huge trees reach the client in pieces that it can take. */
import { readFileSync } from 'node:fs';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonFixture } from '../harness/paths.js';
import { type SnapshotAnswer, textOf } from '../harness/server.js';
import { all, checkSnapshot, named } from '../harness/snapshot.js';
import { type Message, Wire } from '../harness/wire.js';

const maximumMessage = 8 * 1024 * 1024;
const maximumText = 100_000;

let wire: Wire;
let sessionId: string;

async function read(uri: string): Promise<Message> {
  return wire.request('resources/read', { uri }, 60_000);
}

function textOfResource(message: Message): string {
  const { contents } = message.result as { contents: { text: string }[] };
  return contents[0]?.text ?? '';
}

beforeAll(async () => {
  wire = await Wire.start();
  ({ session_id: sessionId } = await wire.launch(pythonFixture('huge'), 'offscreen'));
});
afterAll(() => wire[Symbol.asyncDispose]());

async function take(detail: string): Promise<string> {
  const taken = await wire.callTool('qt_snapshot', { session_id: sessionId, detail, max_depth: -1 }, 60_000);
  expect(textOf(taken)).toContain('elements');
  const { result } = taken.structuredContent as { result: SnapshotAnswer };
  return result.uri;
}

describe('an application of 20,000 labels, a text of 30 MB and a tool tip of 5 MB', () => {
  it('is captured whole, with huge values cut and their full length told', async () => {
    const uri = await take('extended');
    const path = uri.replace('qt-commander://sessions/', '').replace('/snapshots/', '/');
    const snapshot = checkSnapshot(JSON.parse(readFileSync(`${wire.sandbox.output}/snapshots/${path}`, 'utf8')));
    expect(all(snapshot).filter((node) => node.objectName.startsWith('named')).length).toBe(20_000);
    expect(snapshot.truncated).toBe(false);
    const emoji = named(snapshot, 'emoji');
    expect(emoji.cut).toMatchObject({ text: 80_000 });
    expect(emoji.text?.length).toBeLessThanOrEqual(10_001);
    expect(emoji.text?.endsWith('…')).toBe(true);
    // Cut between characters, not in the middle of one.
    expect(emoji.text).not.toMatch(/[\ud800-\udbff]…$/);
    const tip = named(snapshot, 'tip');
    expect(tip.cut).toMatchObject({ toolTip: 5_000_022 });
    expect(String(tip.properties.toolTip).length).toBeLessThanOrEqual(10_001);
  });

  it('can be read in ranges when the whole is too large for a message', async () => {
    const uri = await take('full');
    const whole = JSON.parse(textOfResource(await read(uri)));
    expect(checkSnapshot(whole)).toMatchObject({ truncated: true, truncated_by: ['size'] });
    // What the message could not hold is in parts of it, down to the last label.
    const holder = all(whole).find((node) => node.children_omitted !== undefined);
    const part = JSON.parse(textOfResource(await read(`${uri}?query=named19999`)));
    expect(named(checkSnapshot(part), 'named19999').text).toBe('label 19999');
    const below = JSON.parse(textOfResource(await read(`${uri}?root_id=${holder?.objID}&depth=0`)));
    expect(all(checkSnapshot(below)).map((node) => node.objID)).toEqual([holder?.objID]);
    const { resourceTemplates } = (await wire.request('resources/templates/list')).result as {
      resourceTemplates: { uriTemplate: string }[];
    };
    expect(resourceTemplates.some((template) => template.uriTemplate.includes('root_id'))).toBe(true);
  });

  it('never makes a message above 8 MiB or a tool text above 100 kB', async () => {
    const uri = await take('full');
    for (const format of ['json', 'text']) {
      await wire.callTool('read_snapshot', { uri, depth: -1, format });
      await wire.callTool('read_snapshot', { uri, depth: -1, query: 'label', format });
    }
    await read(uri.replace('.json', '.txt'));
    const { resources } = (await wire.request('resources/list')).result as { resources: { uri: string }[] };
    for (const resource of resources) await read(resource.uri);
    for (const line of wire.lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maximumMessage);
    for (const { result } of wire.messages) {
      const { data } = CallToolResultSchema.safeParse(result);
      if (data) expect(Buffer.byteLength(textOf(data))).toBeLessThan(maximumText);
    }
  });
});
