/**
 * Launches and kills in turn leave nothing behind. DESKPROBE_CHURN is the number of launches (200); every tenth round ends
 * with the server itself being killed or asked to end.
 */
import { expect, it } from 'vitest';
import { cppFixture, pythonFixture } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { Sandbox } from '../harness/sandbox.js';
import { Server } from '../harness/server.js';
import { all } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

const rounds = Number(process.env.DESKPROBE_CHURN ?? 200);
const roundsOfServer = 10;

const commands = [
  cppFixture('loops', 6),
  cppFixture('loops', 5),
  cppFixture('gallery', 6),
  cppFixture('loops', 6, '--mode', 'own-loop'),
  pythonFixture('passwords', 'PyQt6'),
];

it(`${rounds} launches and kills leave no process, socket, file or display`, async () => {
  const sandbox = new Sandbox();
  for (let first = 0; first < rounds; first += roundsOfServer) {
    const server = await Server.start({ sandbox });
    let last = 0;
    for (let round = first; round < Math.min(first + roundsOfServer, rounds); round += 1) {
      const display = round % 3 === 0 ? 'private' : 'offscreen';
      const { session_id, pid } = await server.launch(commands[round % commands.length] ?? [], { display });
      expect(all(await server.snapshot(session_id)).length).toBeGreaterThan(0);
      expect(isRunning(pid), `round ${round}: no application dies by itself`).toBe(true);
      last = pid;
      // The last application of a server is left to it.
      if (round % roundsOfServer === roundsOfServer - 1) break;
      process.kill(pid, round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
      await until(`the end of application ${pid}`, () => !isRunning(pid));
    }
    const pid = server.pid;
    const kind = (first / roundsOfServer) % 3;
    if (kind === 0) await server[Symbol.asyncDispose]();
    else process.kill(pid, kind === 1 ? 'SIGTERM' : 'SIGKILL');
    await until('the end of the server', () => !isRunning(pid));
    await until('the end of its last application', () => !isRunning(last), 5000);
    if (kind !== 2) await sandbox.expectEmpty();
  }
  // What a killed server could not clear, the next one does.
  await (await Server.start({ sandbox }))[Symbol.asyncDispose]();
  await sandbox.expectEmpty();
  sandbox.remove();
}, 600_000);
