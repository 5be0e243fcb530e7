/** Rows of the wire into nodes of the port. */
import { protocolError } from '../server/errors.js';
import type { ProbeNode, ProbeWindow } from '../server/ports.js';
import { type Batch, COLUMNS, FLAGS, type Row, type Window } from './protocol.gen.js';
import { roleOf, roleOfClass } from './roles.js';

/** Flags that are states, in AT-SPI's words; the others have a field of their own. */
const STATES = [
  [FLAGS.focused, 'focused'],
  [FLAGS.focusable, 'focusable'],
  [FLAGS.active, 'active'],
  [FLAGS.modal, 'modal'],
  [FLAGS.checkable, 'checkable'],
  [FLAGS.checked, 'checked'],
  [FLAGS.mixed, 'indeterminate'],
  [FLAGS.pressed, 'pressed'],
  [FLAGS.editable, 'editable'],
  [FLAGS.read_only, 'read-only'],
  [FLAGS.selected, 'selected'],
  [FLAGS.expandable, 'expandable'],
  [FLAGS.expanded, 'expanded'],
  [FLAGS.multi_line, 'multi-line'],
  [FLAGS.default, 'default'],
  [FLAGS.has_popup, 'has-popup'],
  [FLAGS.horizontal, 'horizontal'],
  [FLAGS.vertical, 'vertical'],
] as const;

/** Reads the batches of one capture, in order: they share a table of classes. */
export class NodeReader {
  readonly #classes: { name: string; role: string; properties: string[] }[] = [];
  readonly #states = new Map<number, string[]>();
  /** Physical pixels in a logical one, or 1 where positions are logical anyway. */
  readonly #scales = new Map<number, number>();

  windows(windows: Window[]): ProbeWindow[] {
    for (const window of windows) this.#scales.set(window.handle, window.space === 'screen' ? window.dpr : 1);
    return windows.map(windowOf);
  }

  /** Throws protocol_error for a class that no batch has named. */
  nodes(batch: Batch): ProbeNode[] {
    for (const { name, bases, properties } of batch.classes ?? []) {
      this.#classes.push({ name, role: roleOfClass(name, bases), properties });
    }
    return batch.rows.map((row) => this.#node(row));
  }

  // By index and not by destructuring, which would be the slowest part of a capture.
  #node(row: Row): ProbeNode {
    const handle = row[COLUMNS.handle];
    const window = row[COLUMNS.window];
    const flags = row[COLUMNS.flags];
    const width = row[COLUMNS.width];
    const height = row[COLUMNS.height];
    const extra = row[COLUMNS.extra];
    const values = row[COLUMNS.properties];
    const classIndex = row[COLUMNS.classIndex];
    const known = this.#classes[classIndex];
    if (!known) throw protocolError(`The probe sent an element of class ${classIndex}, which it never named.`);
    const scale = this.#scales.get(window) ?? 1;
    return {
      handle,
      parent: row[COLUMNS.parent],
      window,
      className: known.name,
      objectName: row[COLUMNS.objectName],
      role: roleOf(known.role, flags, handle === window),
      rect: { x: row[COLUMNS.x], y: row[COLUMNS.y], width, height },
      globalRect: {
        x: row[COLUMNS.globalX],
        y: row[COLUMNS.globalY],
        width: width * scale,
        height: height * scale,
      },
      zOrder: row[COLUMNS.z],
      visible: (flags & FLAGS.visible) !== 0,
      enabled: (flags & FLAGS.enabled) !== 0,
      opacity: row[COLUMNS.opacity],
      clip: (flags & FLAGS.clip) !== 0,
      colorAlpha: extra?.color_alpha,
      text: row[COLUMNS.text] ?? undefined,
      states: this.#statesOf(flags),
      isPassword: (flags & FLAGS.password) !== 0,
      qmlId: extra?.qml_id,
      name: extra?.name,
      description: extra?.description,
      value: extra?.value,
      minimum: extra?.minimum,
      maximum: extra?.maximum,
      rows: extra?.rows,
      columns: extra?.columns,
      properties: values ? propertiesOf(known.properties, values, extra?.dynamic) : undefined,
      cut: extra?.cut,
      omitted: row[COLUMNS.omitted],
    };
  }

  /** Elements in the same state share the list. */
  #statesOf(flags: number): string[] {
    let states = this.#states.get(flags);
    if (!states) {
      states = STATES.flatMap(([flag, state]) => (flags & flag ? state : []));
      this.#states.set(flags, states);
    }
    return states;
  }
}

function propertiesOf(names: string[], values: unknown[], dynamic: object | undefined): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  names.forEach((name, index) => {
    properties[name] = values[index];
  });
  return Object.assign(properties, dynamic);
}

function windowOf(window: Window): ProbeWindow {
  const { handle, title, kind, x, y, width, height, visible, active, modal, dpr, space, native_id } = window;
  return {
    handle,
    title,
    kind,
    rect: { x, y, width, height },
    visible,
    active,
    modal,
    devicePixelRatio: dpr,
    coordinateSpace: space,
    nativeId: native_id,
  };
}
