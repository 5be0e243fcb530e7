/** How tools answer elements. */
import { z } from 'zod';
import type { SnapshotNode } from '../../resources/snapshot.js';
import { ACTIONS } from '../ports.js';

/** Longer texts are cut, so that many elements fit into one answer. */
const MAX_TEXT = 500;

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const element = z.object({
  element_id: z.int().describe('Names this element to the other tools, and no other element ever.'),
  role: z.string().describe('AT-SPI role name, such as push button.'),
  text: z.string().optional().describe('What it shows.'),
  name: z.string().optional().describe('Accessible name that the program gave.'),
  description: z.string().optional().describe('Tool tip or accessible description.'),
  cut: z
    .record(z.string(), z.int())
    .optional()
    .describe('Which of these texts were cut short, with their full length.'),
  className: z.string().describe('C++ or QML class.'),
  objectName: z.string().describe('Name that the program gave the object; may be empty.'),
  qml_id: z.string().optional().describe('id in its QML file.'),
  states: z.array(z.string()).describe('What holds of it: focused, checked, editable ...'),
  actions: z.array(z.enum(ACTIONS)).describe('What can be done with it as it is now.'),
  visible: z.boolean(),
  enabled: z.boolean(),
  value: z.number().optional(),
  row: z.int().optional().describe('Of a cell or an entry, from 0.'),
  column: z.int().optional().describe('Of a cell, from 0.'),
  level: z.int().optional().describe('Of an entry of a tree, from 1.'),
  shortcut: z.string().optional().describe('Keys that trigger it.'),
  rect: rect.describe("Logical pixels from the top left of its window's client area."),
  global_rect: rect.describe('Physical screen pixels; logical pixels in the window if coordinate_space is window.'),
  coordinate_space: z.literal('window').optional().describe('The platform does not tell where the window is.'),
  window_id: z.int().optional().describe('element_id of the window it is in.'),
  window_title: z.string().optional(),
});

export function toElement(node: SnapshotNode): z.output<typeof element> {
  const { text, name, description } = node;
  const long = Object.entries({ text, name, description }).filter(([, told = '']) => told.length > MAX_TEXT);
  const cut = { ...Object.fromEntries(long.map(([field, told = '']) => [field, told.length])), ...node.cut };
  return {
    element_id: node.objID,
    role: node.role,
    text: text?.slice(0, MAX_TEXT),
    name: name?.slice(0, MAX_TEXT),
    description: description?.slice(0, MAX_TEXT),
    cut: Object.keys(cut).length === 0 ? undefined : cut,
    className: node.className,
    objectName: node.objectName,
    qml_id: node.qml_id,
    states: node.states,
    actions: node.actions ?? [],
    visible: node.visible,
    enabled: node.enabled,
    value: node.value,
    row: node.row,
    column: node.column,
    level: node.level,
    shortcut: node.shortcut,
    rect: node.rect,
    global_rect: node.global_rect,
    coordinate_space: node.coordinate_space,
    window_id: node.topLevelId,
    window_title: node.windowTitle,
  };
}

export const openWindow = z.object({
  window_id: z.int().describe('element_id of the window.'),
  title: z.string(),
  kind: z.enum(['window', 'dialog', 'popup', 'tool', 'tooltip', 'other']),
  modal: z.boolean().describe('It blocks other windows of the application.'),
  active: z.boolean().describe('It has the keyboard.'),
});
