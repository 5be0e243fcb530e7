/** The bench application and what the kernel and it itself say of its GUI thread. */
import { existsSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Absolute path of a file of the project. */
export function inProject(path) {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

export const benchProgram = inProject('build/fixtures/qt6/bench');
export const bigModelProgram = inProject('build/fixtures/qt6/bigmodel');

/** The middle one of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** CPU time of the GUI thread so far in ms, as the scheduler counts it. */
export function guiTime(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Our own line to a running bench application. */
export class Application {
  #socket;
  #lines;

  constructor(pid, socket) {
    this.pid = pid;
    this.#socket = socket;
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  /** Connects to its control socket and waits until it has come to rest. */
  static async connect(pid, path) {
    while (!existsSync(path)) await delay(50);
    const socket = createConnection(path);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const application = new Application(pid, socket);
    await application.ask('count');
    await application.#rest();
    return application;
  }

  async ask(command) {
    this.#socket.write(`${command}\n`);
    return (await this.#lines.next()).value;
  }

  /** One trivial walk, in ms, of a tree that has not been touched for a while. */
  async walk() {
    return Number((await this.ask('walk')).split(' ')[0]) / 1000;
  }

  /** Longest time in ms for which a 1 ms timer of the application waited during `work`. */
  async gap(work) {
    await this.ask('gap reset');
    await work();
    return Number(await this.ask('gap report')) / 1000;
  }

  /** CPU time of the GUI thread in ms that `work` cost beyond what it uses anyway, and the wall time in ms. */
  async cost(work) {
    const idle = 200;
    const before = guiTime(this.pid);
    await delay(idle);
    const idleRate = (guiTime(this.pid) - before) / idle;
    const start = performance.now();
    const used = guiTime(this.pid);
    await work();
    const wall = performance.now() - start;
    return { gui: guiTime(this.pid) - used - idleRate * wall, wall };
  }

  close() {
    this.#socket.destroy();
  }

  async #rest() {
    for (let last = -1; guiTime(this.pid) - last > 2; await delay(300)) last = guiTime(this.pid);
  }
}
