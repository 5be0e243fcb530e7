/** What can be done with an element, from its role and its state. */
import type { Action } from '../server/ports.js';
import { FLAGS, ROLES } from './protocol.gen.js';

/** An action is there if the role is one of these (left out: any), all of `needs` is set and nothing of `unless`. */
interface Rule {
  action: Action;
  roles?: readonly string[];
  needs?: number;
  unless?: number;
}

const CELLS = ['table cell', 'list item', 'tree item'];
const BUTTONS = ['push button', 'toggle button'];
const RANGES = ['spin button', 'slider', 'dial'];
const WINDOWS = [
  'frame',
  'window',
  'dialog',
  'alert',
  'file chooser',
  'color chooser',
  'font chooser',
  'internal frame',
  'popup menu',
];

/** In the order in which the actions are listed. */
const RULES: readonly Rule[] = [
  { action: 'press', roles: ['push button', 'menu item', 'link', 'table column header', 'table row header'] },
  // An entry of a QML view: a button in all but its role, or nothing that knows of selection.
  { action: 'press', roles: ['list item'], unless: FLAGS.selectable },
  { action: 'toggle', roles: ['toggle button', 'check box', 'check menu item'] },
  { action: 'toggle', roles: [...CELLS, 'grouping'], needs: FLAGS.checkable },
  { action: 'select', roles: ['radio button', 'radio menu item', 'page tab'] },
  { action: 'select', roles: CELLS, needs: FLAGS.selectable },
  { action: 'expand', roles: CELLS, needs: FLAGS.expandable, unless: FLAGS.expanded },
  { action: 'collapse', roles: CELLS, needs: FLAGS.expandable | FLAGS.expanded },
  { action: 'open', roles: ['menu', 'combo box'] },
  { action: 'open', roles: BUTTONS, needs: FLAGS.has_popup },
  { action: 'edit', needs: FLAGS.editable, unless: FLAGS.read_only },
  { action: 'increase', roles: RANGES, unless: FLAGS.read_only },
  { action: 'decrease', roles: RANGES, unless: FLAGS.read_only },
  { action: 'scroll', roles: ['scroll pane', 'scroll bar', 'list', 'table', 'tree'] },
  { action: 'scroll', roles: ['text'], needs: FLAGS.multi_line },
  { action: 'focus', needs: FLAGS.focusable },
  { action: 'close', roles: WINDOWS },
];

const USABLE = FLAGS.visible | FLAGS.enabled;

/** Lists that elements share, by role and flags. */
const lists = new Map<number, Action[]>();

/** `role` is a place in ROLES. What is hidden or disabled offers nothing. The list is shared: not to be changed. */
export function actionsOf(role: number, flags: number): Action[] {
  const key = flags * ROLES.length + role;
  let actions = lists.get(key);
  if (!actions) {
    actions = listActions(ROLES[role] ?? '', flags);
    lists.set(key, actions);
  }
  return actions;
}

function listActions(role: string, flags: number): Action[] {
  if ((flags & USABLE) !== USABLE) return [];
  return RULES.flatMap(({ action, roles, needs = 0, unless = 0 }) =>
    (!roles || roles.includes(role)) && (flags & needs) === needs && (flags & unless) === 0 ? action : [],
  );
}
