import { expect, it } from 'vitest';
import { JsonWriter, type SnapshotNode } from '../../resources/snapshot.js';

const REQUIRED: SnapshotNode = {
  className: 'QPush"Button',
  objID: 7,
  objectName: 'ö\n',
  role: 'push button',
  states: [],
  rect: { x: 0, y: -1.5, width: 2, height: 3 },
  global_rect: { x: 1e21, y: 0.1, width: 2, height: 3 },
  z_order: 0,
  visible: true,
  enabled: false,
  opacity: 0.5,
  clip: true,
  properties: {},
};

const ALL: SnapshotNode = {
  ...REQUIRED,
  qml_id: 'a',
  text: '',
  name: '"',
  description: 'd',
  value: 0,
  minimum: -1,
  maximum: 1,
  rows: 0,
  columns: 3,
  row: 0,
  column: 1,
  level: 2,
  shortcut: 'Ctrl+"',
  states: ['focused', 'checked'],
  actions: ['press', 'focus'],
  opaque: true,
  is_password: true,
  coordinate_space: 'window',
  color_alpha: 0,
  topLevelId: 1,
  windowTitle: '\u2028 title',
  properties: { text: null, size: { width: 1 } },
  cut: { text: 99 },
  children_omitted: 2,
  visible_ratio: 0.25,
};

it.each([
  ['only what every element has', REQUIRED],
  ['everything that an element can have', ALL],
])('an element with %s is written as JSON.stringify would', (_, node) => {
  const written = new JsonWriter().element(node, 0);
  expect(JSON.parse(`${written}]}`)).toEqual(JSON.parse(JSON.stringify({ ...node, children: [] })));
});
