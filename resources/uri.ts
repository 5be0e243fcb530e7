/** The names by which an agent knows stored snapshots and their parts. */
import type { Format } from './part.js';
import { isWhole, type Part } from './snapshot.js';

export const GUIDE_URI = 'deskprobe://guide';
export const SNAPSHOT_TEMPLATE =
  'qt-commander://sessions/{session_id}/snapshots/{snapshot}{?root_id,depth,query,offset}';
export const SCREENSHOT_TEMPLATE = 'qt-commander://sessions/{session_id}/screenshots/{screenshot}';

/** How the file of each format ends. */
export const EXTENSIONS = { json: 'json', text: 'txt' } as const satisfies Record<Format, string>;

/** Longer queries are refused: they come back in messages. */
export const MAX_QUERY = 1000;

export interface SnapshotName {
  sessionId: string;
  which: number | 'latest';
  format: Format;
  part: Part;
}

const SNAPSHOT_URI =
  /^qt-commander:\/\/sessions\/(qt-[0-9a-f]{8})\/snapshots\/(?:snapshot_([1-9]\d{0,8})|latest)\.(json|txt)$/;
const SCREENSHOT_URI = /^qt-commander:\/\/sessions\/(qt-[0-9a-f]{8})\/screenshots\/screenshot_([1-9]\d{0,8})\.png$/;
const PART_KEYS = new Set(['root_id', 'depth', 'query', 'offset']);
const WHOLE: Part = { root_id: 0, depth: -1 };

/** The uri of a snapshot, or of a part of it. */
export function snapshotUri(sessionId: string, which: number | 'latest', format: Format, part = WHOLE): string {
  const name = which === 'latest' ? which : `snapshot_${which}`;
  return `qt-commander://sessions/${sessionId}/snapshots/${name}.${EXTENSIONS[format]}${searchOf(part)}`;
}

function searchOf(part: Part): string {
  if (isWhole(part)) return '';
  const search = new URLSearchParams();
  if (part.root_id > 0) search.set('root_id', `${part.root_id}`);
  if (part.depth >= 0) search.set('depth', `${part.depth}`);
  if (part.query !== undefined) search.set('query', part.query);
  if (part.offset) search.set('offset', `${part.offset}`);
  return `?${search}`;
}

/** What a uri names, or undefined if it does not name a snapshot. Says nothing of whether that exists. */
export function parseSnapshotUri(uri: string): SnapshotName | undefined {
  const [address = '', search] = splitOnce(uri, '?');
  const [, sessionId, number, extension] = SNAPSHOT_URI.exec(address) ?? [];
  const part = parsePart(new URLSearchParams(search));
  if (sessionId === undefined || part === undefined) return undefined;
  return {
    sessionId,
    which: number === undefined ? 'latest' : Number(number),
    format: extension === EXTENSIONS.json ? 'json' : 'text',
    part,
  };
}

/** The uri of a screenshot. */
export function screenshotUri(sessionId: string, number: number): string {
  return `qt-commander://sessions/${sessionId}/screenshots/screenshot_${number}.png`;
}

/** What a uri names, or undefined if it does not name a screenshot. Says nothing of whether that exists. */
export function parseScreenshotUri(uri: string): { sessionId: string; number: number } | undefined {
  const [, sessionId, number] = SCREENSHOT_URI.exec(uri) ?? [];
  return sessionId === undefined ? undefined : { sessionId, number: Number(number) };
}

function parsePart(search: URLSearchParams): Part | undefined {
  for (const name of search.keys()) if (!PART_KEYS.has(name)) return undefined;
  const rootId = parseInteger(search.get('root_id') ?? '0');
  const depth = parseInteger(search.get('depth') ?? '-1');
  const offset = parseInteger(search.get('offset') ?? '0');
  const query = search.get('query') ?? undefined;
  if (rootId === undefined || rootId < 0 || depth === undefined || depth < -1) return undefined;
  if (offset === undefined || offset < 0) return undefined;
  if (query !== undefined && query.length > MAX_QUERY) return undefined;
  return { root_id: rootId, depth, query: query === '' ? undefined : query, offset: offset || undefined };
}

function parseInteger(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
