import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { serverMain } from './paths.js';
import { Sandbox } from './sandbox.js';
import { type Session, textOf } from './server.js';
import { until } from './wait.js';

/** A JSON-RPC message as it stands on the wire. */
export interface Message {
  jsonrpc: '2.0';
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

/** The server with nothing between the test and its pipes, for what a well-behaved client never does. */
export class Wire implements AsyncDisposable {
  readonly sandbox = new Sandbox();
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Every line the server wrote to stdout. */
  readonly lines: string[] = [];
  readonly exited: Promise<unknown>;
  #stderr = '';
  #lastId = 0;

  private constructor(environment: Record<string, string>, prefix: string[]) {
    const [command = '', ...args] = [...prefix, process.execPath, serverMain];
    this.process = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd: this.sandbox.root,
      env: { PATH: process.env.PATH, HOME: this.sandbox.root, ...this.sandbox.environment, ...environment },
    });
    this.exited = once(this.process, 'exit');
    this.process.stdin.on('error', () => undefined);
    createInterface({ input: this.process.stdout }).on('line', (line) => this.lines.push(line));
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
  }

  /** Starts a server and shakes hands with it. */
  static async start(environment: Record<string, string> = {}, prefix: string[] = []): Promise<Wire> {
    const wire = new Wire(environment, prefix);
    await wire.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'wire', version: '1' },
    });
    wire.notify('notifications/initialized');
    return wire;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Everything the server said so far; throws if a line is no JSON. */
  get messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line) as Message);
  }

  /** Sends a request and gives its id back. */
  send(method: string, params: Record<string, unknown> = {}): number {
    this.#lastId += 1;
    this.write({ jsonrpc: '2.0', id: this.#lastId, method, params });
    return this.#lastId;
  }

  notify(method: string, params: Record<string, unknown> = {}): void {
    this.write({ jsonrpc: '2.0', method, params });
  }

  write(message: Message): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The answer to a request, waited for. */
  async answer(id: number, timeout = 30_000): Promise<Message> {
    return until(
      `answer ${id}`,
      () => this.messages.find((message) => message.id === id && message.method === undefined),
      timeout,
    );
  }

  async request(method: string, params: Record<string, unknown> = {}, timeout?: number): Promise<Message> {
    return this.answer(this.send(method, params), timeout);
  }

  /** Sends a tool call and gives its id back. */
  sendCall(name: string, args: Record<string, unknown>): number {
    return this.send('tools/call', { name, arguments: args });
  }

  /** The result of a tool call, waited for. */
  async result(id: number, timeout?: number): Promise<CallToolResult> {
    return CallToolResultSchema.parse((await this.answer(id, timeout)).result);
  }

  async callTool(name: string, args: Record<string, unknown> = {}, timeout?: number): Promise<CallToolResult> {
    return this.result(this.sendCall(name, args), timeout);
  }

  /** Launches an application that must start. */
  async launch(command: string[], display: string): Promise<Session> {
    const result = await this.callTool('qt_launch', { command, display });
    if (result.isError) throw new Error(textOf(result));
    this.sandbox.noteDisplays();
    return result.structuredContent as unknown as Session; // the output schema says so
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin.end();
    await this.exited;
    await this.sandbox.expectEmpty();
    this.sandbox.remove();
  }
}
