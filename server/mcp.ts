/** The MCP server: lists the tools, runs their calls, offers the resources. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  type ImageContent,
  ListToolsRequestSchema,
  type ResourceLink,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { provideResources } from '../resources/provider.js';
import type { Stored } from '../resources/shelf.js';
import type { SnapshotStore } from '../resources/store.js';
import { GUIDE_URI } from '../resources/uri.js';
import { clip } from './clip.js';
import { cancelled, DeskprobeError, internalError, invalidArgument, tooLate, unknownTool } from './errors.js';
import type { Sessions } from './sessions.js';
import { type Call, describeTool, type Tool, type ToolResult } from './tool.js';
import { tools } from './tools/index.js';
import { VERSION } from './version.js';

/** What the tools work with. */
export interface Domain {
  sessions: Sessions;
  store: SnapshotStore;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const INSTRUCTIONS =
  'deskprobe sees into Qt applications on Linux. Start one with qt_launch (a private display is the default) or take a ' +
  'running one with qt_attach, look with qt_snapshot, then read the outline: the uri that it answers, with .txt in place ' +
  'of .json, or read_snapshot. qt_find_element names elements by what they are, qt_screenshot shows them. The resource ' +
  `${GUIDE_URI} says more.`;

/** Longer messages, such as an application's last output, are cut: text of a tool stays below 100 kB. */
const MAX_ERROR_TEXT = 20_000;
/** What a caller sent comes back in errors only so far. */
const MAX_PROBLEMS = 500;
/** Where a program finds an error's parts: clients hold structuredContent of errors, too, against the tool's output schema. */
const ERROR_META = 'deskprobe.dev/error';

/** A server for one client; connect it to a transport. */
export function createServer({ sessions, store }: Domain): Server {
  const server = new Server(
    { name: 'deskprobe', title: 'deskprobe', version: VERSION },
    {
      capabilities: { tools: {}, resources: { subscribe: true, listChanged: true } },
      instructions: INSTRUCTIONS,
      debouncedNotificationMethods: ['notifications/resources/list_changed'],
    },
  );
  const descriptions = tools.map(describeTool);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: descriptions }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => runTool(params, extra, { sessions, store }));
  server.onclose = provideResources(server, store);
  return server;
}

/** Everything around a tool: arguments, deadline, the session's turn, progress, errors, result. */
async function runTool(params: CallToolRequest['params'], extra: Extra, domain: Domain): Promise<CallToolResult> {
  const tool = tools.find(({ name }) => name === params.name);
  if (tool === undefined) {
    const known = tools.map(({ name }) => name);
    return failure(unknownTool(params.name, known));
  }
  const deadline = AbortSignal.timeout(tool.deadline);
  const call: Call = { ...domain, signal: AbortSignal.any([extra.signal, deadline]), progress: progressOf(extra) };
  try {
    return success(await handle(tool, params.arguments ?? {}, call));
  } catch (error) {
    if (!isAbortOf(call.signal, error)) return failure(asKnown(error));
    // Nobody waits for the answer to a call that was cancelled.
    return failure(deadline.aborted ? tooLate(tool.name, tool.deadline / 1000) : cancelled());
  }
}

async function handle(tool: Tool, input: unknown, call: Call): Promise<ToolResult<Record<string, unknown>>> {
  if (tool.scope === 'server') return await tool.handle(validate(tool, tool.input, input), call);
  const args = validate(tool, tool.input, input);
  const session = call.sessions.get(args.session_id);
  return await session.lock.run(() => tool.handle(args, call, session), call.signal);
}

/** The arguments with defaults filled in. Throws invalid_argument that names what is wrong, and what is expected. */
function validate<Input extends z.ZodObject>(tool: Tool, schema: Input, input: unknown): z.output<Input> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, input));
  const expected = Object.keys(schema.shape).join(', ') || 'no arguments';
  throw invalidArgument(
    `${tool.name}: ${clip(problems.join('; '), MAX_PROBLEMS)}.`,
    `Expected arguments: ${expected}.`,
  );
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
    return `unknown argument ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  const name = issue.path.map(String).join('.');
  const missing = issue.path.length === 1 && typeof input === 'object' && input !== null && !(name in input);
  return missing ? `argument ${name} is missing` : `argument ${name}: ${issue.message}`;
}

function progressOf(extra: Extra): Call['progress'] {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return (progress, message) => {
    extra
      .sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } })
      // The client has gone; that ends the call by its signal.
      .catch(() => undefined);
  };
}

function success({ structured, text, link, pictures = [] }: ToolResult<Record<string, unknown>>): CallToolResult {
  return {
    content: [
      { type: 'text', text },
      ...(link === undefined ? [] : [linkTo(link)]),
      ...pictures.flatMap(({ stored, png }) => (png === undefined ? [linkTo(stored)] : [imageOf(png), linkTo(stored)])),
    ],
    structuredContent: structured,
  };
}

function imageOf(png: Buffer): ImageContent {
  return { type: 'image', data: png.toString('base64'), mimeType: 'image/png' };
}

function linkTo(stored: Stored): ResourceLink {
  const { kind, number, uri } = stored;
  const [extension, mimeType, size] =
    stored.kind === 'snapshot' ? ['json', 'application/json', stored.jsonBytes] : ['png', 'image/png', stored.bytes];
  return { type: 'resource_link', uri, name: `${kind}_${number}.${extension}`, mimeType, size };
}

function failure(error: DeskprobeError): CallToolResult {
  const { code, hint, delivery, details } = error;
  const message = clip(error.message, MAX_ERROR_TEXT);
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}\nHint: ${hint}` }],
    _meta: { [ERROR_META]: { code, message, hint, delivery, details } },
  };
}

/** True if the error says nothing but that the signal has ended the work. */
function isAbortOf(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false;
  if (error instanceof DeskprobeError) return error.code === 'cancelled';
  // Node's own functions throw an AbortError of theirs.
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

function asKnown(error: unknown): DeskprobeError {
  if (error instanceof DeskprobeError) return error;
  console.error(error);
  return internalError(error);
}
