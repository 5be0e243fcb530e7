/** Whatever comes over a probe's socket: the connection ends, the application and everybody else go on. */
import { on } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { LIMITS } from '../../probe-qt/protocol.gen.js';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { isRunning, memoryOf } from '../harness/processes.js';
import { Server } from '../harness/server.js';
import { showing } from '../harness/snapshot.js';
import { until } from '../harness/wait.js';

const MIB = 1024 * 1024;

let server: Server;
let loops: Fixture;
let socketPath: string;

beforeAll(async () => {
  server = await Server.start();
  loops = await Fixture.launch(server, cppFixture('loops'), { display: 'offscreen' });
  socketPath = join(server.sandbox.sockets, `${loops.pid}.sock`);
});
afterAll(async () => {
  await loops[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Waits its turn while others stand in the queue. */
async function openRaw(): Promise<Socket> {
  return until('a place in the queue', async () => {
    const socket = createConnection(socketPath);
    socket.on('error', () => undefined);
    const connected = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('close', () => resolve(false)),
    );
    return connected && socket.resume();
  });
}

/** A well-behaved client, as far as the transport goes. */
class Client {
  readonly socket: WebSocket;
  readonly #messages: AsyncIterator<unknown[]>;

  constructor() {
    this.socket = new WebSocket(`ws+unix://${socketPath}:/`, { perMessageDeflate: false });
    this.socket.on('error', () => undefined);
    this.#messages = on(this.socket, 'message', { close: ['close'] });
  }

  /** The next message, or undefined once the connection is closed. */
  async message(): Promise<string | undefined> {
    const { value } = await this.#messages.next();
    return value === undefined ? undefined : String(value[0]);
  }
}

/** Settles when the connection is closed, in whatever way. */
async function closes(socket: Socket | WebSocket, timeout = 10_000): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    setTimeout(reject, timeout, new Error(`not closed within ${timeout} ms`)).unref();
  });
}

/** The session that was there before is unharmed, and a new client is served. */
async function expectAllWell(): Promise<void> {
  expect(await loops.ask('state')).toBe('alive');
  showing(await server.snapshot(loops.id), 'Hello');
  const client = new Client();
  expect(JSON.parse((await client.message()) ?? '').hello.pid).toBe(loops.pid);
  client.socket.terminate();
}

/** A client frame: masked, with a length that need not be true. */
function frame(opcode: number, length: number | bigint, payload: Buffer, final = true): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : 10);
  head[0] = (final ? 0x80 : 0) | opcode;
  head[1] = 0x80 | (length < 126 ? Number(length) : 127);
  if (length >= 126) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

