/** The Probe port over a connection into a Qt application. */
import type {
  CallOutcome,
  CaptureEvent,
  CaptureParams,
  Found,
  GrabOutcome,
  Probe,
  ProbeTarget,
  Query,
  ReadOutcome,
  WriteOutcome,
} from '../server/ports.js';
import { call, read, write } from './access.js';
import type { ProbeConnection } from './connection.js';
import { find } from './finding.js';
import { captureResult, checked } from './messages.js';
import { NodeReader } from './nodes.js';
import { grab } from './pictures.js';
import { isAlive } from './processes.js';
import type { Batch, CaptureRequest } from './protocol.gen.js';
import type { SocketFolder } from './sockets.js';

const MAX_NODES = 200_000;
const MAX_CAPTURE_MS = 25_000;

export class QtProbe implements Probe {
  readonly target: ProbeTarget;
  readonly closed: Promise<void>;
  readonly #connection: ProbeConnection;
  readonly #sockets: SocketFolder;

  constructor(connection: ProbeConnection, sockets: SocketFolder) {
    const { pid, instance, name, executable, qt_version, platform, modules } = connection.hello;
    this.target = { pid, instance, name, executable, qtVersion: qt_version, platform, modules };
    this.closed = connection.closed;
    this.#connection = connection;
    this.#sockets = sockets;
  }

  hasEnded(): boolean {
    if (isAlive(this.target.pid)) return false;
    this.#sockets.remove(this.target.pid);
    return true;
  }

  async *capture(params: CaptureParams, signal: AbortSignal): AsyncGenerator<CaptureEvent> {
    const request: CaptureRequest = {
      detail: params.detail,
      include_hidden: params.includeHidden,
      max_depth: params.maxDepth,
      prop_depth: params.propDepth,
      root: params.root ?? 0,
      max_nodes: MAX_NODES,
      max_ms: MAX_CAPTURE_MS,
    };
    const reader = new NodeReader();
    const batches: Batch[] = [];
    let wake = () => {};
    let settled = false;
    // Ends the capture in the application too when the caller leaves the loop early.
    const left = new AbortController();
    const result = this.#connection.request('capture', request, AbortSignal.any([signal, left.signal]), {
      onBatch(batch) {
        batches.push(batch);
        wake();
      },
    });
    result
      .catch(() => {})
      .finally(() => {
        settled = true;
        wake();
      });
    try {
      let windowsTold = false;
      while (!settled || batches.length > 0) {
        const batch = batches.shift();
        if (!batch) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (!windowsTold) yield { kind: 'windows', windows: reader.windows(batch.windows ?? []) };
        windowsTold = true;
        yield { kind: 'nodes', nodes: reader.nodes(batch) };
      }
      const end = checked(captureResult, await result);
      if (!windowsTold) yield { kind: 'windows', windows: [] };
      yield { kind: 'end', end: { rootFound: end.root_found, truncated: end.truncated } };
    } finally {
      left.abort();
    }
  }

  async find(query: Query, signal: AbortSignal): Promise<Found> {
    return find(this.#connection, query, signal);
  }

  async read(
    handle: number,
    names: string[],
    { propDepth, includeHidden }: { propDepth: number; includeHidden: boolean },
    signal: AbortSignal,
  ): Promise<ReadOutcome> {
    return read(this.#connection, { handle, names, prop_depth: propDepth, include_hidden: includeHidden }, signal);
  }

  async write(
    handle: number,
    name: string,
    value: unknown,
    { includeHidden }: { includeHidden: boolean },
    signal: AbortSignal,
  ): Promise<WriteOutcome> {
    return write(this.#connection, { handle, name, value, include_hidden: includeHidden }, signal);
  }

  async call(
    handle: number,
    method: string,
    args: unknown[],
    { includeHidden }: { includeHidden: boolean },
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    return call(this.#connection, { handle, method, arguments: args, include_hidden: includeHidden }, signal);
  }

  async grab(handle: number | undefined, signal: AbortSignal): Promise<GrabOutcome> {
    return grab(this.#connection, handle, signal);
  }

  async waitForWindow(signal: AbortSignal): Promise<void> {
    await this.#connection.request('wait_window', {}, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    await this.closed;
  }
}
