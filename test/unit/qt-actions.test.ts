import { expect, it } from 'vitest';
import { actionsOf } from '../../probe-qt/actions.js';
import { FLAGS, ROLES } from '../../probe-qt/protocol.gen.js';

const usable = FLAGS.visible | FLAGS.enabled;

function actions(role: string, ...flags: (keyof typeof FLAGS)[]): string[] {
  return actionsOf(
    ROLES.indexOf(role),
    flags.reduce((sum, flag) => sum | FLAGS[flag], usable),
  );
}

it.each([
  ['push button', ['focusable'], ['press', 'focus']],
  ['push button', ['has_popup'], ['press', 'open']],
  ['toggle button', ['checkable', 'checked'], ['toggle']],
  ['check box', [], ['toggle']],
  ['radio button', ['checkable'], ['select']],
  ['grouping', [], []],
  ['grouping', ['checkable'], ['toggle']],
  ['text', ['editable', 'focusable'], ['edit', 'focus']],
  ['text', ['editable', 'read_only'], []],
  ['text', ['editable', 'multi_line'], ['edit', 'scroll']],
  ['password text', ['editable'], ['edit']],
  ['table cell', ['selectable'], ['select']],
  ['table cell', ['selectable', 'checkable', 'editable'], ['toggle', 'select', 'edit']],
  ['tree item', ['selectable', 'expandable'], ['select', 'expand']],
  ['tree item', ['selectable', 'expandable', 'expanded'], ['select', 'collapse']],
  ['list item', [], ['press']],
  ['list item', ['selectable'], ['select']],
  ['menu item', [], ['press']],
  ['check menu item', ['checkable'], ['toggle']],
  ['radio menu item', ['checkable'], ['select']],
  ['menu', [], ['open']],
  ['combo box', ['editable'], ['open', 'edit']],
  ['spin button', ['editable'], ['edit', 'increase', 'decrease']],
  ['spin button', ['read_only'], []],
  ['slider', [], ['increase', 'decrease']],
  ['scroll bar', [], ['scroll']],
  ['table', ['focusable'], ['scroll', 'focus']],
  ['page tab', [], ['select']],
  ['table column header', [], ['press']],
  ['dialog', [], ['close']],
  ['label', [], []],
] as const)('a %s that is %j offers %j', (role, flags, expected) => {
  expect(actions(role, ...flags)).toEqual(expected);
});

it('what is disabled or hidden offers nothing', () => {
  const button = ROLES.indexOf('push button');
  expect(actionsOf(button, FLAGS.visible | FLAGS.focusable)).toEqual([]);
  expect(actionsOf(button, FLAGS.enabled | FLAGS.focusable)).toEqual([]);
});

it('elements of the same role and state share their list', () => {
  const button = ROLES.indexOf('push button');
  expect(actionsOf(button, usable)).toBe(actionsOf(button, usable));
});
