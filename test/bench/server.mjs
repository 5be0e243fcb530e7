/** The built server as a client sees it, in folders of its own. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Application, benchProgram, inProject } from './application.mjs';

export class Server {
  #client = new Client({ name: 'deskprobe-bench', version: '1' });
  #launches = 0;
  #folder = mkdtempSync(join(tmpdir(), 'deskprobe-bench-'));

  static async start() {
    const server = new Server();
    await server.#client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [inProject('dist/server/main.js')],
        env: {
          PATH: process.env.PATH,
          HOME: server.#folder,
          XDG_RUNTIME_DIR: server.#folder,
          DESKPROBE_OUTPUT_DIR: join(server.#folder, 'output'),
        },
      }),
    );
    return server;
  }

  async call(name, args) {
    const result = await this.#client.callTool({ name, arguments: args }, undefined, { timeout: 60_000 });
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    return result.structuredContent;
  }

  /** Launches the bench application on the private display. */
  launch(widgets, env = {}) {
    return this.launchProgram([benchProgram, '--widgets', String(widgets)], env);
  }

  /** Launches a fixture on the private display. */
  async launchProgram(program, env = {}) {
    this.#launches += 1;
    const control = join(this.#folder, `control-${this.#launches}`);
    const command = [...program, '--control', control];
    const { session_id: sessionId, pid } = await this.call('qt_launch', { command, env });
    return { sessionId, application: await Application.connect(pid, control) };
  }

  /** The elements that a search finds. */
  async find(sessionId, query) {
    const { elements } = await this.call('qt_find_element', { session_id: sessionId, query });
    return elements;
  }

  /** A whole snapshot; throws if its file is not on the disk when the answer is here. */
  async snapshot(sessionId, detail) {
    const { result } = await this.call('qt_snapshot', { session_id: sessionId, detail, max_depth: -1 });
    const file = result.uri.replace('qt-commander://sessions/', '').replace('/snapshots/', '/');
    return statSync(join(this.#folder, 'output', 'snapshots', file)).size;
  }

  async close() {
    await this.#client.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
