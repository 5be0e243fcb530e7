/** A snapshot as compact text for a reader of few tokens: `[id] role "text" states`, one line an element, indented. */
import type { SnapshotHead, SnapshotNode, SnapshotTail, SnapshotWindow } from './snapshot.js';

const INDENT = '  ';
const MAX_TEXT = 200;

/** Roles that only hold others: such an element is folded into its parent if it says nothing itself. */
const CONTAINER_ROLES = new Set([
  'filler',
  'panel',
  'viewport',
  'layered pane',
  'scroll pane',
  'split pane',
  'table row',
  'unknown',
]);

/** What can stand in a line as it is: nothing that an application names may look like a line or a word of ours. */
const PLAIN = /^[\w.:-]{1,200}$/;

/** Breaks that JSON leaves as they are. */
const OTHER_BREAKS = /[\u0085\u2028\u2029]/g;

/** Keys as they stand in a line; others are quoted. */
const KEYS = /^[\w+,.:;/=*-]{1,40}$/;

/** Words for what an outline need not say: most elements are so. */
const COMMON_STATES = new Set(['focusable', 'selectable', 'horizontal', 'vertical']);

/** States that go without saying where the other one holds. */
const IMPLIED_BY_STATE: Record<string, string> = { checkable: 'checked', expandable: 'expanded' };

/** States that go without saying of elements of a role. */
const IMPLIED_BY_ROLE: Record<string, string[]> = {
  menu: ['expandable', 'has-popup'],
  'combo box': ['expandable', 'has-popup'],
  'check box': ['checkable'],
  'check menu item': ['checkable'],
  'radio button': ['checkable'],
  'radio menu item': ['checkable'],
  'toggle button': ['checkable'],
  'table cell': ['editable'],
  'tree item': ['editable'],
  'list item': ['editable'],
};

/** What can be done also with elements that only hold others. */
const COMMON_ACTIONS = new Set(['focus', 'scroll']);

/** An element's line in an outline, with its id. */
const LINE = /^ *\[(\d+)\] /;

export class Outline {
  readonly #windows = new Map<number, SnapshotWindow>();
  /** Indent of the children of the last element at each depth. */
  readonly #childIndent: number[] = [];

  constructor(windows: SnapshotWindow[]) {
    for (const window of windows) this.#windows.set(window.objID, window);
  }

  /** The element's line, or '' if it is folded. Elements come depth first; roots are at depth 0. */
  element(node: SnapshotNode, depth: number): string {
    const indent = this.#childIndent[depth - 1] ?? 0;
    const window = this.#windows.get(node.objID);
    const folded = window === undefined && isFolded(node);
    this.#childIndent[depth] = folded ? indent : indent + 1;
    return folded ? '' : `${INDENT.repeat(indent)}${elementLine(node, window)}\n`;
  }
}

/** The first lines of an outline: whose it is, and what is not in it. */
export function outlineHeader(head: SnapshotHead, tail: SnapshotTail): string {
  const { params, part, pruned } = head;
  const asked = [`detail ${params.detail}`, `max_depth ${params.max_depth}`];
  if (params.root_id > 0) asked.push(`root_id ${params.root_id}`);
  if (params.include_hidden) asked.push('hidden ones too');
  const lines = [
    `snapshot ${head.snapshot_id} of ${head.session_id}, ${label(head.application.name)} (pid ${head.application.pid}), ` +
      `${head.taken_at}: ${tail.element_count} elements, ${head.windows.length} windows, ${asked.join(', ')}`,
  ];
  if (pruned !== undefined) {
    lines.push(`pruned of ${pruned.of}: ${pruned.kept} elements kept, ${pruned.removed} removed that nobody sees`);
  }
  if (part !== undefined) {
    const query = part.query === undefined ? '' : `, query ${oneLine(part.query)}`;
    const offset = part.offset === undefined ? '' : `, offset ${part.offset}`;
    lines.push(`part: root_id ${part.root_id}, depth ${part.depth}${query}${offset}`);
  }
  if (tail.truncated) lines.push(`truncated by ${tail.truncated_by.join(', ')}: "+N children" marks where`);
  if (tail.next_offset !== undefined) lines.push(`goes on with offset ${tail.next_offset}`);
  if (tail.root_fallback !== undefined) {
    lines.push(`root_id ${tail.root_fallback.asked_id} ${tail.root_fallback.reason}: all windows instead`);
  }
  if (tail.element_count === 0) lines.push('no element: no window is shown, or nothing matches');
  return `${lines.map((line) => `# ${line}`).join('\n')}\n`;
}

/**
 * The lines of those elements in a whole outline that `ratioOf` knows, which says how much of them is seen. None of them
 * may be in an element that it does not know.
 */
