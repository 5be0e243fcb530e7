import { aborted } from './errors.js';

/** The promise's outcome, or the signal's reason as an error if that comes first. The work itself goes on. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw aborted(signal);
  let abort = () => {};
  const abortion = new Promise<never>((_, reject) => {
    abort = () => reject(aborted(signal));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, abortion]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
