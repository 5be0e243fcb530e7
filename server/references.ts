/** Objects within values: a probe names them by `$handle`, callers by element id. */
import { invalidArgument } from './errors.js';

/** What an id is called: in snapshots as their contract says, in everything else as tools name it. */
type IdKey = 'objID' | 'element_id';

/** The value with `key: id` in place of each `$handle`. */
export function toIds(value: unknown, key: IdKey, idOf: (handle: number, className: string) => number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => toIds(item, key, idOf));
  const { $handle, ...rest } = { $handle: undefined, ...value };
  const named = mapValues(rest, (item) => toIds(item, key, idOf));
  return typeof $handle === 'number' ? { [key]: idOf($handle, String(named.className ?? 'object')), ...named } : named;
}

/** The value with a `$handle` in place of each object that has an element_id (or objID). Throws what `handleOf` does, invalid_argument. */
export function toHandles(value: unknown, handleOf: (id: number) => number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => toHandles(item, handleOf));
  if ('$handle' in value) {
    throw invalidArgument(
      'A value names an object by $handle.',
      'Name objects by their element id: {"element_id": 12}.',
    );
  }
  const id = 'element_id' in value ? value.element_id : 'objID' in value ? value.objID : undefined;
  return typeof id === 'number' ? { $handle: handleOf(id) } : mapValues(value, (item) => toHandles(item, handleOf));
}

/** An object of the same names with what `map` makes of their values. */
export function mapValues<To>(values: object, map: (value: unknown) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
