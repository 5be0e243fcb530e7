/** B58: when the client is gone the server ends, and what it started ends or lives as the documented rule says. */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XDesktop } from '../harness/displays.js';
import { cppFixture, serverMain } from '../harness/paths.js';
import { allProcesses, isRunning, parentOf, processTime } from '../harness/processes.js';
import { Sandbox } from '../harness/sandbox.js';
import { Server, type Session } from '../harness/server.js';
import { showing } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';
import { Wire } from '../harness/wire.js';

let desktop: XDesktop;
beforeAll(async () => {
  desktop = await XDesktop.start();
});
afterAll(() => desktop[Symbol.asyncDispose]());

/** The server itself, below the wrapper that a client may have started it through. */
function serverBelow(pid: number): number {
  return allProcesses().find((candidate) => parentOf(candidate) === pid) ?? pid;
}

const endings: { name: string; end: (wire: Wire, server: number) => void }[] = [
  { name: 'its stdin is closed', end: (wire) => wire.process.stdin.end() },
  {
    name: 'the client breaks off in the middle of a large answer',
    end: (wire) => {
      for (let call = 0; call < 200; call += 1) wire.send('tools/list');
      wire.process.stdout.destroy();
      wire.process.stdin.destroy();
    },
  },
  {
    name: 'only its stdout is closed',
    end: (wire) => {
      wire.process.stdout.destroy();
      wire.send('tools/list');
    },
  },
  { name: 'SIGTERM', end: (_wire, server) => process.kill(server, 'SIGTERM') },
  { name: 'SIGINT', end: (_wire, server) => process.kill(server, 'SIGINT') },
  { name: 'SIGHUP', end: (_wire, server) => process.kill(server, 'SIGHUP') },
];

describe.each(endings)('when $name', ({ end }) => {
  it('it ends within 5 s, its private applications with it, and those on the user’s display live on', async () => {
    // A wrapper that does not exec, as many clients use.
    const wire = await Wire.start(desktop.environment, ['/bin/sh', '-c', '"$0" "$@"; exit $?']);
    const server = serverBelow(wire.process.pid ?? 0);
    const [hidden, offscreen, shared] = [
      await wire.launch(cppFixture('loops'), 'private'),
      await wire.launch(cppFixture('loops'), 'offscreen'),
      await wire.launch(cppFixture('loops'), 'current'),
    ];
    const cpu = processTime(server);
    end(wire, server);
    let used = 0;
    await until(
      'the end of the server',
      () => {
        used = processTime(server) - cpu || used;
        return !isRunning(server);
      },
      5000,
    );
    expect(used).toBeLessThan(1000);
    await until('the end of the private applications', () => !isRunning(hidden.pid) && !isRunning(offscreen.pid), 2000);
    expect(isRunning(shared.pid)).toBe(true);

    {
      await using next = await Server.start({ sandbox: wire.sandbox, environment: desktop.environment });
      const session = await next.ok<Session>('qt_attach', { pid: shared.pid });
      showing(await next.snapshot(session.session_id), 'Hello');
      await next.ok('qt_detach', { session_id: session.session_id });
      expect(isRunning(shared.pid)).toBe(true);
      process.kill(shared.pid, 'SIGTERM');
      await until('the end of the shared application', () => !isRunning(shared.pid));
    }
    await wire.sandbox.expectEmpty();
    wire.sandbox.remove();
  });
});

it('a server that was killed leaves what the next one sweeps away', async () => {
  const wire = await Wire.start(desktop.environment);
  const server = wire.process.pid ?? 0;
  const wrapped = ['sh', '-c', '"$0"; true', ...cppFixture('loops')];
  const hidden = [
    await wire.launch(cppFixture('loops'), 'private'),
    await wire.launch(cppFixture('loops'), 'offscreen'),
    await wire.launch(wrapped, 'offscreen'),
  ];
  process.kill(server, 'SIGKILL');
  await wire.exited;
  await until('the end of the private applications', () => !hidden.some(({ pid }) => isRunning(pid)), 3000);
  {
    await using next = await Server.start({ sandbox: wire.sandbox, environment: desktop.environment });
    await until('only the new server', () =>
      wire.sandbox.leftovers().every((left) => left.startsWith(`process ${next.pid}:`)),
    );
  }
  await wire.sandbox.expectEmpty();
  wire.sandbox.remove();
});

it('a message that is too long ends the server with a reason', async () => {
  const wire = await Wire.start();
  wire.process.stdin.on('error', () => undefined).write('x'.repeat(11 * 1024 * 1024));
  await wire.exited;
  expect(wire.process.exitCode).toBe(1);
  await wire.sandbox.expectEmpty();
  wire.sandbox.remove();
});

it('a client that is gone before it said anything', async () => {
  const sandbox = new Sandbox();
  const child = spawn(process.execPath, [serverMain], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, ...sandbox.environment },
  });
  await until('the end of the server', () => child.exitCode !== null, 5000);
  await sandbox.expectEmpty();
  sandbox.remove();
});
