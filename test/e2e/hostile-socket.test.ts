/** Whatever comes over a probe's socket: the connection ends, the application and everybody else go on. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { LIMITS } from '../../probe-qt/protocol.gen.js';
import { Fixture } from '../harness/fixture.js';
import { cppFixture } from '../harness/paths.js';
import { isRunning } from '../harness/processes.js';
import { Server } from '../harness/server.js';
import { showing } from '../harness/snapshot.js';

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

async function openRaw(): Promise<Socket> {
  const socket = createConnection(socketPath);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume();
  return socket;
}

async function openWebSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`ws+unix://${socketPath}:/`, { perMessageDeflate: false });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

async function closes(socket: Socket | WebSocket, timeout = 10_000): Promise<void> {
  await once(socket, 'close', { signal: AbortSignal.timeout(timeout) });
}

/** The session that was there before is unharmed, and a new client is served. */
async function expectAllWell(): Promise<void> {
  expect(await loops.ask('state')).toBe('alive');
  showing(await server.snapshot(loops.id), 'Hello');
  const client = await openWebSocket();
  const [hello] = await once(client, 'message', { signal: AbortSignal.timeout(2000) });
  expect(JSON.parse(String(hello)).hello.pid).toBe(loops.pid);
  client.terminate();
}

/** A client frame: masked, with a length that need not be true. */
function frame(opcode: number, length: number, payload: Buffer, final = true): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : 10);
  head[0] = (final ? 0x80 : 0) | opcode;
  head[1] = 0x80 | (length < 126 ? length : 127);
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
  await once(socket, 'data', { signal: AbortSignal.timeout(5000) });
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

  it('a client from a web page is refused', async () => {
    const socket = new WebSocket(`ws+unix://${socketPath}:/`, { origin: 'http://evil.example' });
    socket.on('error', () => undefined);
    await closes(socket);
    expect(socket.readyState).toBe(WebSocket.CLOSED);
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
    ['a length of 2^62', frame(1, 2 ** 53, Buffer.alloc(10))],
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
    ['a cancel of nothing', '{"id":1,"method":"cancel","params":{"id":77}}'],
  ])('%s is answered with an error or closes the connection', async (_what, text) => {
    const client = await openWebSocket();
    await once(client, 'message');
    client.send(text);
    await Promise.race([once(client, 'message'), once(client, 'close'), delay(1000)]);
    client.terminate();
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
