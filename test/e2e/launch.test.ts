/** B39 and the many ways an application starts: what qt_launch answers is what happened. */
import { chmodSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XDesktop } from '../harness/displays.js';
import { Fixture } from '../harness/fixture.js';
import { cppFixture, pythonFixture, qmlFixture } from '../harness/paths.js';
import { allProcesses, environmentOf, isRunning, parentOf, stateOf } from '../harness/processes.js';
import { Server } from '../harness/server.js';
import { all, showing } from '../harness/snapshot.js';
import { timed, until } from '../harness/wait.js';

let server: Server;
beforeAll(async () => {
  server = await Server.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function defunctChildren(): number[] {
  return allProcesses().filter((pid) => parentOf(pid) === server.pid && stateOf(pid) === 'Z');
}

function script(name: string, text: string): string {
  const file = server.sandbox.path(name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('every kind of event loop and start', () => {
  const kinds = [
    { name: 'exec, Qt 5', command: cppFixture('loops', 5) },
    { name: 'exec, Qt 6', command: cppFixture('loops', 6) },
    { name: 'own QEventLoop, Qt 5', command: cppFixture('loops', 5, '--mode', 'own-loop') },
    { name: 'own QEventLoop, Qt 6', command: cppFixture('loops', 6, '--mode', 'own-loop') },
    { name: 'processEvents, Qt 5', command: cppFixture('loops', 5, '--mode', 'process-events') },
    { name: 'processEvents, Qt 6', command: cppFixture('loops', 6, '--mode', 'process-events') },
    { name: 'modal dialog before exec, Qt 5', command: cppFixture('loops', 5, '--mode', 'modal-first') },
    { name: 'modal dialog before exec, Qt 6', command: cppFixture('loops', 6, '--mode', 'modal-first') },
    { name: 'PyQt5', command: pythonFixture('passwords', 'PyQt5') },
    { name: 'PyQt6', command: pythonFixture('passwords', 'PyQt6') },
    { name: 'QML', command: qmlFixture('Rows') },
  ];
  it.each(kinds)('$name, private and offscreen', async ({ command }) => {
    for (const display of ['private', 'offscreen']) {
      const { session_id, pid } = await server.launch(command, { display });
      const snapshot = await server.snapshot(session_id);
      expect(all(snapshot).length, display).toBeGreaterThan(1);
      process.kill(pid, 'SIGKILL');
    }
  });

  it('a shell wrapper that execs the application', async () => {
    const wrapper = script('wrapper', `exec ${cppFixture('loops').join(' ')} "$@"`);
    await using loops = await Fixture.launch(server, [wrapper]);
    showing(await server.snapshot(loops.id), 'Hello');
    expect(isRunning(loops.pid)).toBe(true);
  });

  it('a shell wrapper that starts the application in the background and ends: the pid is the application’s', async () => {
    const wrapper = script('background', `${cppFixture('loops').join(' ')} "$@" &`);
    await using loops = await Fixture.launch(server, [wrapper]);
    showing(await server.snapshot(loops.id), 'Hello');
    expect(environmentOf(loops.pid).DISPLAY).toMatch(/^:/);
    await loops.ask('state');
    expect(isRunning(loops.pid)).toBe(true);
  });

  it('an application with no window yet', async () => {
    await using loops = await Fixture.launch(server, cppFixture('loops', 6, '--mode', 'no-window'));
    const snapshot = await server.snapshot(loops.id);
    expect(snapshot).toMatchObject({ windows: [], nodes: [], truncated: false });
  });

  it('is the private display’s, or the caller’s own when asked', async () => {
    await using desktop = await XDesktop.start();
    await using own = await Server.start({ environment: desktop.environment });
    const here = await own.launch(cppFixture('loops'), { display: 'current' });
    const there = await own.launch(cppFixture('loops'));
    expect(environmentOf(here.pid).DISPLAY).toBe(desktop.environment.DISPLAY);
    expect(environmentOf(there.pid).DISPLAY).not.toBe(desktop.environment.DISPLAY);
    expect(environmentOf(there.pid).HOME).not.toBe(environmentOf(here.pid).HOME);
    showing(await own.snapshot(here.session_id), 'Hello');
    showing(await own.snapshot(there.session_id), 'Hello');
    process.kill(here.pid, 'SIGKILL');
  });

  it('passes env and cwd on', async () => {
    const { pid } = await server.launch(cppFixture('loops'), { env: { GREETING: 'Grüße' }, cwd: '/usr' });
    expect(environmentOf(pid).GREETING).toBe('Grüße');
  });
});

describe('what does not start is an error that says why', () => {
  it('a command that does not exist', async () => {
    const { ms, value } = await timed(() => server.failure('qt_launch', { command: ['no-such-app-xyz'] }));
    expect(value).toMatchObject({ code: 'command_not_found', hint: expect.stringMatching(/./) });
    expect(value.text).toContain('no-such-app-xyz');
    expect(ms).toBeLessThan(5000);
  });

  it('a command that ends at once, with its exit status and last words', async () => {
    const { ms, value } = await timed(() => server.failure('qt_launch', { command: ['/bin/false'] }));
    expect(value.text).toMatch(/\b1\b/);
    expect(ms).toBeLessThan(5000);
    const failing = script('failing', 'echo "no such license" >&2; exit 42');
    const told = await server.failure('qt_launch', { command: [failing] });
    expect(told.text).toContain('42');
    expect(told.text).toContain('no such license');
  });

  it('an application that dies of a signal', async () => {
    const dying = script('dying', 'kill -SEGV $$');
    expect((await server.failure('qt_launch', { command: [dying] })).text).toContain('SIGSEGV');
  });

  it('an application that is slower than the time we wait', async () => {
    const { ms, value } = await timed(() =>
      server.failure('qt_launch', { command: cppFixture('loops', 6, '--mode', 'slow-start', '--delay', '60000') }),
    );
    expect(value.hint).not.toBe('');
    expect(ms).toBeLessThan(12_000);
  });
});

it('an application that was killed is reported within 2 s, and no defunct child stays', async () => {
  await using tabs = await Fixture.launch(server, pythonFixture('tabs'));
  process.kill(tabs.pid, 'SIGKILL');
  const { ms, value } = await timed(() =>
    until('the session to be told as exited', async () => {
      const { sessions } = await server.ok<{ sessions: { session_id: string; state: string; exit_signal?: string }[] }>(
        'qt_list_sessions',
      );
      return sessions.find((session) => session.session_id === tabs.id && session.state === 'exited');
    }),
  );
  expect(value.exit_signal).toBe('SIGKILL');
  expect(ms).toBeLessThan(2000);
  const failure = await server.failure('qt_snapshot', { session_id: tabs.id });
  expect(failure.code).toBe('app_exited');
  expect(failure.text).toContain('SIGKILL');
  await until('no defunct children', () => defunctChildren().length === 0, 2000);
});
