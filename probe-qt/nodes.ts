/** Rows of the wire into nodes of the port. */
import { protocolError } from '../server/errors.js';
import { type ProbeNode, type ProbeWindow, STATES, type State } from '../server/ports.js';
import { actionsOf } from './actions.js';
import { type Batch, COLUMNS, FLAGS, ROLES, type Row, type Window } from './protocol.gen.js';

/** The flag of each state; the other flags have a field of their own. */
export const STATE_FLAGS: Readonly<Record<State, number>> = {
  focused: FLAGS.focused,
  focusable: FLAGS.focusable,
  active: FLAGS.active,
  modal: FLAGS.modal,
  checkable: FLAGS.checkable,
  checked: FLAGS.checked,
  indeterminate: FLAGS.mixed,
  pressed: FLAGS.pressed,
  editable: FLAGS.editable,
  'read-only': FLAGS.read_only,
  selectable: FLAGS.selectable,
  selected: FLAGS.selected,
  expandable: FLAGS.expandable,
  expanded: FLAGS.expanded,
  'multi-line': FLAGS.multi_line,
  default: FLAGS.default,
  'has-popup': FLAGS.has_popup,
  horizontal: FLAGS.horizontal,
  vertical: FLAGS.vertical,
};

/** Reads the batches of one capture or search, in order: they share a table of classes. */
export class NodeReader {
  readonly #classes: { name: string; properties: string[] }[] = [];
  readonly #states = new Map<number, State[]>();
  /** Physical pixels in a logical one, or 1 where positions are logical anyway. */
  readonly #scales = new Map<number, number>();

  windows(windows: Window[]): ProbeWindow[] {
    for (const window of windows) this.#scales.set(window.handle, window.space === 'screen' ? window.dpr : 1);
    return windows.map(windowOf);
  }

  /** Throws protocol_error for a class that no batch has named, or a role that is none. */
  nodes(batch: Batch): ProbeNode[] {
    for (const { name, properties } of batch.classes ?? []) this.#classes.push({ name, properties });
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
    const roleIndex = row[COLUMNS.role];
    const role = ROLES[roleIndex];
    if (role === undefined) throw protocolError(`The probe sent an element of role ${roleIndex}, which is none.`);
    const scale = this.#scales.get(window) ?? 1;
    return {
      handle,
      parent: row[COLUMNS.parent],
      window,
      className: known.name,
      objectName: row[COLUMNS.objectName],
      role,
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
      actions: actionsOf(roleIndex, flags),
      opaque: (flags & FLAGS.opaque) !== 0,
      isPassword: (flags & FLAGS.password) !== 0,
      qmlId: extra?.qml_id,
      name: extra?.name,
      description: extra?.description,
      value: extra?.value,
      minimum: extra?.minimum,
      maximum: extra?.maximum,
      rows: extra?.rows,
      columns: extra?.columns,
      row: extra?.row,
      column: extra?.column,
      level: extra?.level,
      shortcut: extra?.shortcut,
      properties: values ? propertiesOf(known.properties, values, extra?.dynamic) : undefined,
      cut: extra?.cut,
      omitted: row[COLUMNS.omitted],
    };
  }

  /** Elements in the same state share the list. */
  #statesOf(flags: number): State[] {
    let states = this.#states.get(flags);
    if (!states) {
      states = STATES.filter((state) => flags & STATE_FLAGS[state]);
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
