import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { serverMain } from './paths.js';
import { Sandbox } from './sandbox.js';
import { decode, type Picture } from './screen.js';
import { checkSnapshot, type Rect, type Snapshot } from './snapshot.js';

type Arguments = Record<string, unknown>;

/** What a failed call told: the error for programs, and the text for readers beside it. */
export interface Failure {
  code: string;
  message: string;
  hint: string;
  details?: Record<string, unknown>;
  text: string;
}

/** What qt_launch and qt_attach answer. */
export interface Session {
  session_id: string;
  pid: number;
}

/** What qt_snapshot answers. */
export interface SnapshotAnswer {
  session_id: string;
  snapshot_id: string;
  uri: string;
}

/** An element as qt_find_element answers it. */
export interface FoundElement {
  element_id: number;
  role: string;
  text?: string;
  name?: string;
  description?: string;
  className: string;
  objectName: string;
  qml_id?: string;
  states: string[];
  actions: string[];
  visible: boolean;
  enabled: boolean;
  row?: number;
  column?: number;
  rect: Rect;
  global_rect: Rect;
}

/** What qt_find_element answers. */
export interface FoundElements {
  count: number;
  elements: FoundElement[];
  more: boolean;
  searched: { windows: number; elements: number; model_rows: number };
  nearest?: (FoundElement & { differs: string[] })[];
}

/** A picture that qt_screenshot took, read back through the protocol. */
export interface Screenshot {
  uri: string;
  window_id: number;
  window_title: string;
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
  masked: number;
  picture: Picture;
}

export interface ServerOptions {
  sandbox?: Sandbox;
  environment?: Record<string, string>;
  cwd?: string;
  /** Put before the server's own command line, such as a wrapper that changes the user. */
  prefix?: string[];
  /** Another path of the built server. */
  main?: string;
}

/** All text of a tool result, as a model would read it. */
export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** The error in a tool result; undefined if the call succeeded. */
export function failureOf(result: CallToolResult): Failure | undefined {
  if (!result.isError) return undefined;
  const error = result._meta?.['deskprobe.dev/error'] as Omit<Failure, 'text'>; // every failure carries it
  return { ...error, text: textOf(result) };
}

/** The built server over stdio, driven by the official client with output validation on. */
export class Server implements AsyncDisposable {
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly #transport: StdioClientTransport;
  readonly #ownsSandbox: boolean;
  #stderr = '';

  private constructor(client: Client, transport: StdioClientTransport, sandbox: Sandbox, ownsSandbox: boolean) {
    this.client = client;
    this.sandbox = sandbox;
    this.#transport = transport;
    this.#ownsSandbox = ownsSandbox;
    transport.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
  }

  static async start(options: ServerOptions = {}): Promise<Server> {
    const sandbox = options.sandbox ?? new Sandbox();
    const [command = '', ...args] = [...(options.prefix ?? []), process.execPath, options.main ?? serverMain];
    const transport = new StdioClientTransport({
      command,
      args,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: sandbox.root,
        LANG: 'C.UTF-8',
        ...sandbox.environment,
        ...options.environment,
      },
      cwd: options.cwd ?? sandbox.root,
      stderr: 'pipe',
    });
    const client = new Client({ name: 'deskprobe-tests', version: '1' });
    const server = new Server(client, transport, sandbox, options.sandbox === undefined);
    await client.connect(transport);
    // The client checks structured results against output schemas only once it has seen the list.
    await client.listTools();
    return server;
  }

  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  /** What the server wrote to stderr so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** A tool call as it comes back, successful or not. */
  async call(name: string, args: Arguments = {}, options?: RequestOptions): Promise<CallToolResult> {
    return CallToolResultSchema.parse(
      await this.client.callTool({ name, arguments: args }, CallToolResultSchema, { timeout: 60_000, ...options }),
    );
  }

  /** Structured result of a call that must succeed; the caller names the shape that the output schema has validated. */
  async ok<T>(name: string, args: Arguments = {}, options?: RequestOptions): Promise<T> {
    const result = await this.call(name, args, options);
    if (result.isError) throw new Error(`${name} failed: ${textOf(result)}`);
    return result.structuredContent as T;
  }

  /** The error of a call that must fail. */
  async failure(name: string, args: Arguments = {}, options?: RequestOptions): Promise<Failure> {
    const result = await this.call(name, args, options);
    const failure = failureOf(result);
    if (failure === undefined) throw new Error(`${name} succeeded: ${textOf(result).slice(0, 500)}`);
    return failure;
  }

  async launch(command: string[], options: Arguments = {}): Promise<Session> {
    const session = await this.ok<Session>('qt_launch', { command, ...options });
    this.sandbox.noteDisplays();
    return session;
  }

  /** Takes a snapshot of every level and reads it back as an agent would, checked against the published schema. */
  async snapshot(sessionId: string, options: Arguments = {}): Promise<Snapshot> {
    const answer = await this.take(sessionId, options);
    return this.read(answer.uri);
  }

  /** Takes a snapshot of every level and says where it is. */
  async take(sessionId: string, options: Arguments = {}): Promise<SnapshotAnswer> {
    const { result } = await this.ok<{ result: SnapshotAnswer }>('qt_snapshot', {
      session_id: sessionId,
      max_depth: -1,
      ...options,
    });
    return result;
  }

  /** What a search answers; a string is a selector. */
  find(sessionId: string, query: Arguments | string): Promise<FoundElements> {
    return this.ok<FoundElements>('qt_find_element', { session_id: sessionId, query });
  }

  /** The one element that a search finds. */
  async findOnly(sessionId: string, query: Arguments | string): Promise<FoundElement> {
    const { elements } = await this.find(sessionId, query);
    const [found, ...others] = elements;
    if (found === undefined || others.length > 0) {
      throw new Error(`${elements.length} elements for ${JSON.stringify(query)}.`);
    }
    return found;
  }

  /** Pictures of an element, a window, or every window of a session. */
  async screenshots(sessionId: string, elementId?: number): Promise<Screenshot[]> {
    const { screenshots } = await this.ok<{ screenshots: Omit<Screenshot, 'picture'>[] }>('qt_screenshot', {
      session_id: sessionId,
      element_id: elementId,
      inline: false,
    });
    return Promise.all(
      screenshots.map(async (screenshot) => ({ ...screenshot, picture: await this.#picture(screenshot.uri) })),
    );
  }

  async #picture(uri: string): Promise<Picture> {
    const { contents } = await this.client.readResource({ uri });
    const blob = contents[0] && 'blob' in contents[0] ? contents[0].blob : '';
    return decode(Buffer.from(blob, 'base64'));
  }

  /** The snapshot that a uri names, read through the protocol. */
  async read(uri: string): Promise<Snapshot> {
    const { contents } = await this.client.readResource({ uri });
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    return checkSnapshot(JSON.parse(text));
  }

  /** The file behind a uri, read from the output folder. */
  readFile(uri: string): Snapshot {
    const path = uri.replace('qt-commander://sessions/', '').replace('/snapshots/', '/');
    return checkSnapshot(JSON.parse(readFileSync(`${this.sandbox.output}/snapshots/${path}`, 'utf8')));
  }

  /** Ends the server as a client does, by closing its stdin, and checks that nothing of it is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.sandbox.noteDisplays();
    await this.client.close();
    if (!this.#ownsSandbox) return;
    await this.sandbox.expectEmpty();
    this.sandbox.remove();
  }
}
