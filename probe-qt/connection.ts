/** One WebSocket connection to a probe: requests, their answers, and signs of life. Nothing else knows `ws`. */
import { connect } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import {
  aborted,
  cancelled,
  connectionLost,
  type DeskprobeError,
  notResponding,
  protocolError,
  requestRefused,
  requestTooLarge,
  stillAtWork,
  targetBusy,
} from '../server/errors.js';
import { checked, type Message, type PixelMessage, parseMessage, parsePixels, pingResult } from './messages.js';
import { type Batch, type ErrorBody, type HelloBody, LIMITS, type Request } from './protocol.gen.js';

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
const OPEN_MS = 5_000;
const PING_EVERY_MS = 1_000;
/** So many rounds of pings without any answer, and the probe does not respond. */
const MAX_SILENT_ROUNDS = 5;

/** Takes what comes before the result. */
export interface Receiver {
  onBatch?(batch: Batch): void;
  onPixels?(message: PixelMessage): void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: DeskprobeError): void;
  receiver: Receiver;
}

export class ProbeConnection {
  readonly hello: HelloBody;
  /** Settles when the connection has ended, for whatever reason, and before what is pending fails. Never rejects. */
  readonly closed: Promise<void>;
  #onClosed = () => {};
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #failure: DeskprobeError | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #pingId: number | undefined;
  #silentRounds = 0;
  #guiWaitingMs = 0;

  private constructor(socket: WebSocket, hello: HelloBody) {
    this.hello = hello;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('error', (error) =>
      this.#fail(protocolError(`The connection to ${hello.name} broke: ${error.message}.`)),
    );
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
    socket.once('close', () => this.#fail(connectionLost(hello.name)));
  }

  /**
   * Settles when the probe has greeted: undefined if nobody listens on that socket. `name` is for errors.
   * Throws protocol_error, not_responding, connection_lost, cancelled.
   */
  static async open(file: string, name: string, signal: AbortSignal): Promise<ProbeConnection | undefined> {
    if (signal.aborted) throw aborted(signal);
    const socket = new WebSocket('ws://localhost/', {
      createConnection: () => connect(file),
      perMessageDeflate: false,
      skipUTF8Validation: true,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    const done = new AbortController();
    const { signal: over } = done;
    try {
      return await new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(notResponding(name, OPEN_MS / 1000)), OPEN_MS);
        over.addEventListener('abort', () => clearTimeout(late));
        signal.addEventListener('abort', () => reject(aborted(signal)), { signal: over });
        socket.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined);
          else reject(protocolError(`The probe in ${name} refused the connection: ${error.message}.`));
        });
        socket.once('close', () => reject(connectionLost(name)));
        socket.once('message', (data) => {
          try {
            const message = parseMessage(String(data));
            if (message.kind !== 'hello') throw protocolError('The probe did not greet first.');
            resolve(new ProbeConnection(socket, message.hello));
          } catch (error) {
            reject(error);
          }
        });
      });
    } catch (error) {
      socket.terminate();
      throw error;
    } finally {
      done.abort();
    }
  }

  /**
   * The request's result, once it has come. Aborting the signal withdraws the request from the probe; a signal that aborts
   * with a TimeoutError makes it target_busy. Throws invalid_argument if the probe cannot take the parameters.
   */
  async request(
    method: Exclude<Request['method'], 'ping' | 'cancel'>,
    params: object,
    signal: AbortSignal,
    receiver: Receiver = {},
  ): Promise<unknown> {
    if (this.#failure) throw this.#failure;
    if (signal.aborted) throw aborted(signal);
    let withdraw = () => {};
    const id = this.#send(method, params);
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, receiver });
        this.#watchOverPending();
        withdraw = () => {
          this.#send('cancel', { id });
          reject(this.#reason(signal, method));
        };
        signal.addEventListener('abort', withdraw, { once: true });
      });
    } finally {
      signal.removeEventListener('abort', withdraw);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#rest();
    }
  }

  /** What is pending fails with connection_lost. */
  close(): void {
    this.#socket.terminate();
  }

  #send(method: Request['method'], params: object): number {
    const id = ++this.#lastId;
    const message = Buffer.from(JSON.stringify({ id, method, params }));
    if (message.length > LIMITS.request_bytes) throw requestTooLarge(message.length, LIMITS.request_bytes);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(message, { binary: false });
    return id;
  }

  #reason(signal: AbortSignal, method: Request['method']): DeskprobeError {
    const late = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    if (!late) return aborted(signal);
    const waiting = Math.round(this.#guiWaitingMs / 1000);
    const begun = waiting === 0 && (method === 'write' || method === 'call');
    return begun ? stillAtWork(this.hello.name) : targetBusy(this.hello.name, waiting);
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#silentRounds = 0;
    try {
      if (isBinary) this.#dispatchPixels(parsePixels(toBuffer(data)));
      else this.#dispatch(parseMessage(String(data)));
    } catch (error) {
      this.#fail(error as DeskprobeError); // Nothing else is thrown in there.
    }
  }

  #dispatch(message: Message): void {
    if (message.kind === 'hello') throw protocolError('The probe greeted twice.');
    if (message.id > this.#lastId)
      throw protocolError(`The probe answered request ${message.id}, which was never made.`);
    if (message.id === this.#pingId && message.kind === 'result') {
      this.#pingId = undefined;
      this.#guiWaitingMs = checked(pingResult, message.result).gui_waiting_ms;
      return;
    }
    if (message.id === 0) throw protocolError('The probe did not understand us.');
    // What is not pending any more was withdrawn while its answer was on the way.
    const pending = this.#pending.get(message.id);
    if (message.kind === 'batch') pending?.receiver.onBatch?.(message.batch);
    else if (message.kind === 'result') pending?.resolve(message.result);
    else pending?.reject(this.#errorOf(message.error));
  }

  #dispatchPixels(message: PixelMessage): void {
    if (message.id > this.#lastId) throw protocolError('The probe sent a picture that was never asked for.');
    this.#pending.get(message.id)?.receiver.onPixels?.(message);
  }

  #errorOf(error: ErrorBody): DeskprobeError {
    if (error.code === 'cancelled') return cancelled();
    if (error.code === 'quitting') return connectionLost(this.hello.name);
    if (error.code === 'bad_request') return requestRefused(error.message);
    return protocolError(`The probe refused the request. ${error.message}`);
  }

  #fail(error: DeskprobeError): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#onClosed();
    this.#rest();
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#socket.terminate();
  }

  /** The probe's own thread answers pings, also while the application is busy. */
  #watchOverPending(): void {
    if (this.#heartbeat) return;
    this.#silentRounds = 0;
    this.#guiWaitingMs = 0;
    this.#heartbeat = setInterval(() => {
      // Counted in rounds and not in time, so that a busy server does not blame the application.
      if (++this.#silentRounds === MAX_SILENT_ROUNDS) {
        this.#fail(notResponding(this.hello.name, (MAX_SILENT_ROUNDS * PING_EVERY_MS) / 1000));
      } else {
        this.#pingId ??= this.#send('ping', {});
      }
    }, PING_EVERY_MS);
  }

  #rest(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    this.#pingId = undefined;
  }
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
