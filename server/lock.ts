import { abortable } from './abortable.js';

/** Lets one piece of work run at a time, in order of arrival. */
export class Lock {
  #last: Promise<void> = Promise.resolve();

  /** Runs `work` when its turn comes; aborting the signal before that gives up the turn. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last;
    let release = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = before.then(() => done);
    try {
      await abortable(before, signal);
      return await work();
    } finally {
      release();
    }
  }
}
