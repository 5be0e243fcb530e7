/** Stands in for the probe: speaks the protocol over a Unix socket, and says whatever a test wants. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { PROTOCOL_VERSION, type Request } from '../../probe-qt/protocol.gen.js';

export type Send = (message: object | string | Buffer) => void;

export interface Script {
  hello?: object | string;
  /** Answers a request; pings are answered unless this is 'silent'. */
  answer?: (request: Request, send: Send) => void;
  pings?: 'answered' | 'silent' | { guiWaitingMs: number };
}

export function helloOf(overrides: object = {}): object {
  return {
    hello: {
      protocol: PROTOCOL_VERSION,
      pid: process.pid,
      instance: 'one',
      launch: '',
      name: 'fake',
      executable: '/usr/bin/fake',
      qt_version: '6.4.2',
      platform: 'offscreen',
      modules: ['core', 'widgets'],
      ...overrides,
    },
  };
}

export class FakeProbe implements AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly requests: Request[] = [];
  readonly #ownsFolder: boolean;
  readonly #http: Server;
  readonly #sockets: WebSocketServer;

  private constructor(folder: string | undefined, pid: number, script: Script) {
    this.#ownsFolder = folder === undefined;
    this.folder = folder ?? mkdtempSync(path.join(tmpdir(), 'fake-probe-'));
    this.file = path.join(this.folder, `${pid}.sock`);
    this.#http = createServer();
    this.#sockets = new WebSocketServer({ server: this.#http, maxPayload: 1024 * 1024 });
    this.#sockets.on('connection', (socket) => this.#serve(socket, script));
  }

  /** Listens as the probe of `pid`, in a folder of its own unless one is given. */
  static async start(script: Script = {}, pid = process.pid, folder?: string): Promise<FakeProbe> {
    const probe = new FakeProbe(folder, pid, script);
    probe.#http.listen(probe.file);
    await once(probe.#http, 'listening');
    return probe;
  }

  /** Ends all connections, as a dying application does. */
  hangUp(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hangUp();
    this.#http.close();
    await once(this.#http, 'close');
    if (this.#ownsFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  #serve(socket: WebSocket, script: Script): void {
    const send: Send = (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
    send(script.hello ?? helloOf());
    socket.on('message', (data) => {
      const request = JSON.parse(String(data)) as Request;
      this.requests.push(request);
      const { pings = 'answered' } = script;
      if (request.method !== 'ping') script.answer?.(request, send);
      else if (pings !== 'silent') {
        send({ id: request.id, result: { gui_waiting_ms: pings === 'answered' ? 0 : pings.guiWaitingMs } });
      }
    });
  }
}
