/** Tools that read and set properties of an element and call its methods. */
import { z } from 'zod';
import type { SnapshotWindow } from '../../resources/snapshot.js';
import { answerTooLarge, invalidArgument } from '../errors.js';
import type { PropertyValue } from '../ports.js';
import { sessionTool } from '../tool.js';
import { elementId, sessionId } from './arguments.js';
import { openWindow } from './elements.js';
import { fittingLines, shortened, shortJson } from './text.js';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_ARGUMENTS = 10;

const propertyName = z.string().min(1).max(1_000);

const property = z.object({
  value: z.unknown().describe('An element is {"element_id": ...}; a secret is {"masked": true}.'),
  type: z.string().describe("Qt's name of its type."),
  writable: z.boolean().describe('qt_set_property can set it.'),
  values: z.array(z.string()).optional().describe('Names that an enum takes.'),
  cut: z.int().optional().describe('Full length of a text that was cut short, in UTF-16 units.'),
});

const target = {
  session_id: sessionId,
  element_id: elementId,
  include_hidden: z.boolean().default(false).describe('Also if the element is hidden, which is refused otherwise.'),
};

export const getProperty = sessionTool({
  name: 'qt_get_property',
  title: 'Read properties',
  description:
    'Reads properties of an element with their types: one by name, several by names, or all of them if neither is given. ' +
    'Enums come by name, elements as {"element_id": ...}. What a password field holds is masked.',
  effect: 'read',
  deadline: 15_000,
  input: z.strictObject({
    ...target,
    name: propertyName.optional().describe('Property to read.'),
    names: z.array(propertyName).min(1).max(1_000).optional().describe('Properties to read, in place of name.'),
    prop_depth: z
      .int32()
      .min(-1)
      .default(0)
      .describe('Levels of objects within properties to spell out: 0 none, -1 without limit.'),
  }),
  output: z.object({
    element_id: z.int(),
    properties: z.record(z.string(), property).describe('By name.'),
    missing: z
      .array(z.object({ name: z.string(), nearest: z.array(z.string()).describe('Names near to it that there are.') }))
      .optional()
      .describe('Of names: those that the element does not have.'),
  }),
  async handle({ element_id, include_hidden, name, names, prop_depth }, { signal }, session) {
    if (name !== undefined && names !== undefined) {
      throw invalidArgument('qt_get_property: both name and names are given.', 'Give one of them.');
    }
    const wanted = name === undefined ? (names ?? []) : [name];
    const access = { elementId: element_id, includeHidden: include_hidden };
    const { properties, missing } = await session.read(access, wanted, prop_depth, signal);
    const structured = { element_id, properties, missing: missing.length === 0 ? undefined : missing };
    limit(structured, 'Ask for fewer names, or with prop_depth 0.');
    const lines = Object.entries(properties).map(([key, value]) => `${key}: ${describe(value)}`);
    const notes = missing.map(({ name, nearest }) =>
      nearest.length === 0
        ? `${name}: no such property`
        : `${name}: no such property; near to it: ${nearest.join(', ')}`,
    );
    return { structured, text: fittingLines([...lines, ...notes]).join('\n') };
  },
});

