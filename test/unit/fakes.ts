/** Stand-ins for what is outside the domain, and a real client in front of it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { StoreLimits } from '../../resources/shelf.js';
import { DEFAULT_LIMITS, SnapshotStore } from '../../resources/store.js';
import { aborted, connectionLost, processNotFound } from '../../server/errors.js';
import { createServer } from '../../server/mcp.js';
import type {
  Adapter,
  Application,
  CallOutcome,
  CaptureEvent,
  CaptureParams,
  Desktop,
  Exit,
  Found,
  GrabOutcome,
  Launchable,
  Probe,
  ProbeNode,
  ProbeWindow,
  Query,
  ReadOutcome,
  Room,
  Target,
  WriteOutcome,
} from '../../server/ports.js';
import { Sessions } from '../../server/sessions.js';

const BATCH = 256;

/** A node of which only what matters to a test is said. */
export function node(handle: number, parent: number, more: Partial<ProbeNode> = {}): ProbeNode {
  return {
    handle,
    parent,
    window: 1,
    className: 'QWidget',
    objectName: '',
    role: 'push button',
    rect: { x: 0, y: 0, width: 10, height: 10 },
    globalRect: { x: 5, y: 6, width: 10, height: 10 },
    zOrder: 0,
    visible: true,
    enabled: true,
    opacity: 1,
    clip: false,
    colorAlpha: undefined,
    text: undefined,
    states: [],
    actions: [],
    opaque: false,
    isPassword: false,
    qmlId: undefined,
    name: undefined,
    description: undefined,
    value: undefined,
    minimum: undefined,
    maximum: undefined,
    rows: undefined,
    columns: undefined,
    row: undefined,
    column: undefined,
    level: undefined,
    shortcut: undefined,
    properties: undefined,
    cut: undefined,
    omitted: 0,
    ...more,
  };
}

export function window(handle: number, more: Partial<ProbeWindow> = {}): ProbeWindow {
  return {
    handle,
    title: 'Fake',
    kind: 'window',
    rect: { x: 5, y: 6, width: 400, height: 300 },
    visible: true,
    active: true,
    modal: false,
    devicePixelRatio: 1,
    coordinateSpace: 'screen',
    nativeId: 77,
    ...more,
  };
}

/** A window with a group of three buttons in it. */
export const SMALL_TREE = [
  node(1, 0, { role: 'frame', text: 'Fake' }),
  node(2, 1, { role: 'panel' }),
  node(3, 2, { text: 'Open', objectName: 'open' }),
  node(4, 2, { text: 'Save "as"' }),
  node(5, 2, { text: 'Quit', enabled: false }),
  node(6, 1, { role: 'text', objectName: 'field', text: 'hello' }),
];

/** A root with `count` children. */
export function flatTree(count: number, more: Partial<ProbeNode> = {}): ProbeNode[] {
  return [
    node(1, 0, { role: 'frame' }),
    ...Array.from({ length: count }, (_, i) => node(i + 2, 1, { text: `Item ${i}`, ...more })),
  ];
}

/** Lets a test look at, hold and break an application. */
export class FakeProbe implements Probe {
  readonly target;
  readonly closed: Promise<void>;
  tree = SMALL_TREE;
  windows = [window(1)];
  truncated: ('depth' | 'nodes' | 'time')[] = [];
  /** Captures end only once this has settled. */
  gate: Promise<void> = Promise.resolve();
  captures: CaptureParams[] = [];
  /** What the next search finds. */
  found: Partial<Found> = {};
  readOutcome: ReadOutcome = { state: 'gone' };
  writeOutcome: WriteOutcome = { state: 'gone' };
  callOutcome: CallOutcome = { state: 'gone' };
  grabOutcome: GrabOutcome = { state: 'gone' };
  queries: Query[] = [];
  /** Arguments of read, write, call and grab, all but the signal. */
  asked: unknown[][] = [];
  /** Captures that ended by their signal. */
  aborts = 0;
  hasWindow = true;
  #close = (): void => undefined;

