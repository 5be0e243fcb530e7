/** The tool that finds elements. */
import { z } from 'zod';
import { elementLine } from '../../resources/outline.js';
import type { SnapshotNode } from '../../resources/snapshot.js';
import { isPartOfRole, rolesOfAria } from '../aria.js';
import { invalidArgument } from '../errors.js';
import type { ElementQuery, FoundElements } from '../find.js';
import type { Criteria } from '../ports.js';
import { parseSelector } from '../selector.js';
import { sessionTool } from '../tool.js';
import { elementId, sessionId } from './arguments.js';
import { element, toElement } from './elements.js';
import { fittingLines } from './text.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const words = z.string().max(10_000);

/** What the element itself must be; a selector says these things in its own way. */
const CRITERIA = {
  type: words.optional().describe('Its class, exactly.'),
  type_inherits: words.optional().describe('Its class, or one of the base classes.'),
  role: words
    .optional()
    .describe('Found in its role, in upper or lower case: button finds push button and radio button. Or an ARIA role.'),
  text: words.optional().describe('What it shows, or its accessible name, exactly.'),
  text_contains: words.optional().describe('The same, found anywhere in it, in upper or lower case.'),
  text_matches: words.optional().describe('The same, by a regular expression (PCRE), found anywhere in it.'),
  object_name: words.optional().describe('Its objectName, exactly.'),
  qml_id: words.optional().describe('Its id in QML, exactly.'),
  properties: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Properties with exactly these values, as qt_get_property answers them.'),
  row: z.int32().min(0).optional().describe('Row of a cell or an entry, from 0; also of one that is scrolled away.'),
  column: z.int32().min(0).optional().describe('Column of a cell, from 0.'),
};

const QUERY = {
  selector: words.optional().describe('In place of the fields from type to column.'),
  ...CRITERIA,
  ancestor_id: elementId.optional().describe('Only what is inside this element.'),
  window_id: elementId.optional().describe('Only what is in this window.'),
  window_title: words.optional().describe('Only what is in windows with exactly this title.'),
  window_title_contains: words
    .optional()
    .describe('Only what is in windows with this in their title, in upper or lower case.'),
  depth: z.int32().min(-1).default(-1).describe('Levels below the windows, or below ancestor_id; -1 is all.'),
  limit: z.int32().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Elements to find at most.'),
  include_hidden: z.boolean().default(false).describe('Also find what is hidden.'),
};

