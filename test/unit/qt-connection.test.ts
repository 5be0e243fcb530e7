import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProbeConnection } from '../../probe-qt/connection.js';
import { FakeProbe, helloOf, type Script } from './qt-fake-probe.js';

const forever = new AbortController().signal;
let probe: FakeProbe;
afterEach(() => probe[Symbol.asyncDispose]());

async function connected(script: Script): Promise<ProbeConnection> {
  probe = await FakeProbe.start(script);
  const connection = await ProbeConnection.open(probe.file, 'the application', forever);
  if (!connection) throw new Error('nobody listens');
  return connection;
}

describe('opening', () => {
  it('gives the greeting', async () => {
    const connection = await connected({});
    expect(connection.hello).toMatchObject({ name: 'fake', qt_version: '6.4.2' });
    connection.close();
    await connection.closed;
  });

  it('is undefined where nobody listens', async () => {
    probe = await FakeProbe.start();
    expect(await ProbeConnection.open(`${probe.folder}/1.sock`, 'nobody', forever)).toBeUndefined();
  });

  it.each([
    ['another protocol version', helloOf({ protocol: 99 }), /speaks protocol 99/],
    ['another version of a new shape', { hello: { protocol: 3, new_field: true } }, /speaks protocol 3/],
    ['a wrong shape', helloOf({ pid: 'one' }), /hello\/pid must be integer/],
    ['an unknown kind', { goodbye: {} }, /no known kind/],
    ['no JSON', 'hello', /not JSON/],
    ['an answer first', { id: 1, result: {} }, /did not greet/],
  ])('refuses %s', async (_, hello, message) => {
    await expect(connected({ hello })).rejects.toMatchObject({
      code: 'protocol_error',
      message: expect.stringMatching(message),
    });
  });

  it('ends when it is cancelled', async () => {
    probe = await FakeProbe.start();
    const opening = ProbeConnection.open(probe.file, 'the application', AbortSignal.abort());
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('requests', () => {
  it('get their own batches and results', async () => {
    const connection = await connected({
      answer: ({ id }, send) => {
        const row = [id, 0, id, 0, 0, '', 0, 0, 1, 1, 0, 0, 0, 3, 1, null, 0, null, null];
        setTimeout(() => send({ id, batch: { rows: [row] } }), 10 - id);
        setTimeout(() => send({ id, result: {} }), 20 - id);
      },
    });
    const handles = await Promise.all(
      [1, 2, 3].map(async () => {
        const seen: number[] = [];
        await connection.request('capture', {}, forever, {
          onBatch: (batch) => seen.push(...batch.rows.map(([handle]) => handle)),
        });
        return seen;
      }),
    );
    expect(handles).toEqual([[1], [2], [3]]);
    connection.close();
  });

  it('are withdrawn when the signal aborts, and a late answer does no harm', async () => {
    const connection = await connected({
      answer: ({ id, method }, send) => {
        if (method === 'cancel') setTimeout(() => send({ id: id - 1, error: { code: 'cancelled', message: '' } }), 5);
        else if (id > 2) send({ id, result: {} });
      },
    });
    const caller = new AbortController();
    const request = connection.request('wait_window', {}, caller.signal);
    caller.abort();
    await expect(request).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(probe.requests.at(-1)).toMatchObject({ method: 'cancel', params: { id: 1 } }));
    await expect(connection.request('wait_window', {}, forever)).resolves.toEqual({});
    connection.close();
  });

  it('that are too late say how long the GUI thread has been away', async () => {
    const connection = await connected({ pings: { guiWaitingMs: 7_000 } });
    const request = connection.request('capture', {}, AbortSignal.timeout(1_300));
    await expect(request).rejects.toMatchObject({ code: 'target_busy', message: expect.stringContaining('for 7 s') });
    connection.close();
  });

  it('fail when the application gives no sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const connection = await connected({ pings: 'silent' });
      const request = connection.request('capture', {}, forever);
      const failed = expect(request).rejects.toMatchObject({ code: 'not_responding' });
      vi.advanceTimersByTime(6_000);
      await failed;
      await connection.closed;
    } finally {
      vi.useRealTimers();
    }
  });

  it('fail when the connection ends', async () => {
    const connection = await connected({ answer: () => probe.hangUp() });
    await expect(connection.request('capture', {}, forever)).rejects.toMatchObject({ code: 'connection_lost' });
    await connection.closed;
    await expect(connection.request('capture', {}, forever)).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it.each([
    ['a row that is too short', { batch: { rows: [[1, 0]] } }],
    [
      'a row with a wrong type',
      { batch: { rows: [['1', 0, 1, 0, 0, '', 0, 0, 1, 1, 0, 0, 0, 3, 1, null, 0, null, null]] } },
    ],
    ['an unknown error', { error: { code: 'boom', message: '' } }],
    ['an answer to nothing', { id: 77, result: {} }],
  ])('fail on %s, and so does the connection', async (_, message) => {
    const connection = await connected({ answer: ({ id }, send) => send({ id, ...message }) });
    await expect(connection.request('capture', {}, forever)).rejects.toMatchObject({ code: 'protocol_error' });
    await connection.closed;
  });

  it('that the probe refuses carry its words', async () => {
    const connection = await connected({
      answer: ({ id }, send) => send({ id, error: { code: 'bad_request', message: 'max_depth is missing' } }),
    });
    await expect(connection.request('capture', {}, forever)).rejects.toThrow(/max_depth is missing/);
    connection.close();
  });
});
