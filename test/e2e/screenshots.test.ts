/** B28: a picture shows the window or element that was asked for, whatever is on the screen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WaylandDesktop } from '../harness/displays.js';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { edgeDistance, extentOf, middle, pixel, screenshot } from '../harness/screen.js';
import { type Screenshot, Server } from '../harness/server.js';
import { standOn } from '../harness/stand.js';
import { until } from '../harness/wait.js';

const red = [255, 0, 0];
const green = [0, 128, 0];
const yellow: [number, number, number] = [255, 255, 0];

function patch(color: string, major: 5 | 6): string[] {
  return cppFixture('patch', major, '--color', color);
}

/** The picture of the only window of an application. */
async function pictureOf(server: Server, fixture: Fixture): Promise<Screenshot> {
  const { windows } = await server.snapshot(fixture.id, { include_hidden: true });
  const window = windows.find(({ kind }) => kind === 'window');
  const [shot] = await server.screenshots(fixture.id, window?.objID);
  if (shot === undefined) throw new Error('No picture');
  return shot;
}

function expectPatch(shot: Screenshot, color: number[]): void {
  expect(shot).toMatchObject({ x: 0, y: 0, width: 240 * shot.scale, height: 160 * shot.scale });
  const { width, height } = shot.picture;
  for (const [x, y] of [
    [2, 2],
    [width - 3, 2],
    [2, height - 3],
    [width - 3, height - 3],
  ] as const) {
    expect(pixel(shot.picture, x, y)).toEqual(color);
  }
}

describe.each([5, 6] as const)('on X11, with Qt %i', (major) => {
  let server: Server;
  let under: Fixture;
  let over: Fixture;
  beforeAll(async () => {
    server = await Server.start();
    under = await Fixture.launch(server, patch('red', major));
    over = await Fixture.launch(server, patch('green', major));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('a window that another covers', async () => {
    await until('red is covered', async () => {
      const picture = await screenshot(under.pid);
      return extentOf(picture, [0, 128, 0]) !== undefined && extentOf(picture, [255, 0, 0]) === undefined;
    });
    expectPatch(await pictureOf(server, under), red);
    expectPatch(await pictureOf(server, over), green);
  });

  it('an element of it', async () => {
    const button = await server.findOnly(under.id, '#button');
    const [shot] = await server.screenshots(under.id, button.element_id);
    expect(shot).toMatchObject({ x: 108, y: 68, width: 24, height: 24, scale: 1 });
    const whole = await pictureOf(server, under);
    for (let x = 0; x < 24; x += 1) {
      expect(shot && pixel(shot.picture, x, 12)).toEqual(pixel(whole.picture, 108 + x, 80));
    }
  });

  it('a window with the popup that stands over it', async () => {
    expect((await under.ask('popup')).endsWith('1')).toBe(true);
    const shot = await until('a picture with the menu', async () => {
      const taken = await pictureOf(server, under);
      return extentOf(taken.picture, yellow) !== undefined && taken;
    });
    expect(pixel(shot.picture, 2, 2)).toEqual(red);
    expect((await under.ask('close')).endsWith('0')).toBe(true);
    const { picture } = await pictureOf(server, under);
    expect(extentOf(picture, yellow)).toBeUndefined();
  });

  it('a window that is minimised', async () => {
    await under.ask('minimise');
    await until('red is gone', async () => (await under.ask('state')).startsWith('1'));
    expectPatch(await pictureOf(server, under), red);
    await under.ask('show');
  });

  it('is refused for a window that is hidden, and says why', async () => {
    const { windows } = await server.snapshot(over.id);
    await over.ask('hide');
    const failure = await server.failure('qt_screenshot', { session_id: over.id, element_id: windows[0]?.objID });
    expect(failure.code).toBe('element_hidden');
    await over.ask('show');
  });

  it('every window of an application, shown inline as well', async () => {
    const result = await server.call('qt_screenshot', { session_id: under.id, max_side: 100 });
    const images = result.content.filter(({ type }) => type === 'image');
    expect(images.length).toBe(1);
    expect(result.structuredContent).toMatchObject({ screenshots: [{ width: 240, height: 160 }] });
  });
});

describe.each([1, 1.5, 2])('at scale %s', (scale) => {
  it('a window and its element have their pixels', async () => {
    await using server = await Server.start();
    const env = { QT_SCALE_FACTOR: String(scale) };
    const grid = await Fixture.launch(server, cppFixture('grid', 6), { display: 'offscreen', env });
    const cell = await server.findOnly(grid.id, '#cell17');
    const [shot] = await server.screenshots(grid.id, cell.element_id);
    expect(shot?.scale).toBe(scale);
    // The picture starts and ends with whole pixels.
    const logical = shot && { x: shot.x, y: shot.y, width: shot.width / scale, height: shot.height / scale };
    expect(logical && edgeDistance(logical, cell.rect)).toBeLessThan(1);
    expect(shot && middle(shot.picture)).toEqual([200 - 17, 17, 255 - 17]);
  });
});

describe('offscreen', () => {
  it.each([5, 6] as const)('a window of Qt %i', async (major) => {
    await using server = await Server.start();
    const hidden = await Fixture.launch(server, patch('red', major), { display: 'offscreen' });
    expectPatch(await pictureOf(server, hidden), red);
    await hidden.ask('popup');
    expect(extentOf((await pictureOf(server, hidden)).picture, yellow)).toBeDefined();
  });
});

describe('on sway', () => {
  const stand = standOn(WaylandDesktop.start);

  it.each([5, 6] as const)('a window of Qt %i that is covered, and one on another workspace', async (major) => {
    const { server, desktop } = stand;
    const current = { display: 'current' };
    await using under = await Fixture.launch(server, patch('red', major), current);
    await using over = await Fixture.launch(server, patch('green', major), current);
    await until('both are placed', async () => {
      const tree = await desktop.sway('-t', 'get_tree');
      return tree.includes('"name": "red"') && tree.includes('"name": "green"');
    });
    expectPatch(await pictureOf(server, under), red);
    await desktop.sway('[title="red"] move container to workspace 2');
    expectPatch(await pictureOf(server, under), red);
    expectPatch(await pictureOf(server, over), green);
    const button = await server.findOnly(under.id, '#button');
    const [shot] = await server.screenshots(under.id, button.element_id);
    expect(shot).toMatchObject({ x: 108, y: 68, width: 24, height: 24 });
    for (const fixture of [under, over]) await fixture.kill();
  });
});
