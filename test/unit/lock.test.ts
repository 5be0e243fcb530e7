import { expect, it } from 'vitest';
import { Lock } from '../../server/lock.js';

const forever = new AbortController().signal;

it('runs one at a time, in order', async () => {
  const lock = new Lock();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
  };
  await Promise.all(['a', 'b', 'c'].map((name) => lock.run(work(name), forever)));
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('goes on after a failure', async () => {
  const lock = new Lock();
  await expect(lock.run(() => Promise.reject(new Error('no')), forever)).rejects.toThrow('no');
  expect(await lock.run(async () => 'yes', forever)).toBe('yes');
});

it('a waiting call that is cancelled is over at once and lets nobody in early', async () => {
  const lock = new Lock();
  let finish = (): void => undefined;
  let third = false;
  const first = lock.run(() => new Promise<void>((resolve) => (finish = resolve)), forever);
  const cancel = new AbortController();
  const second = lock.run(async () => undefined, cancel.signal);
  const last = lock.run(async () => {
    third = true;
  }, forever);
  cancel.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  await new Promise(setImmediate);
  expect(third).toBe(false);
  finish();
  await Promise.all([first, last]);
  expect(third).toBe(true);
});