export function prunedOutline(outline: string, ratioOf: (objID: number) => number | undefined): string {
  let pruned = '';
  for (const line of outline.split('\n')) {
    const ratio = ratioOf(Number(LINE.exec(line)?.[1]));
    if (ratio !== undefined) pruned += `${[line, ...partlySeen(ratio)].join(' ')}\n`;
  }
  return pruned;
}

function isFolded(node: SnapshotNode): boolean {
  return (
    CONTAINER_ROLES.has(node.role) &&
    !node.text &&
    !node.name &&
    withheld(node) === undefined &&
    node.value === undefined &&
    node.row === undefined &&
    node.column === undefined &&
    (node.actions ?? []).every((action) => COMMON_ACTIONS.has(action)) &&
    node.qml_id === undefined &&
    node.children_omitted === undefined &&
    !isGivenName(node.objectName) &&
    node.enabled &&
    node.visible
  );
}

/** Qt names its own inner parts qt_...; such a name says nothing about the application. */
function isGivenName(objectName: string): boolean {
  return objectName !== '' && !objectName.startsWith('qt_');
}

/** An element in a line. `window`: the window that it is, if it is one. */
export function elementLine(node: SnapshotNode, window: SnapshotWindow | undefined): string {
  const words = [`[${node.objID}]`, node.role];
  const secret = withheld(node);
  const shown = node.text || window?.title || node.name;
  if (shown) words.push(quote(shown));
  else if (node.qml_id !== undefined) words.push(`#${label(node.qml_id)}`);
  else if (isGivenName(node.objectName)) words.push(`#${label(node.objectName)}`);
  if (secret !== undefined) words.push(secret);
  // Of a button that shows only an icon, the tool tip is all that says what it does.
  else if (!shown && node.description) words.push(quote(node.description));
  const placeholder = node.properties.placeholderText;
  if (!shown && typeof placeholder === 'string' && placeholder !== '') words.push(`placeholder ${quote(placeholder)}`);
  const place = placeOf(node);
  if (place !== '') words.push(place);
  if (node.shortcut !== undefined) words.push(`(${KEYS.test(node.shortcut) ? node.shortcut : quote(node.shortcut)})`);
  if (node.value !== undefined) words.push(range(node));
  if (node.rows !== undefined) words.push(`${node.rows} rows`);
  if (node.columns !== undefined) words.push(`${node.columns} columns`);
  if (window !== undefined) {
    if (window.title && window.title !== shown) words.push(`titled ${quote(window.title)}`);
    words.push(`${window.global_rect.width}x${window.global_rect.height}`);
    if (window.active) words.push('active');
    if (window.modal) words.push('modal');
  }
  if (!node.visible) words.push('hidden');
  if (!node.enabled) words.push('disabled');
  const said = window === undefined ? [] : ['active', 'modal'];
  words.push(...node.states.filter((state) => !said.includes(state) && !goesWithoutSaying(state, node)));
  if (node.children_omitted !== undefined) words.push(`+${node.children_omitted} children`);
  if (node.visible_ratio !== undefined) words.push(...partlySeen(node.visible_ratio));
  return words.join(' ');
}

function goesWithoutSaying(state: string, { role, states }: SnapshotNode): boolean {
  return (
    COMMON_STATES.has(state) ||
    states.includes(IMPLIED_BY_STATE[state] ?? '') ||
    IMPLIED_BY_ROLE[role]?.includes(state) === true
  );
}

/** The mark of an element whose text is kept back because it holds a secret. */
function withheld({ is_password, properties }: SnapshotNode): string | undefined {
  if (is_password) return '(password)';
  const { text } = properties;
  return typeof text === 'object' && text !== null && 'masked' in text ? '(masked)' : undefined;
}

/** Row, column and, below the top of a tree, level: `r3c0`, `r3c0 level 2`. Lists have but one column. */
function placeOf({ role, row, column, level }: SnapshotNode): string {
  const hasColumn = column !== undefined && !(role === 'list item' && column === 0);
  const place = `${row === undefined ? '' : `r${row}`}${hasColumn ? `c${column}` : ''}`;
  return level === undefined || level === 1 ? place : `${place} level ${level}`.trimStart();
}

/** Says nothing of what is seen wholly, or not itself but in what it holds. */
function partlySeen(ratio: number): string[] {
  if (ratio <= 0 || ratio >= 1) return [];
  return [`${Math.min(99, Math.max(1, Math.round(ratio * 100)))}% visible`];
}

function range(node: SnapshotNode): string {
  const bounds = node.minimum === undefined ? '' : ` (${node.minimum}..${node.maximum})`;
  return `= ${node.value}${bounds}`;
}

function quote(text: string): string {
  return text.length <= MAX_TEXT ? oneLine(text) : `${oneLine(text.slice(0, MAX_TEXT))}… (${text.length} long)`;
}

function oneLine(text: string): string {
  return JSON.stringify(text).replace(OTHER_BREAKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A name that an application gave, in quotes unless it is a plain word. */
function label(name: string): string {
  return PLAIN.test(name) ? name : quote(name);
}