const queryFields = z.strictObject(QUERY, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; there are ${Object.keys(QUERY).join(', ')}`
      : undefined,
});

const query = z
  .preprocess((given) => (typeof given === 'string' ? { selector: given } : given), queryFields)
  .describe('What to look for: fields that must all hold, or a selector (which may also be given as a plain string).');

export const findElement = sessionTool({
  name: 'qt_find_element',
  title: 'Find elements',
  description:
    'Searches a Qt application for elements, also for cells of item views that are scrolled away, and answers their ids, ' +
    `texts, states and places; up to ${DEFAULT_LIMIT} unless limit says otherwise. No id expires. Give fields, such as ` +
    '{"role": "button", "text": "Save"}, or a selector: steps joined by >>, each inside the one before. A step is a class ' +
    '(or a base class of it), #objectName, * or a condition, followed by conditions and states in brackets: ' +
    'QDialog >> role=button[text="Save"][enabled], QTableView#orders >> [row=3][column=0], text*="save", ' +
    'text~=/^Page \\d+$/, [checkState=Checked]. If nothing matches, count is 0 and nearest names what comes closest.',
  effect: 'read',
  deadline: 30_000,
  input: z.strictObject({ session_id: sessionId, query }),
  output: z.object({
    count: z.int().describe('Elements in this answer.'),
    elements: z.array(element).describe('What was found, in the order of the tree.'),
    more: z.boolean().describe('The limit ended the search: there may be more.'),
    truncated: z.boolean().describe('Not everything was searched.'),
    truncated_by: z.array(z.enum(['depth', 'nodes', 'time'])).describe('Which limits left something out.'),
    searched: z.object({
      windows: z.int(),
      elements: z.int().describe('Elements that were looked at.'),
      model_rows: z.int().describe('Rows of item models beyond those on the screen.'),
    }),
    nearest: z
      .array(element.extend({ differs: z.array(z.string()).describe('The fields that do not hold.') }))
      .optional()
      .describe('If nothing was found: what comes closest.'),
  }),
  async handle({ query: asked }, { signal }, session) {
    const found = await session.find(toQuery(asked), signal);
    const { elements, nearest, more, truncated, searched } = found;
    return {
      structured: {
        count: elements.length,
        elements: elements.map(toElement),
        more,
        truncated: truncated.length > 0,
        truncated_by: truncated,
        searched: { windows: searched.windows, elements: searched.elements, model_rows: searched.modelRows },
        nearest:
          elements.length > 0 ? undefined : nearest.map(({ element, differs }) => ({ ...toElement(element), differs })),
      },
      text: describe(found, asked.include_hidden),
    };
  },
});

function toQuery(fields: z.output<typeof queryFields>): ElementQuery {
  return {
    steps: stepsOf(fields),
    ancestorId: fields.ancestor_id,
    windowId: fields.window_id,
    windowTitle: fields.window_title,
    windowTitleContains: fields.window_title_contains,
    depth: fields.depth,
    limit: fields.limit,
    includeHidden: fields.include_hidden,
  };
}

/** Throws invalid_argument for a selector that cannot be read, or has company. */
function stepsOf({ selector, ...fields }: z.output<typeof queryFields>): Criteria[] {
  if (selector === undefined) return [criteriaOf(fields)];
  const both = Object.keys(CRITERIA).filter((name) => Object.hasOwn(fields, name));
  if (both.length > 0) {
    throw invalidArgument(
      `query has a selector, and ${both.join(', ')} besides.`,
      'Say it in the selector, as a condition in brackets: role=button[text="Save"].',
    );
  }
  return parseSelector(selector);
}

function criteriaOf(fields: Omit<z.output<typeof queryFields>, 'selector'>): Criteria {
  return {
    type: fields.type,
    typeInherits: fields.type_inherits,
    ...roleCriteria(fields.role),
    text: fields.text,
    textContains: fields.text_contains,
    textMatches: fields.text_matches,
    objectName: fields.object_name,
    qmlId: fields.qml_id,
    properties: fields.properties,
    row: fields.row,
    column: fields.column,
  };
}

/** A part of a role's name; where that can be none, an ARIA role. */
function roleCriteria(role: string | undefined): Pick<Criteria, 'roles' | 'roleContains'> {
  const aria = role === undefined || isPartOfRole(role.toLowerCase()) ? undefined : rolesOfAria(role);
  return aria === undefined ? { roleContains: role } : { roles: [...aria] };
}

function describe(found: FoundElements, includesHidden: boolean): string {
  const { elements, nearest, more, truncated, searched, windows } = found;
  const line = (node: SnapshotNode): string => {
    const actions = node.actions === undefined ? '' : `: ${node.actions.join(', ')}`;
    return `${elementLine(
      node,
      windows.find(({ objID }) => objID === node.objID),
    )}${actions}`;
  };
  const rows = searched.modelRows > 0 ? ` and ${searched.modelRows} rows of item models` : '';
  const scope = `${searched.elements} elements${rows} in ${searched.windows} window${searched.windows === 1 ? '' : 's'}`;
  const notes = [];
  if (more) notes.push('The limit ended the search: there may be more.');
  if (truncated.length > 0)
    notes.push(
      `Not everything was searched (${truncated.join(', ')}): narrow it by a window, an ancestor, row or column.`,
    );
  if (elements.length > 0) {
    const count = elements.length === 1 ? '1 element matches' : `${elements.length} elements match`;
    // A search that has enough stops on the way: what it has looked at says nothing of how many there are.
    return [more ? `${count} so far.` : `${count}, of ${scope}.`, ...notes, ...fittingLines(elements.map(line))].join(
      '\n',
    );
  }
  if (!includesHidden) notes.push('Hidden elements were left out: include_hidden looks at them, too.');
  if (nearest.length > 0) notes.push('Closest to it:');
  const close = nearest.map(({ element, differs }) => `${line(element)}; differs in ${differs.join(', ')}`);
  return [`Nothing matches, of ${scope}.`, ...notes, ...fittingLines(close)].join('\n');
}