export const setProperty = sessionTool({
  name: 'qt_set_property',
  title: 'Set a property',
  description:
    "Sets a property of an element through the application's own setter, and reads it back. Enums and flags by name " +
    '("AlignLeft|AlignTop"), other values as qt_get_property answers them. effect: confirmed, it reads back as asked; ' +
    'observed_change, it has changed to something else, such as the end of its range; unverifiable, no change was seen. ' +
    'It is not the same as input by hand: what an application does on editing may stay out.',
  effect: 'change',
  deadline: 30_000,
  input: z.strictObject({
    ...target,
    name: propertyName.describe('Property to set.'),
    value: z
      .unknown()
      .refine((value) => value !== undefined, 'is missing')
      .describe('Its new value; {"element_id": 12} for an element.'),
  }),
  output: z.object({
    element_id: z.int(),
    name: z.string(),
    effect: z.enum(['confirmed', 'observed_change', 'unverifiable']),
    status: z
      .enum(['returned', 'running'])
      .describe('running: the setter shows a dialog or waits, and has not returned.'),
    before: property.optional(),
    after: property.optional().describe('As it reads back.'),
    thrown: z.string().optional().describe('What the setter threw.'),
    windows: z.array(openWindow).optional().describe('If running: the windows on the screen now.'),
  }),
  async handle({ element_id, include_hidden, name, value }, { signal }, session) {
    const access = { elementId: element_id, includeHidden: include_hidden };
    const { windows, ...report } = await session.write(access, name, value, signal);
    const { effect, before, after, status, thrown } = report;
    const lines = [`${effect}: ${name} was ${describe(before)} and is ${describe(after)}.`];
    if (thrown !== undefined) lines.push(shortened(thrown));
    if (status === 'running') lines.push(stillRunning('The setter', windows));
    return { structured: { element_id, name, ...report, windows: windows?.map(toWindow) }, text: lines.join('\n') };
  },
});

export const callMethod = sessionTool({
  name: 'qt_call_method',
  title: 'Call a method',
  description:
    'Calls a slot, signal or invokable method of an element and answers what it returns. Overloads are told apart by the ' +
    'types of the arguments, or by a signature as method: "setRange(int,int)". status running: the method has not ' +
    'returned because it shows a dialog or waits in another way; the session can be used all the same, and windows says ' +
    'what is on the screen. May do anything that the application can do.',
  effect: 'change',
  deadline: 30_000,
  input: z.strictObject({
    ...target,
    method: z.string().min(1).max(1_000).describe('Name or signature.'),
    args: z
      .array(z.unknown())
      .max(MAX_ARGUMENTS)
      .default([])
      .describe('Arguments in order, written as for qt_set_property; up to 10.'),
  }),
  output: z.object({
    element_id: z.int(),
    status: z.enum(['returned', 'running']),
    signature: z.string().describe('What was called.'),
    value: z.unknown().optional().describe('What it returned; absent for void.'),
    type: z.string().optional().describe("Qt's name of the type of the value."),
    windows: z.array(openWindow).optional().describe('If running: the windows on the screen now.'),
  }),
  async handle({ element_id, include_hidden, method, args }, { signal }, session) {
    const access = { elementId: element_id, includeHidden: include_hidden };
    const report = await session.call(access, method, args, signal);
    if (report.status === 'running') {
      const { windows, ...rest } = report;
      const text = stillRunning(report.signature, windows);
      return { structured: { element_id, ...rest, windows: windows?.map(toWindow) }, text };
    }
    const structured = { element_id, ...report };
    limit(structured, 'The method has run; what it returned is too large to be told.');
    const returned = report.type === undefined ? 'nothing' : `${shortJson(report.value)} (${report.type})`;
    return { structured, text: `${report.signature} returned ${returned}.` };
  },
});

function describe(property: PropertyValue | undefined): string {
  if (property === undefined) return 'not readable';
  const { value, type, writable, values } = property;
  const facts = [
    type,
    ...(writable ? [] : ['read-only']),
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
  ];
  return `${shortJson(value)} (${facts.join('; ')})`;
}

function stillRunning(what: string, windows: SnapshotWindow[] | undefined): string {
  const open = windows?.map(
    ({ objID, kind, title, modal }) => `[${objID}] ${modal ? 'modal ' : ''}${kind} ${JSON.stringify(title)}`,
  );
  return (
    `${what} is still running: it has opened a dialog or waits in another way. Go on with the session as usual. ` +
    `On the screen: ${open?.join(', ') || 'not known; look with qt_snapshot'}.`
  );
}

function toWindow({ objID, title, kind, modal, active }: SnapshotWindow): z.output<typeof openWindow> {
  return { window_id: objID, title, kind, modal, active };
}

/** Throws answer_too_large. */
function limit(structured: object, remedy: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(structured));
  if (bytes > MAX_ANSWER_BYTES) throw answerTooLarge(bytes, MAX_ANSWER_BYTES, remedy);
}
