/** The measurements: each is a median over rounds in which everything that is compared takes turns. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { benchProgram, inProject, median } from './application.mjs';

export const tiers = ['core', 'extended', 'full'];

/** What whole snapshots of `widgets` nested widgets cost; times in ms, `unit` is one trivial walk. Medians, but for longestStall. */
export async function measureSnapshots(server, widgets, rounds) {
  const { sessionId, application } = await server.launch(widgets);
  const walks = [];
  const samples = Object.fromEntries(tiers.map((tier) => [tier, []]));
  for (const tier of tiers) await server.snapshot(sessionId, tier);
  for (let round = 0; round < rounds; round += 1) {
    for (const tier of tiers) {
      await delay(100);
      walks.push(await application.walk());
      let bytes = 0;
      const snapshot = async () => {
        bytes = await server.snapshot(sessionId, tier);
      };
      const cost = await application.cost(snapshot);
      const idleGap = await application.gap(() => delay(Math.max(cost.wall, 50)));
      const gap = await application.gap(snapshot);
      samples[tier].push({ ...cost, bytes, stall: gap - idleGap });
    }
  }
  application.close();
  process.kill(application.pid, 'SIGKILL');
  const middle = (tier, field) => median(samples[tier].map((sample) => sample[field]));
  const fields = ['gui', 'wall', 'stall', 'bytes'];
  const longestStall = (tier) => Math.max(...samples[tier].map(({ stall }) => stall));
  return {
    widgets,
    unit: median(walks),
    tiers: Object.fromEntries(
      tiers.map((tier) => [
        tier,
        {
          ...Object.fromEntries(fields.map((field) => [field, middle(tier, field)])),
          longestStall: longestStall(tier),
        },
      ]),
    ),
  };
}

/** One walk of the same tree over the accessibility bus with libatspi: times in ms. */
export async function measureAccessibility(server, widgets) {
  const { application } = await server.launch(widgets, { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' });
  const entries = readFileSync(`/proc/${application.pid}/environ`, 'utf8').split('\0');
  const environment = Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/s, 2)));
  const script = inProject('test/harness/accessible.py');
  let elements = 0;
  const walk = async () => {
    const { stdout } = await promisify(execFile)('/usr/bin/python3', [script, String(application.pid)], {
      env: environment,
      maxBuffer: 1 << 28,
    });
    elements = JSON.parse(stdout).length;
  };
  const cost = await application.cost(walk);
  application.close();
  process.kill(application.pid, 'SIGKILL');
  return { widgets, elements, ...cost };
}

/** From the start of a program to its running event loop, in ms, without and with the probe. */
export async function measureStartUp(widgets, pairs) {
  const folder = mkdtempSync(join(tmpdir(), 'deskprobe-bench-'));
  const probe = {
    LD_PRELOAD: inProject('dist/probe/preload.so'),
    DESKPROBE_SOCKET_DIR: folder,
    DESKPROBE_LAUNCH: 'bench',
  };
  const without = [];
  const withProbe = [];
  await startUp(widgets, {});
  for (let pair = 0; pair < pairs; pair += 1) {
    // Who goes first changes, so that a drift of the machine favours neither.
    const turns = pair % 2 === 0 ? [without, withProbe] : [withProbe, without];
    for (const times of turns) times.push(await startUp(widgets, times === withProbe ? probe : {}));
  }
  rmSync(folder, { recursive: true, force: true });
  return { widgets, without: median(without), with: median(withProbe) };
}

async function startUp(widgets, environment) {
  const start = process.hrtime.bigint();
  const child = spawn(benchProgram, ['--widgets', String(widgets)], {
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    // The application reads the clock that hrtime reads.
    return Number(BigInt(line.slice(6)) - start) / 1e6;
  }
  throw new Error('The bench application ended before it was ready.');
}
