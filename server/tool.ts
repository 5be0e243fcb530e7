/** What a tool is. */
import { type ToolAnnotations, type Tool as ToolDescription, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Stored } from '../resources/shelf.js';
import type { SnapshotStore } from '../resources/store.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';

/** What a call of a tool may change: nothing; our own books; which programs run; the application. */
export type Effect = 'read' | 'bookkeeping' | 'launch' | 'change';

/** What a call gets to work with. */
export interface Call {
  sessions: Sessions;
  store: SnapshotStore;
  /** Aborted when the caller has cancelled or the deadline has passed. */
  signal: AbortSignal;
  /** Tells a caller who asked for it how far the work is; `done` must grow. */
  progress(done: number, message: string): void;
}

/** What a call answers: the same facts for a program and for a reader. */
export interface ToolResult<Output> {
  structured: Output;
  text: string;
  /** What the client may go and read. */
  link?: Stored;
  /** Pictures that it may go and read, and that it is shown right away if `png` is there. */
  pictures?: { stored: Stored; png: Buffer | undefined }[];
}

interface ToolBase<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  /** Milliseconds after which a call fails with target_busy. */
  deadline: number;
  input: Input;
  output: Output;
}

/** A tool that belongs to no session. */
export interface ServerTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends ToolBase<Input, Output> {
  scope: 'server';
  handle(args: z.output<Input>, call: Call): Promise<ToolResult<z.output<Output>>>;
}

/** A tool that works on the session named by its argument session_id, one call at a time. */
export interface SessionTool<
  Input extends z.ZodObject<{ session_id: z.ZodString }> = z.ZodObject<{ session_id: z.ZodString }>,
  Output extends z.ZodObject = z.ZodObject,
> extends ToolBase<Input, Output> {
  scope: 'session';
  handle(args: z.output<Input>, call: Call, session: Session): Promise<ToolResult<z.output<Output>>>;
}

export type Tool = ServerTool | SessionTool;

/** Lets the compiler hold the handler against the schemas. */
export function serverTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<ServerTool<Input, Output>, 'scope'>,
): ServerTool<Input, Output> {
  return { ...tool, scope: 'server' };
}

/** Lets the compiler hold the handler against the schemas. */
export function sessionTool<Input extends z.ZodObject<{ session_id: z.ZodString }>, Output extends z.ZodObject>(
  tool: Omit<SessionTool<Input, Output>, 'scope'>,
): SessionTool<Input, Output> {
  return { ...tool, scope: 'session' };
}

const ANNOTATIONS: Record<Effect, ToolAnnotations> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  bookkeeping: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  launch: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** A tool as clients are told of it. */
export function describeTool(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: objectSchema(tool.input, 'input'),
    outputSchema: objectSchema(tool.output, 'output'),
    annotations: { title: tool.title, ...ANNOTATIONS[tool.effect] },
  };
}

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ToolDescription['inputSchema'] {
  return ToolSchema.shape.inputSchema.parse(z.toJSONSchema(schema, { target: 'draft-7', io }));
}
