/** Parts of a stored snapshot: a subtree, some levels, what a query finds; cut to a size where they would be too big. */
import { idOf, readElements } from './lines.js';
import { Outline, outlineHeader } from './outline.js';
import { isWhole, JsonWriter, type Part, type SnapshotHead, type SnapshotNode, type SnapshotTail } from './snapshot.js';

export type Format = 'json' | 'text';

/** How big a document may get. */
export interface SizeLimit {
  bytes: number;
  /** What a piece of the document adds to its size, in bytes. */
  cost(text: string): number;
}

export interface PartDocument {
  text: string;
  /** False: the snapshot has no element root_id. */
  rootFound: boolean;
  /** Elements that the query found, shown or not; 0 without a query. */
  matches: number;
  tail: SnapshotTail;
}

/** An element of the part. */
interface Element {
  /** As it stands in the file, without children and end: `{"className":...`. */
  fields: string;
  /** Below the roots of the part. */
  depth: number;
  parent: Element | undefined;
  kept: boolean;
  hasChildren: boolean;
  /** Children that the part leaves out. */
  omitted: number;
}

interface Selection {
  head: SnapshotHead;
  tail: SnapshotTail;
  /** Depth first. */
  elements: Element[];
  rootFound: boolean;
  matches: number;
  cutByDepth: boolean;
}

/** What marking an omission may add to an element, in JSON or by unfolding its line of the outline. */
const OMISSION_BYTES = 80;
/** What the document adds around its elements, beyond head and tail. */
const FRAME_BYTES = 512;

const CHILDREN = ',"children":[';

/** Reads a part of a snapshot file. Throws what the file system throws. */
export async function readPart(file: string, part: Part, format: Format, limit: SizeLimit): Promise<PartDocument> {
  const selection = await select(file, part);
  const head = isWhole(part) ? selection.head : { ...selection.head, part };
  const cut = new Set(selection.tail.truncated_by);
  if (selection.cutByDepth) cut.add('depth');

  const frame = limit.cost(JSON.stringify(head)) + limit.cost(JSON.stringify(selection.tail)) + FRAME_BYTES;
  const order = part.query === undefined ? byDepth(selection.elements) : selection.elements;
  const cost = format === 'json' ? jsonCost(limit) : outlineCost(limit, head, selection.elements);
  const end = keepWhatFits(order, part.offset ?? 0, cost, limit.bytes - frame);
  if (end < order.length) cut.add('size');

  const kept = selection.elements.filter((element) => element.kept);
  const tail: SnapshotTail = {
    ...selection.tail,
    element_count: kept.length,
    truncated: cut.size > 0,
    truncated_by: [...cut],
    next_offset: end < order.length ? end : undefined,
  };
  const text = format === 'json' ? renderJson(head, kept, tail) : renderOutline(head, kept, tail);
  return { text, rootFound: selection.rootFound, matches: selection.matches, tail };
}

/** Reads the file and picks the elements of the part. */
async function select(file: string, part: Part): Promise<Selection> {
  const needle = part.query?.toLowerCase();
  const elements: Element[] = [];
  const path: Element[] = [];
  let rootDepth = part.root_id === 0 ? 0 : -1;
  let done = false;
  let cutByDepth = false;
  let matches = 0;

  const { head, tail } = await readElements(file, (fields, here) => {
    if (done) return;
    if (rootDepth < 0) {
      if (idOf(fields) !== part.root_id) return;
      rootDepth = here;
    } else if (part.root_id > 0 && here <= rootDepth) {
      done = true;
      return;
    }
    const below = here - rootDepth;
    const parent = below === 0 ? undefined : path[below - 1];
    if (part.depth >= 0 && below > part.depth) {
      cutByDepth = true;
      if (parent !== undefined && below === part.depth + 1) parent.omitted += 1;
      return;
    }
    const kept = needle === undefined;
    const element: Element = { fields, depth: below, parent, kept, hasChildren: false, omitted: 0 };
    if (parent !== undefined) parent.hasChildren = true;
    path[below] = element;
    elements.push(element);
    if (needle !== undefined && isMatch(parse(element), needle)) {
      matches += 1;
      for (let at: Element | undefined = element; at !== undefined && !at.kept; at = at.parent) at.kept = true;
    }
  });
  return {
    head,
    tail,
    elements: elements.filter((element) => element.kept),
    rootFound: rootDepth >= 0,
    matches,
    cutByDepth,
  };
}

function parse(element: Element): SnapshotNode {
  const node: SnapshotNode = JSON.parse(`${element.fields}}`);
  return element.omitted === 0 ? node : { ...node, children_omitted: (node.children_omitted ?? 0) + element.omitted };
}

function isMatch(node: SnapshotNode, needle: string): boolean {
  return [node.text, node.name, node.objectName, node.className, node.role, node.qml_id, node.windowTitle].some(
    (field) => field?.toLowerCase().includes(needle),
  );
}

/** Upper levels first, so that a cut takes whole levels away before it breaks one. */
function byDepth(elements: Element[]): Element[] {
  return elements.toSorted((a, b) => a.depth - b.depth);
}

/**
 * Keeps elements in their order, from an offset on until the budget is used up, and what these are in. Answers where it
 * stopped.
 */
function keepWhatFits(order: Element[], offset: number, cost: (element: Element) => number, budget: number): number {
  for (const element of order) element.kept = false;
  let used = 0;
  let end = Math.min(offset, order.length);
  for (const element of order.slice(offset)) {
    const missing = [];
    for (let at: Element | undefined = element; at !== undefined && !at.kept; at = at.parent) missing.push(at);
    for (const { hasChildren, omitted } of missing) used += hasChildren || omitted > 0 ? OMISSION_BYTES : 0;
    for (const at of missing) used += cost(at);
    if (used > budget) break;
    for (const at of missing) at.kept = true;
    end += 1;
  }
  for (const { kept, parent } of order) if (!kept && parent !== undefined) parent.omitted += 1;
  // What does not even fit alone must not hold up the rest.
  return end === offset ? Math.min(end + 1, order.length) : end;
}

function jsonCost(limit: SizeLimit): (element: Element) => number {
  return (element) => limit.cost(`${element.fields}${CHILDREN}]},\n`);
}

/** An outline's lines depend on those before them, so all are made first. */
function outlineCost(limit: SizeLimit, head: SnapshotHead, elements: Element[]): (element: Element) => number {
  const outline = new Outline(head.windows);
  const costs = new Map<Element, number>();
  for (const element of elements) {
    costs.set(element, limit.cost(outline.element(parse(element), element.depth)));
  }
  return (element) => costs.get(element) ?? 0;
}

function renderJson(head: SnapshotHead, elements: Element[], tail: SnapshotTail): string {
  const writer = new JsonWriter();
  const parts = [writer.head(head)];
  for (const element of elements) {
    const fields = element.omitted === 0 ? element.fields : JSON.stringify(parse(element)).slice(0, -1);
    parts.push(writer.line(fields, element.depth));
  }
  parts.push(writer.tail(tail));
  return parts.join('');
}

function renderOutline(head: SnapshotHead, elements: Element[], tail: SnapshotTail): string {
  const outline = new Outline(head.windows);
  const parts = [outlineHeader(head, tail)];
  for (const element of elements) parts.push(outline.element(parse(element), element.depth));
  return parts.join('');
}
