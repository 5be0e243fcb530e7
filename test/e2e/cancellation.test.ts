/** B57: a cancelled call ends, answers nothing more, and held nobody up meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cppFixture } from '../harness/paths.js';
import { processesMentioning, processTime } from '../harness/processes.js';
import { failureOf, type Session } from '../harness/server.js';
import { timed, until } from '../harness/wait.js';
import { Wire } from '../harness/wire.js';

let wire: Wire;
let hung: Session;
let lively: Session;

function snapshotOf(session: Session): number {
  return wire.sendCall('qt_snapshot', { session_id: session.session_id, max_depth: -1 });
}

async function isAnswered(session: Session): Promise<boolean> {
  return (await wire.result(snapshotOf(session))).isError !== true;
}

beforeAll(async () => {
  wire = await Wire.start();
  hung = await wire.launch(cppFixture('loops'), 'offscreen');
  lively = await wire.launch(cppFixture('loops'), 'offscreen');
});
afterAll(() => wire[Symbol.asyncDispose]());

it('while one application hangs, others and the server answer within a second', async () => {
  process.kill(hung.pid, 'SIGSTOP');
  const waiting = snapshotOf(hung);
  await delay(500);
  const calls = await timed(async () => {
    await wire.request('ping');
    expect(await isAnswered(lively)).toBe(true);
  });
  expect(calls.ms).toBeLessThan(1000);

  wire.notify('notifications/cancelled', { requestId: waiting, reason: 'enough' });
  const before = processTime(wire.process.pid ?? 0);
  await delay(2000);
  expect(wire.messages.filter((message) => message.id === waiting)).toEqual([]);
  expect(processTime(wire.process.pid ?? 0) - before).toBeLessThan(500);
  process.kill(hung.pid, 'SIGCONT');
  expect(await isAnswered(hung)).toBe(true);
  expect(wire.messages.filter((message) => message.id === waiting)).toEqual([]);
});

it('long work tells how far it is, to whom asked for it', async () => {
  const large = await wire.launch(cppFixture('bench', 6, '--widgets', '5000'), 'offscreen');
  const args = { session_id: large.session_id, max_depth: -1 };
  const id = wire.send('tools/call', { name: 'qt_snapshot', arguments: args, _meta: { progressToken: 'mine' } });
  await wire.answer(id);
  const told = wire.messages.filter((message) => message.method === 'notifications/progress');
  const steps = told.map(({ params }) => Number(params?.progress));
  expect(told.every(({ params }) => params?.progressToken === 'mine')).toBe(true);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other));
  expect(wire.messages.findIndex((message) => message.id === id)).toBeGreaterThan(
    wire.messages.findLastIndex((message) => message.method === 'notifications/progress'),
  );
});

it('a call to a stopped application ends by itself, with an error that says so', async () => {
  process.kill(hung.pid, 'SIGSTOP');
  try {
    const { ms, value } = await timed(() => wire.result(snapshotOf(hung), 40_000));
    expect(failureOf(value)).toMatchObject({ code: 'not_responding', hint: expect.stringContaining('qt_attach') });
    expect(ms).toBeLessThan(32_000);
    expect(failureOf(await wire.callTool('qt_attach', { pid: hung.pid }))?.code).toBe('not_responding');
    const later = failureOf(await wire.result(snapshotOf(hung)));
    expect(later).toMatchObject({ code: 'connection_lost', hint: expect.stringContaining('qt_attach') });
  } finally {
    process.kill(hung.pid, 'SIGCONT');
  }
  const again = await wire.callTool('qt_attach', { pid: hung.pid });
  expect(failureOf(again)).toBeUndefined();
  expect(again.structuredContent?.session_id).not.toBe(hung.session_id);
  const session_id = again.structuredContent?.session_id;
  expect(failureOf(await wire.callTool('qt_snapshot', { session_id }))).toBeUndefined();
});

it('a cancelled launch leaves no application behind', async () => {
  const waiting = wire.sendCall('qt_launch', {
    command: cppFixture(
      'loops',
      6,
      '--mode',
      'slow-start',
      '--delay',
      '60000',
      '--control',
      wire.sandbox.path('never'),
    ),
    display: 'offscreen',
  });
  await until('the process', () => processesMentioning(wire.sandbox.path('never')).length > 0);
  wire.notify('notifications/cancelled', { requestId: waiting });
  await until('its end', () => processesMentioning(wire.sandbox.path('never')).length === 0, 4000);
  expect(wire.messages.filter((message) => message.id === waiting)).toEqual([]);
});

it('cancelling what is not there changes nothing', async () => {
  wire.notify('notifications/cancelled', { requestId: 4711 });
  wire.notify('notifications/cancelled', { requestId: 1 });
  wire.notify('notifications/cancelled', {});
  expect((await wire.request('ping')).result).toEqual({});
  expect(await isAnswered(lively)).toBe(true);
});
