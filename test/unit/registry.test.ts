import { expect, it } from 'vitest';
import { ElementRegistry } from '../../server/registry.js';

function list(registry: ElementRegistry, handles: number[], refresh: boolean): number[] {
  const listing = registry.listing();
  const ids = handles.map((handle) => listing.add(handle, 'push button', `Button ${handle}`));
  listing.commit(refresh);
  return ids;
}

it('gives an object one id for its life, and no id twice, over all sessions', () => {
  const [one, other] = [new ElementRegistry(), new ElementRegistry()];
  const first = list(one, [10, 11], true);
  const second = list(other, [10, 11], true);
  expect(new Set([...first, ...second]).size).toBe(4);
  expect(list(one, [11], true)).toEqual([first[1]]);
  expect(list(one, [10, 11], true)).toEqual(first);
  expect(Math.min(...list(one, [12], true))).toBeGreaterThan(Math.max(...second));
});

it('a refresh expires what it does not list; a view only adds', () => {
  const registry = new ElementRegistry();
  const [a = 0, b = 0] = list(registry, [1, 2], true);
  const [c = 0] = list(registry, [3], false);
  expect([a, b, c].map((id) => registry.handleOf(id))).toEqual([1, 2, 3]);
  list(registry, [2], true);
  expect(registry.handleOf(b)).toBe(2);
  for (const id of [a, c])
    expect(() => registry.handleOf(id)).toThrow(expect.objectContaining({ code: 'stale_element' }));
});

it('names a stale element as it was last shown', () => {
  const registry = new ElementRegistry();
  const [id = 0] = list(registry, [7], true);
  list(registry, [], true);
  expect(() => registry.handleOf(id)).toThrow(`Element ${id} (push button "Button 7") is not in the newest snapshot`);
  expect(() => registry.handleOf(id + 1000)).toThrow('is not known in this session');
});

it('changes nothing until a capture is whole', () => {
  const registry = new ElementRegistry();
  const [id = 0] = list(registry, [1], true);
  const abandoned = registry.listing();
  const never = abandoned.add(2, 'text', undefined);
  expect(registry.handleOf(id)).toBe(1);
  expect(() => registry.handleOf(never)).toThrow(`Element ${never} is not in the newest snapshot`);
});

it('forgets the longest expired beyond its limit, and never reuses their ids', () => {
  const registry = new ElementRegistry(2);
  const first = list(registry, [1, 2, 3, 4], true);
  list(registry, [], true);
  expect(registry.listing().idOf(4)).toBe(first[3]);
  const again = list(registry, [1], true);
  expect(again[0]).toBeGreaterThan(first[3] ?? 0);
});

it('forgets what captures that failed have left, too', () => {
  const registry = new ElementRegistry(2);
  const failed = registry.listing();
  const [first = 0] = [1, 2, 3].map((handle) => failed.add(handle, 'text', undefined));
  registry.listing();
  expect(() => registry.handleOf(first)).toThrow('is not known in this session');
});
