import { aborted } from './errors.js';

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

/** Settles as the promise does, or rejects as soon as the signal is aborted. The work itself goes on. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(aborted(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
