/** What the domain relies on in every backend, held against each of them with a real application. */
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QtAdapter } from '../../probe-qt/adapter.js';
import { LinuxDesktop } from '../../server/desktop/desktop.js';
import type { Adapter, CaptureEvent, CaptureParams, Probe, ProbeNode } from '../../server/ports.js';
import { cppFixture, inProject } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { Sandbox } from '../harness/sandbox.js';

const backends: { kind: string; open: (folder: string) => Adapter }[] = [
  { kind: 'qt', open: (socketFolder) => new QtAdapter({ socketFolder, probeFolder: inProject('dist/probe') }) },
];

const everything: CaptureParams = {
  detail: 'extended',
  includeHidden: false,
  maxDepth: -1,
  propDepth: 1,
  root: undefined,
};

async function capture(
  probe: Probe,
  params: Partial<CaptureParams> = {},
  signal: AbortSignal = AbortSignal.timeout(10_000),
): Promise<CaptureEvent[]> {
  const events: CaptureEvent[] = [];
  for await (const event of probe.capture({ ...everything, ...params }, signal)) events.push(event);
  return events;
}

function nodesOf(events: CaptureEvent[]): ProbeNode[] {
  return events.flatMap((event) => (event.kind === 'nodes' ? event.nodes : []));
}

function endOf(events: CaptureEvent[]): unknown {
  const last = events.at(-1);
  return last?.kind === 'end' ? last.end : undefined;
}

describe.each(backends)('the $kind backend', ({ kind, open }) => {
  const sandbox = new Sandbox();
  const signal = (): AbortSignal => AbortSignal.timeout(10_000);
  let desktop: LinuxDesktop;
  let adapter: Adapter;
  let probe: Probe;

  beforeAll(() => {
    mkdirSync(sandbox.sockets, { mode: 0o700 });
    const environment = { ...process.env, ...sandbox.environment };
    desktop = new LinuxDesktop({ runtimeFolder: sandbox.sockets, environment });
    adapter = open(sandbox.sockets);
  });
  beforeEach(async () => {
    const room = await desktop.room('offscreen', signal());
    const command = cppFixture('gallery');
    const launchable = {
      command,
      environment: room.environment,
      start: (environment: Record<string, string>) => desktop.start(room, command, environment, undefined),
    };
    probe = await adapter.launch(launchable, signal());
    await probe.waitForWindow(signal());
    return async () => {
      await probe[Symbol.asyncDispose]();
      if (isRunning(probe.target.pid)) process.kill(probe.target.pid, 'SIGKILL');
    };
  });
  afterAll(async () => {
    await desktop[Symbol.asyncDispose]();
    await adapter[Symbol.asyncDispose]();
    await sandbox.expectEmpty();
    sandbox.remove();
  });

  it('says what it is and that it works here', async () => {
    expect(adapter.kind).toBe(kind);
    const missing = (await adapter.checks()).filter((check) => check.needed && check.found === undefined);
    expect(missing).toEqual([]);
  });

  it('lists a target that it can attach to', async () => {
    const target = (await adapter.list(signal())).find(({ pid }) => pid === probe.target.pid);
    expect(target).toMatchObject({ probe: 'listening', remedy: undefined });
    await using second = await adapter.attach(probe.target.pid, signal());
    expect(second.target).toEqual(probe.target);
  });

  it('captures windows first, parents before children, depth first, and the end last', async () => {
    const events = await capture(probe);
    expect(events.map((event) => event.kind).filter((value, index, list) => value !== list[index - 1])).toEqual([
      'windows',
      'nodes',
      'end',
    ]);
    expect(endOf(events)).toEqual({ rootFound: true, truncated: [] });
    const path: number[] = [];
    for (const node of nodesOf(events)) {
      const depth = node.parent === 0 ? 0 : path.lastIndexOf(node.parent) + 1;
      expect(node.parent === 0 || depth > 0, `${node.objectName} comes after its parent`).toBe(true);
      path.length = depth;
      path.push(node.handle);
    }
    expect(nodesOf(events).find((node) => node.objectName === 'push')).toMatchObject({
      role: 'push button',
      text: 'Push me',
    });
  });

  it('gives an object the same handle in every capture and over every link', async () => {
    await using second = await adapter.attach(probe.target.pid, signal());
    const [first, again, other] = [await capture(probe), await capture(probe), await capture(second)];
    const handles = (events: CaptureEvent[]): number[] => nodesOf(events).map((node) => node.handle);
    expect(handles(again)).toEqual(handles(first));
    expect(handles(other)).toEqual(handles(first));
  });

  it('starts from a root, and says when there is none such', async () => {
    const inputs = nodesOf(await capture(probe)).find((node) => node.objectName === 'inputs');
    const part = await capture(probe, { root: inputs?.handle });
    expect(nodesOf(part)[0]?.handle).toBe(inputs?.handle);
    const lost = await capture(probe, { root: 2 ** 40 });
    expect(endOf(lost)).toMatchObject({ rootFound: false });
    expect(nodesOf(lost).length).toBeGreaterThan(nodesOf(part).length);
  });

  it('says what depth left out', async () => {
    const roots = await capture(probe, { maxDepth: 0 });
    expect(endOf(roots)).toMatchObject({ truncated: ['depth'] });
    expect(nodesOf(roots).every((node) => node.parent === 0)).toBe(true);
    expect(nodesOf(roots)[0]?.omitted).toBeGreaterThan(0);
  });

  it('serves several links and several captures at once', async () => {
    await using second = await adapter.attach(probe.target.pid, signal());
    const captures = await Promise.all([capture(probe), capture(second), capture(probe), capture(second)]);
    const [first = [], ...others] = captures.map((events) => nodesOf(events).map((node) => node.handle));
    for (const handles of others) expect(handles).toEqual(first);
  });

  it('stops at once when the caller gives up', async () => {
    await expect(capture(probe, {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    process.kill(probe.target.pid, 'SIGSTOP');
    const controller = new AbortController();
    const waiting = capture(probe, {}, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    process.kill(probe.target.pid, 'SIGCONT');
    expect(nodesOf(await capture(probe)).length).toBeGreaterThan(10);
  });

  it('leaves the application running when the link is closed', async () => {
    await probe[Symbol.asyncDispose]();
    await probe.closed;
    expect(isRunning(probe.target.pid)).toBe(true);
    await using again = await adapter.attach(probe.target.pid, signal());
    expect(nodesOf(await capture(again)).length).toBeGreaterThan(10);
  });

  it('notices the end of the application', async () => {
    process.kill(probe.target.pid, 'SIGKILL');
    await probe.closed;
    await expect(capture(probe)).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('refuses what it cannot attach to, with the reason', async () => {
    await expect(adapter.attach(4_194_000, signal())).rejects.toMatchObject({ code: 'process_not_found' });
    await expect(adapter.attach(process.pid, signal())).rejects.toMatchObject({ code: 'probe_unavailable' });
  });
});
