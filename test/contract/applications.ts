/** The applications that the contract is held with, and what a person sees in them. */
import type { Action, Criteria, State } from '../../server/ports.js';
import { cppFixture, quickFixture } from '../harness/paths.js';

/** An element as it must be told. */
export interface Expected {
  role: string;
  text: string;
  states?: State[];
  actions?: Action[];
  enabled?: boolean;
  row?: number;
  column?: number;
  level?: number;
  shortcut?: string;
}

/** Something that opens and closes by the control channel. */
export interface Opening {
  open: string;
  close: string;
  inside: Expected[];
}

export interface Application {
  name: string;
  command: string[];
  expected: Expected[];
  /** Chains of criteria, and the texts of all that they find. */
  chains: { steps: Criteria[]; texts: string[] }[];
  /** Not on the screen, but found. */
  beyond: { steps: Criteria[]; text: string }[];
  openings: Opening[];
  /** A property that can be read and set, and the application's own word on it. */
  property: { of: Criteria; name: string; before: unknown; after: unknown; witness: string; told: string } | undefined;
  /** An element that is one colour in its middle. */
  coloured: { of: Criteria; color: [number, number, number] } | undefined;
}

function items(major: 5 | 6): Application {
  return {
    name: `item views of Qt ${major}`,
    command: cppFixture('items', major),
    expected: [
      { role: 'table cell', text: 'r0c1', row: 0, column: 1, states: ['selected'] },
      { role: 'table cell', text: 'r1c0', row: 1, column: 0, states: ['checkable', 'checked'] },
      { role: 'table cell', text: 'r2c0', row: 2, column: 0, enabled: false },
      { role: 'table column header', text: 'Kind', column: 2 },
      { role: 'table row header', text: '2', row: 1 },
      { role: 'tree item', text: 'Root', states: ['expandable', 'expanded'], actions: ['collapse'], level: 1 },
      { role: 'tree item', text: 'Child 2', row: 1, states: ['expandable'], actions: ['expand'], level: 2 },
      { role: 'list item', text: 'Alpha', row: 0, states: ['checkable', 'checked'], actions: ['toggle'] },
      { role: 'list item', text: 'Gamma', row: 2, states: ['checkable', 'indeterminate'] },
      { role: 'list item', text: 'pear 3', row: 1 },
      { role: 'list item', text: 'Icon 4', row: 3 },
    ],
    chains: [
      { steps: [{ objectName: 'filtered' }, { roles: ['list item'] }], texts: ['pear 1', 'pear 3', 'pear 5'] },
      { steps: [{ typeInherits: 'QTableView' }, { row: 1, column: 2 }], texts: ['r1c2'] },
      { steps: [{ objectName: 'checks' }, { states: ['checked'] }], texts: ['Alpha'] },
    ],
    beyond: [
      { steps: [{ objectName: 'table' }, { row: 9, column: 2 }], text: 'r9c2' },
      { steps: [{ text: 'Leaf' }], text: 'Leaf' },
    ],
    openings: [],
    property: undefined,
    coloured: undefined,
  };
}

function bars(major: 5 | 6): Application {
  return {
    name: `bars and boxes of Qt ${major}`,
    command: cppFixture('bars', major),
    expected: [
      { role: 'menu', text: 'File' },
      { role: 'menu', text: 'View' },
      { role: 'page tab', text: 'General', states: ['selected'] },
      { role: 'page tab', text: 'Advanced', actions: ['select'] },
      { role: 'page tab', text: 'Locked', enabled: false },
      { role: 'page tab', text: 'Sheet 1' },
      { role: 'label', text: 'Page of General' },
      { role: 'label', text: 'Remember the milk' },
      { role: 'combo box', text: 'Banana', states: ['has-popup'] },
    ],
    chains: [
      { steps: [{ objectName: 'tabs' }, { roles: ['page tab'] }], texts: ['General', 'Advanced', 'Locked'] },
      { steps: [{ typeInherits: 'QMenuBar' }, { roles: ['menu'] }], texts: ['File', 'View'] },
    ],
    beyond: [{ steps: [{ objectName: 'plain' }, { text: 'Cherry' }], text: 'Cherry' }],
    openings: [
      {
        open: 'menu File',
        close: 'close',
        inside: [
          { role: 'menu item', text: 'New', shortcut: 'Ctrl+N', actions: ['press'] },
          { role: 'menu item', text: 'Print', enabled: false },
          { role: 'menu', text: 'Recent' },
        ],
      },
      {
        open: 'menu View',
        close: 'close',
        inside: [
          { role: 'check menu item', text: 'Status bar', states: ['checkable', 'checked'] },
          { role: 'radio menu item', text: 'Medium', states: ['checked'] },
        ],
      },
      { open: 'box plain', close: 'close', inside: [{ role: 'list item', text: 'Cherry', row: 2 }] },
    ],
    property: {
      of: { objectName: 'plain' },
      name: 'currentIndex',
      before: 1,
      after: 2,
      witness: 'state',
      told: '"plain":"Cherry"',
    },
    coloured: undefined,
  };
}

