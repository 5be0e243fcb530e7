/** qt_prune_snapshot drops nothing that can be seen: an element whose hiding changes the picture is kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, quickFixture } from '../harness/paths.js';
import { type Picture, screenshot } from '../harness/screen.js';
import { Server } from '../harness/server.js';
import { all, type Snapshot } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

async function pruned(sessionId: string): Promise<{ before: Snapshot; after: Snapshot }> {
  const before = await server.snapshot(sessionId);
  const { result } = await server.ok<{ result: { uri: string; kept: number; removed: number } }>('qt_prune_snapshot', {
    session_id: sessionId,
  });
  const after = await server.read(result.uri);
  expect(all(after).length).toBe(result.kept);
  expect(all(before).length).toBe(result.kept + result.removed);
  return { before, after };
}

function namesIn(snapshot: Snapshot): string[] {
  return all(snapshot).map(({ objectName }) => objectName);
}

/** Those whose absence makes another picture. Each is brought back. */
async function seen(
  names: string[],
  setShown: (name: string, shown: boolean) => Promise<unknown>,
  picture: () => Promise<Picture>,
): Promise<string[]> {
  const found: string[] = [];
  const whole = await picture();
  for (const name of names) {
    await setShown(name, false);
    const without = await picture();
    if (!without.data.equals(whole.data)) found.push(name);
    await setShown(name, true);
  }
  return found;
}

describe.each([5, 6] as const)('widgets of Qt %i', (major) => {
  it('that can be seen are kept, and those that are covered, clipped or scrolled away are dropped', async () => {
    await using cover = await Fixture.launch(server, cppFixture('cover', major));
    const names = (await cover.ask('names')).split(' ');
    await until('the first picture', async () => {
      const one = await screenshot(cover.pid, 'cover');
      return (await screenshot(cover.pid, 'cover')).data.equals(one.data);
    });
    const { before, after } = await pruned(cover.id);
    expect(namesIn(before)).toEqual(expect.arrayContaining(names));
    const visible = await seen(
      names,
      (name, shown) => cover.ask(`${shown ? 'show' : 'hide'} ${name}`),
      () => screenshot(cover.pid, 'cover'),
    );
    expect(visible).toEqual(
      expect.arrayContaining(['free', 'lid', 'tinted', 'half', 'holed', 'holedBehind', 'clipped', 'scrolledIn']),
    );
    expect(namesIn(after)).toEqual(expect.arrayContaining(visible));
    for (const name of ['covered', 'below', 'outside', 'scrolledOut']) {
      expect(visible).not.toContain(name);
      expect(namesIn(after), name).not.toContain(name);
    }
    await cover.kill();
  });
});

describe.each([5, 6] as const)('items of Qt %i', (major) => {
  it('that can be seen are kept, and those that are covered, clipped or transparent are dropped', async () => {
    const env = { QT_QUICK_BACKEND: 'software' };
    await using cover = await Fixture.launch(server, quickFixture('Cover', major), { display: 'offscreen', env });
    const { before, after } = await pruned(cover.id);
    const names = namesIn(before).filter((name) => name !== '');
    expect(names.length).toBeGreaterThan(15);
    const visible = await seen(
      names,
      (name, shown) => cover.ask(`${name}.visible = ${shown}`),
      async () => {
        const [shot] = await server.screenshots(cover.id);
        if (shot === undefined) throw new Error('No picture');
        return shot.picture;
      },
    );
    expect(visible).toEqual(expect.arrayContaining(['free', 'tinted', 'dimmed', 'high', 'spilled', 'corner', 'rim']));
    expect(namesIn(after)).toEqual(expect.arrayContaining(visible));
    for (const name of ['covered', 'low', 'outside', 'faded']) {
      expect(visible).not.toContain(name);
      expect(namesIn(after), name).not.toContain(name);
    }
    await cover.kill();
  });
});

it('says how much of each element is seen, and drops what is seen less than asked for', async () => {
  const cover = await Fixture.launch(server, cppFixture('cover'), { display: 'offscreen' });
  const { after } = await pruned(cover.id);
  const ratio = (name: string): number | undefined =>
    all(after).find(({ objectName }) => objectName === name)?.visible_ratio;
  expect(ratio('free')).toBe(1);
  expect(ratio('half')).toBeCloseTo(0.5, 1);
  const { result } = await server.ok<{ result: { uri: string } }>('qt_prune_snapshot', {
    session_id: cover.id,
    min_visible_ratio: 0.9,
  });
  const strict = namesIn(await server.read(result.uri));
  expect(strict).toContain('free');
  expect(strict).not.toContain('half');
});
