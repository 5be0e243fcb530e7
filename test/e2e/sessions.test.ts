/** Applications outlive servers: any server picks up what another one launched, and several may look at once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { XDesktop } from '../harness/displays.js';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { Sandbox } from '../harness/sandbox.js';
import { Server, type Session } from '../harness/server.js';
import { named, showing } from '../harness/snapshot.js';
import { timed, until } from '../harness/wait.js';

const sandbox = new Sandbox();
let desktop: XDesktop;
beforeAll(async () => {
  desktop = await XDesktop.start();
});
afterAll(async () => {
  await desktop[Symbol.asyncDispose]();
  await sandbox.expectEmpty();
  sandbox.remove();
});

function start(): Promise<Server> {
  return Server.start({ sandbox, environment: desktop.environment });
}

it('a second server attaches to what the first launched, both read it, and it outlives both', async () => {
  const first = await start();
  await using loops = await Fixture.launch(first, cppFixture('loops'), { display: 'current' });
  {
    await using second = await start();
    const { processes } = await second.ok<{ processes: { pid: number; probe: string }[] }>('qt_list_processes');
    expect(processes.find((entry) => entry.pid === loops.pid)?.probe).toBe('listening');
    const attached = await second.ok<Session>('qt_attach', { pid: loops.pid });
    const [here, there] = await Promise.all([
      first.snapshot(loops.id, { detail: 'full' }),
      second.snapshot(attached.session_id, { detail: 'full' }),
    ]);
    showing(here, 'Hello');
    showing(there, 'Hello');
  }
  await first[Symbol.asyncDispose]();
  expect(await loops.ask('state')).toBe('alive');

  await using third = await start(); // it also clears the socket away
  const attached = await third.ok<Session>('qt_attach', { pid: loops.pid });
  showing(await third.snapshot(attached.session_id), 'Hello');
  process.kill(loops.pid, 'SIGTERM');
  await until('its end', () => !isRunning(loops.pid));
});

it('a private application is seen by another server while its own one lives', async () => {
  await using first = await start();
  await using second = await start();
  await using loops = await Fixture.launch(first, cppFixture('loops', 5));
  const attached = await second.ok<Session>('qt_attach', { pid: loops.pid });
  showing(await second.snapshot(attached.session_id), 'Hello');
});

it('detaching leaves the application running, and attaching again works', async () => {
  await using server = await start();
  await using loops = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  await server.ok('qt_detach', { session_id: loops.id });
  expect(await loops.ask('state')).toBe('alive');
  expect((await server.failure('qt_snapshot', { session_id: loops.id })).code).toBe('unknown_session');
  for (let round = 0; round < 20; round += 1) {
    const { session_id } = await server.ok<Session>('qt_attach', { pid: loops.pid });
    showing(await server.snapshot(session_id), 'Hello');
    await server.ok('qt_detach', { session_id });
  }
});

it('lists its sessions', async () => {
  await using server = await start();
  await using loops = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  const { sessions } = await server.ok<{ sessions: { session_id: string; pid: number }[] }>('qt_list_sessions');
  expect(sessions).toMatchObject([{ session_id: loops.id, pid: loops.pid }]);
});

it('a modal dialog is read while it is open', async () => {
  await using server = await start();
  await using loops = await Fixture.launch(server, cppFixture('loops'));
  await loops.ask('modal');
  const snapshot = await until('the dialog', async () => {
    const taken = await server.snapshot(loops.id);
    return taken.windows.length === 2 && taken;
  });
  expect(snapshot.windows.find((window) => window.modal)).toMatchObject({ title: 'Question', kind: 'dialog' });
  expect(named(snapshot, 'qt_msgbox_label').text).toBe('Really?');
  expect(named(snapshot, 'button').visible).toBe(true);
});

it('a busy application is waited for, and others are not held up', async () => {
  await using server = await start();
  await using busy = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  await using other = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  await busy.ask('busy 3000');
  const waiting = timed(() => server.snapshot(busy.id));
  const quick = await timed(() => server.snapshot(other.id));
  expect(quick.ms).toBeLessThan(1000);
  const { ms, value } = await waiting;
  showing(value, 'Hello');
  expect(ms).toBeLessThan(5000);
});