function scene(major: 5 | 6): Application {
  return {
    name: `graphics scene of Qt ${major}`,
    command: cppFixture('scene', major),
    expected: [
      { role: 'label', text: 'Hello scene' },
      { role: 'push button', text: 'Inside', actions: ['press'] },
    ],
    chains: [{ steps: [{ typeInherits: 'QGraphicsView' }, { roles: ['push button'] }], texts: ['Inside'] }],
    beyond: [],
    openings: [],
    property: { of: { objectName: 'gauge' }, name: 'level', before: 7, after: 9, witness: 'level', told: '9' },
    coloured: { of: { objectName: 'gauge' }, color: [255, 0, 255] },
  };
}

function controls(major: 5 | 6): Application {
  return {
    name: `Qt Quick controls of Qt ${major}`,
    command: quickFixture('Controls', major),
    expected: [
      { role: 'menu', text: 'File' },
      { role: 'page tab', text: 'First', states: ['selected'] },
      { role: 'page tab', text: 'Third', enabled: false },
      { role: 'list item', text: 'Person 1', row: 1, states: ['selected'] },
      { role: 'list item', text: 'Tile 4', row: 4 },
      { role: 'table cell', text: 'Italy', row: 1, column: 0 },
      { role: 'text', text: 'typed', states: ['editable'], actions: ['edit'] },
      { role: 'check box', text: 'Check me', states: ['checkable', 'indeterminate'], actions: ['toggle'] },
      { role: 'radio button', text: 'Choose me' },
      { role: 'toggle button', text: 'Push me' },
    ],
    chains: [
      { steps: [{ objectName: 'tabBar' }, { roles: ['page tab'] }], texts: ['First', 'Second', 'Third'] },
      { steps: [{ objectName: 'cells' }, { roles: ['table cell'] }], texts: ['France', 'Italy'] },
    ],
    beyond: [{ steps: [{ objectName: 'list' }, { text: 'Person 77' }], text: 'Person 77' }],
    openings: [],
    property: {
      of: { objectName: 'slider' },
      name: 'value',
      before: 4,
      after: 7,
      witness: 'slider.value',
      told: '7',
    },
    coloured: { of: { objectName: 'patch' }, color: [200, 30, 40] },
  };
}

function popups(major: 5 | 6): Application {
  return {
    name: `Qt Quick popups of Qt ${major}`,
    command: quickFixture('Popups', major),
    expected: [{ role: 'combo box', text: 'Banana' }],
    chains: [],
    beyond: [],
    openings: [
      { open: 'pop.open()', close: 'pop.close()', inside: [{ role: 'push button', text: 'Yes', actions: ['press'] }] },
      {
        open: 'ask.open()',
        close: 'ask.close()',
        inside: [
          { role: 'label', text: 'There is no way back.' },
          { role: 'push button', text: 'OK' },
        ],
      },
      { open: 'drawer.open()', close: 'drawer.close()', inside: [{ role: 'label', text: 'In the drawer' }] },
      {
        open: 'menu.open()',
        close: 'menu.close()',
        inside: [
          { role: 'menu item', text: 'Cut' },
          { role: 'check menu item', text: 'Copy', states: ['checked'] },
          { role: 'menu item', text: 'Paste', enabled: false },
        ],
      },
      {
        open: 'fruit.popup.open()',
        close: 'fruit.popup.close()',
        inside: [{ role: 'list item', text: 'Coconut', row: 2 }],
      },
    ],
    property: undefined,
    coloured: undefined,
  };
}

export const applications: Application[] = ([5, 6] as const).flatMap((major) => [
  items(major),
  bars(major),
  scene(major),
  controls(major),
  popups(major),
]);
