/** Reading and setting the properties of an element, and calling its methods. */
import { isDeepStrictEqual } from 'node:util';
import type { SnapshotWindow } from '../resources/snapshot.js';
import { ElementReader } from './elements.js';
import {
  badArguments,
  elementHidden,
  invalidValue,
  methodThrew,
  propertyReadOnly,
  unknownMethod,
  unknownProperty,
} from './errors.js';
import type { Probe, PropertyValue, Untouched } from './ports.js';
import { toHandles, toIds } from './references.js';
import type { ElementRegistry, Listing } from './registry.js';
import type { Source } from './source.js';
import { shownWindows } from './windows.js';

/** Which element; hidden ones are left alone unless `includeHidden`. */
export interface Access {
  elementId: number;
  includeHidden: boolean;
}

export interface ReadReport {
  properties: Record<string, PropertyValue>;
  /** Names that the element does not have, with the nearest that it has. */
  missing: { name: string; nearest: string[] }[];
}

export interface WriteReport {
  /** confirmed: it reads back as asked. observed_change: it has changed to something else. unverifiable: no change was seen. */
  effect: 'confirmed' | 'observed_change' | 'unverifiable';
  /** running: the setter runs an event loop of its own and has not returned. */
  status: 'returned' | 'running';
  before?: PropertyValue | undefined;
  after?: PropertyValue | undefined;
  /** A sentence of what the setter threw. */
  thrown?: string | undefined;
  /** If running: what is on the screen now, where that could be found out. */
  windows?: SnapshotWindow[] | undefined;
}

export type CallReport =
  | { status: 'returned'; signature: string; value: unknown; type: string | undefined }
  | { status: 'running'; signature: string; windows: SnapshotWindow[] | undefined };

/** No names: all there are. Throws stale_element, element_hidden, unknown_property if there is none of them. */
export async function readProperties(
  { probe, registry }: Source,
  { elementId, includeHidden }: Access,
  names: string[],
  propDepth: number,
  signal: AbortSignal,
): Promise<ReadReport> {
  const outcome = await probe.read(registry.handleOf(elementId), names, { propDepth, includeHidden }, signal);
  if (outcome.state !== 'ok') throw untouched(registry, elementId, outcome.state);
  const { missing } = outcome;
  if (missing.length > 0 && missing.length >= names.length) {
    throw unknownProperty(registry.subject(elementId), missing);
  }
  const listing = registry.listing();
  const properties = Object.entries(outcome.properties).map(([name, property]) => [name, shown(property, listing)]);
  listing.commit(false);
  return { properties: Object.fromEntries(properties), missing };
}

/** Throws stale_element, element_hidden, unknown_property, property_read_only, invalid_value. */
export async function writeProperty(
  { probe, registry }: Source,
  { elementId, includeHidden }: Access,
  name: string,
  value: unknown,
  signal: AbortSignal,
): Promise<WriteReport> {
  const asked = toHandles(value, (id) => registry.handleOf(id));
  const outcome = await probe.write(registry.handleOf(elementId), name, asked, { includeHidden }, signal);
  const listing = registry.listing();
  const subject = registry.subject(elementId);
  switch (outcome.state) {
    case 'ok': {
      const { before, after, matches, message } = outcome;
      const report: WriteReport = {
        status: 'returned',
        effect: effectOf(before, after, matches ?? isDeepStrictEqual(after?.value, asked)),
        before: before && shown(before, listing),
        after: after && shown(after, listing),
        thrown: message,
      };
      listing.commit(false);
      return report;
    }
    case 'running': {
      const before = outcome.before && shown(outcome.before, listing);
      listing.commit(false);
      return { status: 'running', effect: 'unverifiable', before, windows: await openWindows(probe, registry, signal) };
    }
    case 'unknown':
      throw unknownProperty(subject, [{ name, nearest: outcome.nearest }]);
    case 'read_only':
      throw propertyReadOnly(subject, name);
    case 'bad_value':
      throw invalidValue(subject, name, outcome.message, outcome.before?.type, outcome.before?.values);
    default:
      throw untouched(registry, elementId, outcome.state);
  }
}

/** Throws stale_element, element_hidden, unknown_method, bad_arguments, method_threw. */
export async function callMethod(
  { probe, registry }: Source,
  { elementId, includeHidden }: Access,
  method: string,
  args: unknown[],
  signal: AbortSignal,
): Promise<CallReport> {
  const given = args.map((value) => toHandles(value, (id) => registry.handleOf(id)));
  const outcome = await probe.call(registry.handleOf(elementId), method, given, { includeHidden }, signal);
  const subject = registry.subject(elementId);
  switch (outcome.state) {
    case 'returned': {
      const listing = registry.listing();
      const value = toIds(outcome.value, 'element_id', (handle, className) => listing.refer(handle, className));
      listing.commit(false);
      return { status: 'returned', signature: outcome.signature, value, type: outcome.type };
    }
    case 'running':
      return {
        status: 'running',
        signature: outcome.signature,
        windows: await openWindows(probe, registry, signal),
      };
    case 'threw':
      throw methodThrew(subject, outcome.signature, outcome.message);
    case 'unknown':
      throw unknownMethod(subject, method, outcome.signatures);
    case 'bad_arguments':
      throw badArguments(subject, method, outcome.message, outcome.signatures);
    default:
      throw untouched(registry, elementId, outcome.state);
  }
}

function effectOf(
  before: PropertyValue | undefined,
  after: PropertyValue | undefined,
  matches: boolean,
): WriteReport['effect'] {
  if (after === undefined) return 'unverifiable';
  if (matches) return 'confirmed';
  return isDeepStrictEqual(before?.value, after.value) ? 'unverifiable' : 'observed_change';
}

/** What is on the screen while application code runs an event loop: there most likely is a dialog to be dealt with. */
async function openWindows(
  probe: Probe,
  registry: ElementRegistry,
  signal: AbortSignal,
): Promise<SnapshotWindow[] | undefined> {
  // What has been done must be told, whatever comes after it.
  const windows = await shownWindows(probe, signal).catch(() => undefined);
  if (windows === undefined) return undefined;
  const reader = new ElementReader(registry.listing());
  const listed = reader.windows(windows);
  reader.listing.commit(false);
  return listed;
}

function shown(property: PropertyValue, listing: Listing): PropertyValue {
  const value = toIds(property.value, 'element_id', (handle, className) => listing.refer(handle, className));
  return { ...property, value };
}

function untouched(registry: ElementRegistry, elementId: number, state: Untouched): Error {
  return state === 'gone' ? registry.stale(elementId) : elementHidden(elementId, registry.subject(elementId));
}