  constructor(pid: number) {
    this.target = {
      pid,
      instance: `of ${pid}`,
      name: 'fake',
      executable: '/fake',
      qtVersion: '6.4.2',
      platform: 'xcb',
      modules: ['Widgets'],
    };
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
  }

  hasEnded(): boolean {
    return !existsSync(`/proc/${this.target.pid}`);
  }

  breakLink(): void {
    this.#close();
  }

  async *capture(params: CaptureParams, signal: AbortSignal): AsyncGenerator<CaptureEvent> {
    this.captures.push(params);
    yield { kind: 'windows', windows: this.windows };
    const inTree = params.root === undefined || this.tree.some(({ handle }) => handle === params.root);
    const nodes = params.root !== undefined && inTree ? this.#subtree(params.root) : this.tree;
    for (let i = 0; i < nodes.length; i += BATCH) yield { kind: 'nodes', nodes: nodes.slice(i, i + BATCH) };
    await this.#held(signal);
    yield { kind: 'end', end: { rootFound: inTree, truncated: this.truncated } };
  }

  async find(query: Query, signal: AbortSignal): Promise<Found> {
    this.queries.push(query);
    await this.#held(signal);
    return {
      windows: this.windows,
      nodes: [],
      near: [],
      rootFound: true,
      more: false,
      truncated: [],
      searched: { windows: this.windows.length, elements: this.tree.length, modelRows: 0 },
      ...this.found,
    };
  }

  async read(handle: number, names: string[], options: object, signal: AbortSignal): Promise<ReadOutcome> {
    return this.#answered([handle, names, options], this.readOutcome, signal);
  }

  async write(
    handle: number,
    name: string,
    value: unknown,
    options: object,
    signal: AbortSignal,
  ): Promise<WriteOutcome> {
    return this.#answered([handle, name, value, options], this.writeOutcome, signal);
  }

  async call(
    handle: number,
    method: string,
    args: unknown[],
    options: object,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    return this.#answered([handle, method, args, options], this.callOutcome, signal);
  }

  async grab(handle: number | undefined, signal: AbortSignal): Promise<GrabOutcome> {
    return this.#answered([handle], this.grabOutcome, signal);
  }

  async waitForWindow(signal: AbortSignal): Promise<void> {
    if (!this.hasWindow) await this.#held(signal, new Promise(() => undefined));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
  }

  async #answered<Outcome>(request: unknown[], outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
    this.asked.push(request);
    await this.#held(signal);
    return outcome;
  }

  #subtree(root: number): ProbeNode[] {
    const inside = new Set([root]);
    for (const { handle, parent } of this.tree) if (inside.has(parent)) inside.add(handle);
    return this.tree
      .filter(({ handle }) => inside.has(handle))
      .map((found) => (found.handle === root ? { ...found, parent: 0 } : found));
  }

  #held(signal: AbortSignal, gate: Promise<void> = this.gate): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.aborts += 1;
        reject(signal.reason instanceof DOMException ? signal.reason : aborted(signal));
      };
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      this.closed.then(() => reject(connectionLost('fake')));
      gate.then(resolve);
    });
  }
}

export class FakeApplication implements Application {
  readonly exited: Promise<Exit>;
  exit: Exit | undefined;
  stopped = false;
  end: (exit: Exit) => void = () => undefined;

  constructor(readonly pid: number) {
    this.exited = new Promise((resolve) => {
      this.end = (exit) => {
        this.exit = exit;
        resolve(exit);
      };
    });
  }

  output(): string {
    return 'the last words';
  }

  async processes(): Promise<number[]> {
    return [this.pid];
  }

  async stop(): Promise<void> {
    this.stopped = true;
  }
}

export class FakeDesktop implements Desktop {
  readonly applications: FakeApplication[] = [];
  disposed = false;
  #lastPid = 4_300_000; // Above what Linux gives out, so that none of them runs.

  async checks(): Promise<[]> {
    return [];
  }

  async room(kind: Room['kind']): Promise<Room> {
    return { kind, display: ':99', environment: { DISPLAY: ':99' } };
  }