const upgrade = [
  'GET / HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

async function openUpgraded(): Promise<Socket> {
  const socket = await openRaw();
  socket.write(upgrade);
  await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  return socket;
}

describe('before the handshake', () => {
  it.each([
    ['raw garbage', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256))],
    ['an ordinary request', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['another language', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n')],
    ['an endless header', Buffer.from(`GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`)],
  ])('%s closes the connection', async (_what, bytes) => {
    const socket = await openRaw();
    const closed = closes(socket);
    socket.write(bytes);
    socket.end();
    await closed;
    await expectAllWell();
  });

  it('half a handshake does not hold a place for ever', async () => {
    const socket = await openRaw();
    socket.write(upgrade.slice(0, 40));
    await closes(socket, 30_000);
    await expectAllWell();
  }, 40_000);
});

describe('after the handshake', () => {
  it.each([
    ['a frame longer than the limit', frame(1, LIMITS.request_bytes + 1, Buffer.alloc(1000))],
    ['a length of 2^62', frame(1, 2n ** 62n, Buffer.alloc(10))],
    ['an unmasked frame', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ['a reserved opcode', frame(0xb, 2, Buffer.from('{}'))],
    ['a continuation of nothing', frame(0, 2, Buffer.from('{}'))],
    ['text that is no UTF-8', frame(1, 4, Buffer.from([0xff, 0xfe, 0xc0, 0x80]))],
    ['binary', frame(2, 4, Buffer.from([0, 1, 2, 3]))],
  ])('%s closes the connection', async (_what, bytes) => {
    const socket = await openUpgraded();
    const closed = closes(socket);
    socket.write(bytes);
    await closed;
    await expectAllWell();
  });

  it.each([
    ['no JSON', 'hello?'],
    ['no object', '[1,2,3]'],
    ['nesting without end', `${'['.repeat(100_000)}`],
    ['no id', '{"method":"ping"}'],
    ['an id of the wrong type', '{"id":"one","method":"ping"}'],
    ['a negative id', '{"id":-1,"method":"ping"}'],
    ['an unknown method', '{"id":1,"method":"explode"}'],
    ['a capture without parameters', '{"id":1,"method":"capture"}'],
    [
      'a capture with wild parameters',
      '{"id":1,"method":"capture","params":{"detail":7,"max_depth":"deep","root":1e300}}',
    ],
  ])('%s is answered with an error or closes the connection', async (_what, text) => {
    const client = new Client();
    expect(JSON.parse((await client.message()) ?? '')).toHaveProperty('hello');
    client.socket.send(text);
    const answer = await client.message();
    if (answer !== undefined) expect(JSON.parse(answer)).toHaveProperty('error');
    client.socket.terminate();
    await expectAllWell();
  });

  it('a cancel of nothing is taken without a word', async () => {
    const client = new Client();
    await client.message();
    client.socket.send('{"id":1,"method":"cancel","params":{"id":77}}');
    client.socket.send('{"id":2,"method":"ping"}');
    expect(JSON.parse((await client.message()) ?? '')).toMatchObject({ id: 2, result: {} });
    client.socket.terminate();
    await expectAllWell();
  });

  it('half a frame, then silence, then the end', async () => {
    const socket = await openUpgraded();
    socket.write(frame(1, 1000, Buffer.from('{"id":1,')));
    await delay(200);
    await expectAllWell();
    socket.destroy();
    await expectAllWell();
  });

  it('a client that asks for much and reads nothing', async () => {
    const socket = await openUpgraded();
    socket.pause();
    const before = memoryOf(loops.pid);
    const params = {
      detail: 'full',
      include_hidden: true,
      max_depth: -1,
      prop_depth: 1,
      root: 0,
      max_nodes: 1000,
      max_ms: 1000,
    };
    for (let id = 1; id < 3000; id += 1) {
      const text = Buffer.from(JSON.stringify({ id, method: 'capture', params }));
      socket.write(frame(1, text.length, text));
    }
    await delay(500);
    await expectAllWell();
    // The answers would be 25 MB, were they all kept.
    expect(memoryOf(loops.pid) - before).toBeLessThan(8 * MIB);
    socket.destroy();
    await expectAllWell();
  });

  it('more clients than there are places, and all of them gone at once', async () => {
    const sockets = await Promise.all(Array.from({ length: LIMITS.clients + 20 }, openRaw));
    await delay(100);
    showing(await server.snapshot(loops.id), 'Hello');
    for (const socket of sockets) socket.destroy();
    await delay(100);
    await expectAllWell();
  });
});

it('while all that goes on another client works, and the application lives', async () => {
  let running = true;
  const attacks = (async () => {
    while (running) {
      const socket = await openRaw();
      socket.write(Buffer.from(Array.from({ length: 300 }, () => Math.floor(Math.random() * 256))));
      socket.destroy();
      const upgraded = await openUpgraded();
      upgraded.write(frame(1, 100, Buffer.from('{"id":')));
      upgraded.destroy();
    }
  })();
  for (let round = 0; round < 30; round += 1) showing(await server.snapshot(loops.id), 'Hello');
  running = false;
  await attacks;
  expect(isRunning(loops.pid)).toBe(true);
  await expectAllWell();
});
