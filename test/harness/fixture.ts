import { Control } from './control.js';
import { isRunning } from './processes.js';
import type { Server, Session } from './server.js';
import { until } from './wait.js';

let launches = 0;

/** A fixture that the server under test has launched, with our own line to it. */
export class Fixture implements AsyncDisposable {
  readonly #control: Control;

  private constructor(
    readonly session: Session,
    control: Control,
  ) {
    this.#control = control;
  }

  /** Launches a fixture through the server; `options` are those of qt_launch. */
  static async launch(server: Server, command: string[], options: Record<string, unknown> = {}): Promise<Fixture> {
    launches += 1;
    const path = server.sandbox.path(`control-${launches}`);
    const session = await server.launch([...command, '--control', path], options);
    return new Fixture(session, await Control.connect(path));
  }

  get id(): string {
    return this.session.session_id;
  }

  get pid(): number {
    return this.session.pid;
  }

  ask(command: string): Promise<string> {
    return this.#control.ask(command);
  }

  /** Ends the application, which on a display of somebody's own nobody else does. */
  async kill(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await until(`the end of ${this.pid}`, () => !isRunning(this.pid));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#control[Symbol.asyncDispose]();
  }
}