  async start(): Promise<FakeApplication> {
    this.#lastPid += 1;
    const application = new FakeApplication(this.#lastPid);
    this.applications.push(application);
    return application;
  }

  async picture(): Promise<Buffer> {
    return Buffer.alloc(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true;
  }
}

export class FakeAdapter implements Adapter {
  readonly kind = 'qt';
  readonly probes: FakeProbe[] = [];
  readonly launches: Launchable[] = [];
  prepare: (probe: FakeProbe) => void = () => undefined;
  onLaunch: (signal: AbortSignal) => Promise<void> = async () => undefined;

  async checks(): Promise<[]> {
    return [];
  }

  async list(): Promise<Target[]> {
    return this.probes.map(({ target }) => ({ ...target, probe: 'listening', remedy: undefined }));
  }

  async attach(pid: number): Promise<Probe> {
    if (pid !== process.pid && !this.probes.some(({ target }) => target.pid === pid)) throw processNotFound(pid);
    return this.#probe(pid);
  }

  async launch(launchable: Launchable, signal: AbortSignal): Promise<Probe> {
    this.launches.push(launchable);
    const { pid } = await launchable.start(launchable.environment);
    await this.onLaunch(signal);
    return this.#probe(pid);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #probe(pid: number): FakeProbe {
    const probe = new FakeProbe(pid);
    this.prepare(probe);
    this.probes.push(probe);
    return probe;
  }
}

/** Everything but the outside is real. */
export interface Rig extends AsyncDisposable {
  client: Client;
  adapter: FakeAdapter;
  desktop: FakeDesktop;
  store: SnapshotStore;
  sessions: Sessions;
  folder: string;
  /** Every message that the server sent, as it would stand on the wire. */
  messages: string[];
  call(name: string, args?: Record<string, unknown>, options?: RequestOptions): Promise<CallToolResult>;
  /** Launches and answers the session's id and its probe. */
  launch(prepare?: (probe: FakeProbe) => void): Promise<{ id: string; probe: FakeProbe; application: FakeApplication }>;
  /** Takes a whole snapshot and answers its uri. */
  snapshot(id: string, more?: Record<string, unknown>): Promise<string>;
  read(uri: string): Promise<string>;
}

export async function rig(limits: StoreLimits = DEFAULT_LIMITS): Promise<Rig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'deskprobe-unit-'));
  const adapter = new FakeAdapter();
  const desktop = new FakeDesktop();
  const store = new SnapshotStore(path.join(folder, 'snapshots'), limits);
  const sessions = new Sessions([adapter], desktop, store);
  const server = createServer({ sessions, store });
  const client = new Client({ name: 'unit', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const messages: string[] = [];
  const send = far.send.bind(far);
  far.send = (message, options) => {
    messages.push(JSON.stringify(message));
    return send(message, options);
  };
  await server.connect(far);
  await client.connect(near);
  await client.listTools();
  const call: Rig['call'] = async (name, args = {}, options = {}) =>
    CallToolResultSchema.parse(await client.callTool({ name, arguments: args }, CallToolResultSchema, options));
  return {
    client,
    adapter,
    desktop,
    store,
    sessions,
    folder,
    messages,
    call,
    async launch(prepare = () => undefined) {
      adapter.prepare = prepare;
      const { structuredContent } = await call('qt_launch', { command: ['fake'] });
      const probe = adapter.probes.at(-1);
      const application = desktop.applications.at(-1);
      if (probe === undefined || application === undefined) throw new Error('nothing was launched');
      return { id: String(structuredContent?.session_id), probe, application };
    },
    async snapshot(id, more = {}) {
      const { structuredContent } = await call('qt_snapshot', { session_id: id, max_depth: -1, ...more });
      return (structuredContent as { result: { uri: string } }).result.uri; // its schema was checked by the client
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      return contents[0] && 'text' in contents[0] ? contents[0].text : '';
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await sessions[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Code of a failed call, or undefined. */
export function codeOf(result: CallToolResult): string | undefined {
  const error = result._meta?.['deskprobe.dev/error'];
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
