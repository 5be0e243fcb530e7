/** MCP resources: the stored snapshots, their parts, the screenshots, and the guide. */
import { readFile } from 'node:fs/promises';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Format, readPart, type SizeLimit } from './part.js';
import type { Stored, StoredScreenshot, StoredSnapshot } from './shelf.js';
import { isWhole } from './snapshot.js';
import type { SnapshotStore } from './store.js';
import {
  EXTENSIONS,
  GUIDE_URI,
  parseScreenshotUri,
  parseSnapshotUri,
  SCREENSHOT_TEMPLATE,
  SNAPSHOT_TEMPLATE,
  type SnapshotName,
  snapshotUri,
} from './uri.js';

/** No message to a client is bigger, in bytes. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** Defined by MCP; the SDK does not name it. */
const RESOURCE_NOT_FOUND = -32002;
const ENVELOPE_BYTES = 16 * 1024;

/** A picture goes into a message as Base64: three bytes in four letters. */
export const MAX_PICTURE_BYTES = Math.floor((MAX_MESSAGE_BYTES - ENVELOPE_BYTES) / 4) * 3;

/** What differs between the two formats of a snapshot. */
const FORMATS: Record<Format, { mimeType: string; title: string; file(stored: StoredSnapshot): StoredFile }> = {
  json: {
    mimeType: 'application/json',
    title: '',
    file: ({ jsonFile, jsonBytes }) => ({ path: jsonFile, bytes: jsonBytes }),
  },
  text: {
    mimeType: 'text/plain',
    title: ', outline',
    file: ({ textFile, textBytes }) => ({ path: textFile, bytes: textBytes }),
  },
};

type StoredFile = { path: string; bytes: number };

const GUIDE_FILE = new URL('./guide.md', import.meta.url);

const TEMPLATES: ResourceTemplate[] = [
  {
    uriTemplate: SNAPSHOT_TEMPLATE,
    name: 'snapshot',
    title: 'Snapshot of a session, or a part of it',
    description:
      'snapshot is snapshot_N.json or snapshot_N.txt (a compact outline), or latest.json or latest.txt for the newest refresh. ' +
      'root_id: only the subtree of this objID. depth: levels of children, -1 is all. ' +
      'query: only elements that contain this in text, name, objectName, className, role, qml_id or windowTitle, and what they are in. ' +
      'offset: next_offset of a part that was cut to size, to read on.',
  },
  {
    uriTemplate: SCREENSHOT_TEMPLATE,
    name: 'screenshot',
    title: 'Screenshot of a session',
    mimeType: 'image/png',
    description: 'screenshot is screenshot_N.png, as qt_screenshot answered it.',
  },
];

/** Answers resource requests on a server from a store, and sends its notifications, until the returned function is called. */
export function provideResources(server: Server, store: SnapshotStore): () => void {
  const subscriptions = new Set<string>();

  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listResources(store) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: [await readResource(store, params.uri)],
  }));
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    if (params.uri !== GUIDE_URI) find(store, params.uri);
    subscriptions.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.delete(params.uri);
    return {};
  });

  /** Parts of a resource change with it. */
  const notifyUpdated = (sessionId: string, which: number | 'latest'): void => {
    for (const uri of subscriptions) {
      const name = parseSnapshotUri(uri);
      if (name?.sessionId !== sessionId || name.which !== which) continue;
      server.sendResourceUpdated({ uri }).catch(ignoreClosed);
    }
  };
  const onAdded = (stored: Stored): void => {
    if (stored.kind === 'snapshot' && stored.refresh) notifyUpdated(stored.sessionId, 'latest');
    server.sendResourceListChanged().catch(ignoreClosed);
  };
  const onSuperseded = (stored: StoredSnapshot): void => notifyUpdated(stored.sessionId, stored.number);
  const onEvicted = (): void => {
    server.sendResourceListChanged().catch(ignoreClosed);
  };
  store.on('added', onAdded).on('superseded', onSuperseded).on('evicted', onEvicted);
  return () => {
    store.off('added', onAdded).off('superseded', onSuperseded).off('evicted', onEvicted);
  };
}

/** A client that has gone needs no notification. */
function ignoreClosed(): void {}

