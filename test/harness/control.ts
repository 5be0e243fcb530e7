import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { until } from './wait.js';

/** Undefined while nobody listens there. */
function connection(path: string): Promise<Socket | undefined> {
  const socket = createConnection(path);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** A line to a fixture's own control channel: what the application says of itself, by a way deskprobe knows nothing of. */
export class Control implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  /** Waits until the fixture listens on `path`. */
  static async connect(path: string): Promise<Control> {
    return new Control(await until(`control socket ${path}`, () => connection(path)));
  }

  /** The fixture's answer to one command. */
  async ask(command: string): Promise<string> {
    this.#socket.write(`${command}\n`);
    const answer = await this.#lines.next();
    if (answer.done) throw new Error(`The fixture closed its control channel at "${command}".`);
    return answer.value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
  }
}
