/** A search in a Qt application: the port's words into those of the wire, and what was found back. */
import { protocolError } from '../server/errors.js';
import type { Criteria, Found, ProbeNode, ProbeWindow, Query } from '../server/ports.js';
import type { ProbeConnection } from './connection.js';
import { checked, findResult } from './messages.js';
import { NodeReader, STATE_FLAGS } from './nodes.js';
import { type FindRequest, FLAGS, ROLES, type Criteria as WireCriteria } from './protocol.gen.js';

const MAX_FIND_MS = 20_000;

/** What is undefined does not get into JSON. */
type Sparse<T> = { [Key in keyof T]: T[Key] | undefined };

/** Throws as ProbeConnection.request does. */
export async function find(connection: ProbeConnection, query: Query, signal: AbortSignal): Promise<Found> {
  const reader = new NodeReader();
  const nodes = new Map<number, ProbeNode>();
  let windows: ProbeWindow[] | undefined;
  const answer = await connection.request('find', requestOf(query), signal, {
    onBatch(batch) {
      windows ??= reader.windows(batch.windows ?? []);
      for (const node of reader.nodes(batch)) nodes.set(node.handle, node);
    },
  });
  const result = checked(findResult, answer);
  const near = result.near.map(({ handle, differs }) => {
    const node = nodes.get(handle);
    nodes.delete(handle);
    if (node === undefined) throw protocolError(`The probe named element ${handle}, which it never sent.`);
    return { node, differs: differs.map((name) => FIELDS[name] ?? name) };
  });
  if (nodes.size !== result.found) {
    throw protocolError(`The probe found ${result.found} elements and sent ${nodes.size}.`);
  }
  return {
    windows: windows ?? [],
    nodes: [...nodes.values()],
    near,
    rootFound: result.root_found,
    more: result.more,
    truncated: result.truncated,
    searched: { windows: result.windows, elements: result.elements, modelRows: result.model_rows },
  };
}

/** Criteria that have another name on the wire than for those who ask. */
const FIELDS: Record<string, string> = { roles: 'role', flags: 'states' };

function requestOf(query: Query): Sparse<Omit<FindRequest, 'steps'>> & { steps: Sparse<WireCriteria>[] } {
  return {
    steps: query.steps.map(criteriaOf),
    root: query.root ?? 0,
    window: query.window ?? 0,
    window_title: query.windowTitle,
    window_title_contains: query.windowTitleContains,
    depth: query.depth,
    limit: query.limit,
    include_hidden: query.includeHidden,
    detail: query.detail,
    max_ms: MAX_FIND_MS,
  };
}

function criteriaOf(criteria: Criteria): Sparse<WireCriteria> {
  return {
    type: criteria.type,
    type_inherits: criteria.typeInherits,
    roles: rolesOf(criteria),
    text: criteria.text,
    text_contains: criteria.textContains,
    text_matches: criteria.textMatches,
    object_name: criteria.objectName,
    qml_id: criteria.qmlId,
    properties: criteria.properties,
    flags: criteria.states && flagsOf(criteria.states),
    row: criteria.row,
    column: criteria.column,
  };
}

/** Places of the roles that will do, perhaps none; undefined: any. */
function rolesOf({ roleContains, roles }: Criteria): number[] | undefined {
  if (roleContains === undefined && roles === undefined) return undefined;
  const part = roleContains?.toLowerCase() ?? '';
  return [...ROLES.keys()].filter((place) => {
    const role = ROLES[place] ?? '';
    return role.includes(part) && (roles === undefined || roles.includes(role));
  });
}

function flagsOf(states: NonNullable<Criteria['states']>): number {
  const flags = { ...STATE_FLAGS, visible: FLAGS.visible, enabled: FLAGS.enabled };
  return states.reduce((sum, state) => sum | flags[state], 0);
}