function listResources(store: SnapshotStore): Resource[] {
  const guide: Resource = {
    uri: GUIDE_URI,
    name: 'guide',
    title: 'How to work with deskprobe',
    mimeType: 'text/markdown',
  };
  const stored = store.list();
  const latest = new Map(stored.filter(({ refresh }) => refresh).map((snapshot) => [snapshot.sessionId, snapshot]));
  return [
    guide,
    ...[...latest.values()].flatMap((snapshot) => describeFiles(snapshot, 'latest')),
    ...stored.flatMap((snapshot) => describeFiles(snapshot, snapshot.number)),
    ...store.listScreenshots().map(describeScreenshot),
  ];
}

function describeFiles(stored: StoredSnapshot, which: number | 'latest'): Resource[] {
  const title = which === 'latest' ? 'Latest snapshot' : `Snapshot ${which}`;
  const annotations = { lastModified: stored.writtenAt.toISOString() };
  return (['json', 'text'] as const).map((format) => ({
    uri: snapshotUri(stored.sessionId, which, format),
    name: `${stored.sessionId}/${which}.${EXTENSIONS[format]}`,
    title: `${title} of ${stored.sessionId}${FORMATS[format].title}`,
    mimeType: FORMATS[format].mimeType,
    size: FORMATS[format].file(stored).bytes,
    annotations,
  }));
}

function describeScreenshot({ sessionId, number, uri, bytes, writtenAt }: StoredScreenshot): Resource {
  return {
    uri,
    name: `${sessionId}/screenshot_${number}.png`,
    title: `Screenshot ${number} of ${sessionId}`,
    mimeType: 'image/png',
    size: bytes,
    annotations: { lastModified: writtenAt.toISOString() },
  };
}

type Contents = ReadResourceResult['contents'][number];

async function readResource(store: SnapshotStore, uri: string): Promise<Contents> {
  if (uri === GUIDE_URI) return { uri, mimeType: 'text/markdown', text: await readFile(GUIDE_FILE, 'utf8') };
  const found = find(store, uri);
  const contents = await store.reading(found.stored, async () => {
    if (found.kind === 'screenshot') return { uri, mimeType: 'image/png', blob: await readPicture(found.stored) };
    const { stored, name } = found;
    return { uri, mimeType: FORMATS[name.format].mimeType, text: await readText(stored, name, uri) };
  });
  if (contents === undefined) throw notFound(uri);
  return contents;
}

/** As Base64. */
async function readPicture({ uri, file, bytes }: StoredScreenshot): Promise<string> {
  if (bytes > MAX_PICTURE_BYTES) {
    throw new McpError(
      ErrorCode.InvalidRequest,
      `The picture has ${bytes} bytes and a message may hold ${MAX_PICTURE_BYTES}: ` +
        'take it again with qt_screenshot, of one window or of an element in it',
      { uri },
    );
  }
  return readFile(file, 'base64');
}

async function readText(stored: StoredSnapshot, { part, format }: SnapshotName, uri: string): Promise<string> {
  const limit: SizeLimit = { bytes: MAX_MESSAGE_BYTES - ENVELOPE_BYTES, cost: escapedBytes };
  const file = FORMATS[format].file(stored);
  if (isWhole(part) && file.bytes <= limit.bytes) {
    const text = await readFile(file.path, 'utf8');
    if (escapedBytes(text) <= limit.bytes) return text;
  }
  const document = await readPart(stored.jsonFile, part, format, limit);
  if (!document.rootFound)
    throw new McpError(RESOURCE_NOT_FOUND, `The snapshot has no element ${part.root_id}`, { uri });
  return document.text;
}

/** Bytes that a text takes within a JSON message. */
function escapedBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

type Found =
  | { kind: 'snapshot'; stored: StoredSnapshot; name: SnapshotName }
  | { kind: 'screenshot'; stored: StoredScreenshot };

function find(store: SnapshotStore, uri: string): Found {
  const picture = parseScreenshotUri(uri);
  if (picture !== undefined) {
    const stored = store.findScreenshot(picture.sessionId, picture.number);
    if (stored !== undefined) return { kind: 'screenshot', stored };
  }
  const name = parseSnapshotUri(uri);
  const stored = name === undefined ? undefined : store.find(name.sessionId, name.which);
  if (name === undefined || stored === undefined) throw notFound(uri);
  return { kind: 'snapshot', stored, name };
}

function notFound(uri: string): McpError {
  if (uri.length > 2000) throw new McpError(ErrorCode.InvalidParams, 'The uri is longer than any resource has');
  return new McpError(RESOURCE_NOT_FOUND, `Resource not found: ${uri}`, { uri });
}
