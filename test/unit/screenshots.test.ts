/** qt_screenshot, through the official client. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Picture } from '../../server/ports.js';
import { codeOf, type FakeProbe, type Rig, rig, textOf, window } from './fakes.js';

let here: Rig;
let id: string;
let probe: FakeProbe;
beforeEach(async () => {
  here = await rig();
  ({ id, probe } = await here.launch());
});
afterEach(() => here[Symbol.asyncDispose]());

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

function picture(width: number, height: number, more: Partial<Picture> = {}): Picture {
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, i) => (i % width < width / 2 ? RED : BLUE)).flat(),
  );
  return { window: 1, x: 0, y: 0, width, height, scale: 1, masked: 0, pixels, ...more };
}

interface Shot {
  uri: string;
  [field: string]: unknown;
}

function shotsOf(result: CallToolResult): Shot[] {
  return (result.structuredContent as unknown as { screenshots: Shot[] }).screenshots; // its schema was checked by the client
}

function imagesOf(result: CallToolResult): Buffer[] {
  return result.content.flatMap((part) => (part.type === 'image' ? [Buffer.from(part.data, 'base64')] : []));
}

async function pixelsOf(png: Buffer): Promise<{ width: number; height: number; first: number[]; last: number[] }> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, first: [...data.subarray(0, 4)], last: [...data.subarray(-4)] };
}

describe('a screenshot', () => {
  it('is stored as it was rendered, and shown', async () => {
    probe.grabOutcome = { state: 'ok', pictures: [picture(20, 10, { x: 3, y: 4, scale: 2, masked: 1 })] };
    const result = await here.call('qt_screenshot', { session_id: id });
    expect(probe.asked).toEqual([[undefined]]);
    const [shot] = shotsOf(result);
    expect(shot).toEqual({
      uri: `qt-commander://sessions/${id}/screenshots/screenshot_1.png`,
      window_id: expect.any(Number),
      window_title: 'Fake',
      x: 3,
      y: 4,
      width: 20,
      height: 10,
      scale: 2,
      masked: 1,
      inline_scale: 1,
    });
    expect(result.content.map(({ type }) => type)).toEqual(['text', 'image', 'resource_link']);
    expect(result.content[2]).toMatchObject({ uri: shot?.uri, mimeType: 'image/png' });
    const file = readFileSync(path.join(here.folder, 'snapshots', id, 'screenshot_1.png'));
    expect(await pixelsOf(file)).toEqual({ width: 20, height: 10, first: RED, last: BLUE });
    expect(imagesOf(result)[0]?.equals(file)).toBe(true);
  });

  it('of every window is one of each, in any order of theirs', async () => {
    probe.windows = [window(1, { title: 'A' }), window(9, { title: 'B' })];
    probe.grabOutcome = { state: 'ok', pictures: [picture(4, 4, { window: 9 }), picture(4, 4)] };
    const result = await here.call('qt_screenshot', { session_id: id, inline: false });
    expect(shotsOf(result)).toMatchObject([{ window_title: 'B' }, { window_title: 'A' }]);
    expect(result.content.map(({ type }) => type)).toEqual(['text', 'resource_link', 'resource_link']);
    expect(here.store.listScreenshots()).toHaveLength(2);
  });

  it('of an element names it; its window can be used at once', async () => {
    probe.grabOutcome = { state: 'ok', pictures: [picture(4, 4)] };
    const [whole] = shotsOf(await here.call('qt_screenshot', { session_id: id }));
    const [shot] = shotsOf(await here.call('qt_screenshot', { session_id: id, element_id: whole?.window_id }));
    expect(probe.asked.at(-1)).toEqual([1]);
    expect(shot).toMatchObject({ element_id: whole?.window_id, window_id: whole?.window_id });
  });

  it('is shown smaller where it is large, and stored as it is', async () => {
    probe.grabOutcome = { state: 'ok', pictures: [picture(400, 100)] };
    const result = await here.call('qt_screenshot', { session_id: id, max_side: 100 });
    const [shot] = shotsOf(result);
    expect(shot).toMatchObject({ width: 400, height: 100, inline_scale: 0.25 });
    expect(await pixelsOf(imagesOf(result)[0] ?? Buffer.alloc(0))).toEqual({
      width: 100,
      height: 25,
      first: RED,
      last: BLUE,
    });
  });

  it('never makes a message too large, however many there are and whatever is in them', async () => {
    const noise = randomBytes(1200 * 1200 * 4);
    probe.grabOutcome = {
      state: 'ok',
      pictures: Array.from({ length: 3 }, () => picture(1200, 1200, { pixels: noise })),
    };
    const result = await here.call('qt_screenshot', { session_id: id });
    expect(imagesOf(result)).toHaveLength(3);
    expect(Buffer.byteLength(here.messages.at(-1) ?? '')).toBeLessThan(8 * 1024 * 1024);
    expect(shotsOf(result)[0]?.inline_scale).toBeLessThan(1);
  });

  it.each([
    ['gone', 'stale_element', /destroyed or hidden/],
    ['hidden', 'element_hidden', /not shown/],
    ['empty', 'element_hidden', /Nothing of .* inside its window/],
  ] as const)('of what is %s fails', async (state, code, message) => {
    probe.grabOutcome = { state: 'ok', pictures: [picture(4, 4)] };
    const [whole] = shotsOf(await here.call('qt_screenshot', { session_id: id }));
    probe.grabOutcome = { state };
    const result = await here.call('qt_screenshot', { session_id: id, element_id: whole?.window_id });
    expect(codeOf(result)).toBe(code);
    expect(textOf(result)).toMatch(message);
  });

  it('of an application without windows is none, and no error', async () => {
    probe.grabOutcome = { state: 'ok', pictures: [] };
    const result = await here.call('qt_screenshot', { session_id: id });
    expect(shotsOf(result)).toEqual([]);
    expect(textOf(result)).toContain('shows no window');
  });
});
