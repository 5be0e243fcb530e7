import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks `probe` again and again until it answers with something other than undefined or false; throws after `timeout` ms.
 * For what gives no event that could be awaited, such as the process table.
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  timeout = 10_000,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`Not within ${timeout} ms: ${what}`);
    await delay(20);
  }
}

/** Wall time of `work` in ms, with its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}
