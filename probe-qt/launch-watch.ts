/** Watches a launch for signs that no probe will come. */
import { appExited, type DeskprobeError, launchWithoutProbe } from '../server/errors.js';
import type { Application, Exit } from '../server/ports.js';
import type { ProbeLibrary } from './library.js';
import { noAnswer, noGui, notQt, type Obstacle, obstacleOf, sandboxed, setuid, staticQt } from './obstacles.js';
import { hasStaticQt, isPrivileged, isSandboxed, mappedFiles, qtUse } from './processes.js';

/** What has not loaded Qt by now does not use it. */
const QT_MS = 4_500;
/** A probe greets within this time, or not at all. */
const ANSWER_MS = 10_000;
/** For a program that hands its work to a detached process and ends. */
const HANDOVER_MS = 1_000;

export class LaunchWatch {
  readonly #application: Application;
  readonly #library: ProbeLibrary;
  readonly #startedAt = performance.now();
  #aloneSince: number | undefined;

  constructor(application: Application, library: ProbeLibrary) {
    this.#application = application;
    this.#library = library;
  }

  /** app_exited or launch_failed, or undefined while there is hope. */
  async failure(): Promise<DeskprobeError | undefined> {
    const living = await this.#application.processes();
    const { exit } = this.#application;
    if (exit && living.length === 0) return this.#exited(exit);
    const obstacle = await this.#obstacle(living);
    if (!obstacle) return undefined;
    const { reason, message, hint } = obstacle;
    return launchWithoutProbe(reason, this.#application.pid, message, hint, this.#application.output());
  }

  #exited(exit: Exit): DeskprobeError | undefined {
    this.#aloneSince ??= performance.now();
    const { pid } = this.#application;
    const output = this.#application.output();
    if (exit.code !== 0) {
      const ending = exit.signal ? `was ended by ${exit.signal}` : `exited with status ${exit.code}`;
      const hint = 'Run the command in a terminal to see why; env, cwd or display may have to be set.';
      return appExited(pid, `${ending} before its probe answered`, exit, hint, output);
    }
    if (performance.now() - this.#aloneSince < HANDOVER_MS) return undefined;
    const hint =
      'If it was a launcher, a running instance may have taken over: quit that one, or qt_list_processes and qt_attach.';
    return appExited(pid, 'ended by itself (status 0) and left nothing running', exit, hint, output);
  }

  async #obstacle(living: number[]): Promise<Obstacle | undefined> {
    const elapsed = performance.now() - this.#startedAt;
    const first = this.#application.pid;
    const uses = await Promise.all(living.map(async (pid) => ({ pid, qt: qtUse((await mappedFiles(pid)) ?? []) })));
    const withQt = uses.filter(({ qt }) => qt);
    if (withQt.length === 0) {
      // A helper may well be setuid; the program itself must not.
      if (living.includes(first) && (await isPrivileged(first))) return setuid(first);
      if (elapsed < QT_MS) return undefined;
      return (await hasStaticQt(first)) ? staticQt(first) : notQt(first);
    }
    const obstacles = await Promise.all(withQt.map(({ pid }) => obstacleOf(pid, this.#library)));
    const [obstacle] = obstacles;
    if (obstacles.every(Boolean)) return obstacle;
    if (elapsed < QT_MS) return undefined;
    if (!withQt.some(({ qt }) => qt?.modules.includes('Gui'))) return noGui(first);
    const sandbox = await Promise.all(withQt.map(({ pid }) => isSandboxed(pid)));
    const [{ pid } = { pid: first }] = withQt;
    if (sandbox.every(Boolean)) return sandboxed(pid);
    return elapsed < ANSWER_MS ? undefined : noAnswer(pid);
  }
}
