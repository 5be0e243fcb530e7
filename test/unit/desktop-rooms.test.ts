import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LinuxDesktop } from '../../server/desktop/desktop.js';
import { livingProcesses } from '../../server/desktop/processes.js';
import { processesMentioning } from '../harness/processes.js';

const forever = new AbortController().signal;
let runtimeFolder: string;
beforeEach(() => {
  runtimeFolder = mkdtempSync(path.join(tmpdir(), 'rooms-'));
});
afterEach(() => rmSync(runtimeFolder, { recursive: true, force: true }));

/** Processes that were started with a folder of this test. */
function inhabitants(): number[] {
  const living = new Set(livingProcesses().map(({ pid }) => pid));
  return processesMentioning(runtimeFolder).filter((pid) => living.has(pid));
}

function socketOf(display: string | undefined): string {
  return `/tmp/.X11-unix/X${display?.slice(1)}`;
}

it('a private room has a display with a window manager, closed to others, and is gone afterwards', async () => {
  const desktop = new LinuxDesktop({ runtimeFolder, environment: { ...process.env, WAYLAND_DISPLAY: 'wayland-9' } });
  const room = await desktop.room('private', forever);
  const { display, environment } = room;
  expect(environment).toMatchObject({ DISPLAY: display, QT_QPA_PLATFORM: 'xcb' });
  expect(environment.WAYLAND_DISPLAY).toBeUndefined();
  expect(statSync(environment.HOME ?? '').mode & 0o777).toBe(0o700);
  expect(statSync(environment.XAUTHORITY ?? '').mode & 0o777).toBe(0o600);
  const xprop = (env: NodeJS.ProcessEnv) =>
    execFileSync('xprop', ['-root', '_NET_WM_NAME', '_NET_SUPPORTING_WM_CHECK'], { env, stdio: 'pipe' });
  expect(String(xprop(environment))).toMatch(/window id # 0x/);
  expect(() => xprop({ ...environment, XAUTHORITY: '/dev/null' })).toThrow();
  expect(await desktop.room('private', forever)).toBe(room);

  await desktop[Symbol.asyncDispose]();
  expect(inhabitants()).toEqual([]);
  expect(existsSync(socketOf(display))).toBe(false);
  expect(readdirSync(path.join(runtimeFolder, 'rooms'))).toEqual([]);
});

it('an offscreen room has a bus and no display', async () => {
  const desktop = new LinuxDesktop({ runtimeFolder, environment: { ...process.env, DISPLAY: ':0' } });
  const { display, environment } = await desktop.room('offscreen', forever);
  expect(display).toBeUndefined();
  expect(environment.DISPLAY).toBeUndefined();
  expect(environment.QT_QPA_PLATFORM).toBe('offscreen');
  expect(existsSync(environment.DBUS_SESSION_BUS_ADDRESS?.replace('unix:path=', '') ?? '')).toBe(true);
  await desktop[Symbol.asyncDispose]();
});

it('a room whose display has died is replaced', async () => {
  const desktop = new LinuxDesktop({ runtimeFolder });
  const first = await desktop.room('private', forever);
  const server = inhabitants().find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('Xvfb'));
  process.kill(server ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(existsSync(socketOf(first.display))).toBe(false), 5_000);
  const second = await desktop.room('private', forever);
  expect(second.display).not.toBe(first.display);
  await desktop[Symbol.asyncDispose]();
  expect(inhabitants()).toEqual([]);
});

it('the rooms of a killed server are cleared away by the next one, and those of a living one are not', async () => {
  const living = new LinuxDesktop({ runtimeFolder });
  const kept = await living.room('offscreen', forever);
  const leftover = path.join(runtimeFolder, 'rooms', '4194304.1.61234');
  mkdirSync(path.join(leftover, 'run'), { recursive: true });
  const env = { ...process.env, XDG_RUNTIME_DIR: path.join(leftover, 'run') };
  const orphan = spawn('sleep', ['100'], { env, stdio: 'ignore' });
  const ended = once(orphan, 'exit');
  const socket = socketOf(':61234');
  symlinkSync('/nowhere', socket);

  await new LinuxDesktop({ runtimeFolder })[Symbol.asyncDispose]();
  expect((await ended)[1]).toBe('SIGTERM');
  expect(existsSync(leftover)).toBe(false);
  expect(readdirSync(path.dirname(socket))).not.toContain(path.basename(socket));
  expect(existsSync(kept.environment.HOME ?? '')).toBe(true);
  await living[Symbol.asyncDispose]();
});

it('without its programs there is no private display, and the package that brings them is named', async () => {
  const programs = path.join(runtimeFolder, 'bin');
  mkdirSync(programs);
  for (const name of ['setpriv', 'dbus-daemon', 'openbox']) symlinkSync(`/usr/bin/${name}`, path.join(programs, name));
  const desktop = new LinuxDesktop({ runtimeFolder, environment: { PATH: programs } });
  await expect(desktop.room('private', forever)).rejects.toMatchObject({
    code: 'display_unavailable',
    message: expect.stringContaining('Xvfb'),
    hint: expect.stringContaining('apt-get install xvfb'),
  });
  const missing = (await desktop.checks()).filter(({ needed, found }) => needed && found === undefined);
  expect(missing.map(({ name }) => name)).toEqual(['Xvfb']);
  await desktop[Symbol.asyncDispose]();
  expect(inhabitants()).toEqual([]);
});

it('without a display of its own the server has no current one', async () => {
  const desktop = new LinuxDesktop({ runtimeFolder, environment: { PATH: '/usr/bin' } });
  await expect(desktop.room('current', forever)).rejects.toMatchObject({
    code: 'display_unavailable',
    hint: expect.stringContaining('private'),
  });
});

it('a window’s picture is whole, also where another window covers it', async () => {
  const desktop = new LinuxDesktop({ runtimeFolder });
  const room = await desktop.room('private', forever);
  const show = async (title: string, color: string): Promise<number> => {
    const look = ['-bg', color, '-title', title, '-geometry', '300x200+100+100'];
    await desktop.start(room, ['xmessage', ...look, title], room.environment, undefined);
    const info = () => execFileSync('xwininfo', ['-name', title], { env: room.environment, stdio: 'pipe' });
    return vi.waitFor(() => Number(/Window id: (0x\w+)[\s\S]*IsViewable/.exec(String(info()))?.[1] ?? fail()), 5_000);
  };
  const below = await show('below', '#ff0000');
  await show('above', '#00ff00');
  await vi.waitFor(async () => {
    const picture = sharp(await desktop.picture(room, below, forever));
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 300, height: 200, channels: 3 });
    const greens = data.filter((value, at) => at % 3 === 1 && value > 128 && (data[at - 1] ?? 0) < 128).length;
    const reds = data.filter((value, at) => at % 3 === 0 && value > 200).length;
    expect(greens).toBe(0);
    expect(reds).toBeGreaterThan(300 * 200 * 0.6);
  }, 5_000);
  await expect(desktop.picture(room, 0x7fffffff, forever)).rejects.toMatchObject({ code: 'display_unavailable' });
  await desktop[Symbol.asyncDispose]();
});

function fail(): never {
  throw new Error('not yet');
}
