/** How much of each element a person sees, by the rules by which toolkits paint. */
import { areaOf, type Box, Cover, intersect } from './cover.js';
import type { SnapshotNode } from './snapshot.js';

/** What the rules go by. */
export interface Painted
  extends Pick<SnapshotNode, 'rect' | 'z_order' | 'visible' | 'opacity' | 'clip' | 'opaque' | 'topLevelId'> {
  /** Its place among all, which stand parents first; -1: a root. */
  parent: number;
  showsText: boolean;
}

/** Of client areas, in logical pixels, by objID. */
export type WindowSizes = ReadonlyMap<number, { width: number; height: number }>;

/** As fine as screens are; whole numbers let neighbours meet without a gap. */
const UNITS_PER_PIXEL = 4;
/** In units; the areas of what is within are exact. */
const FAR = 2 ** 24;
const UNBOUNDED: Box = { left: -FAR, top: -FAR, right: FAR, bottom: FAR };
const NOTHING: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** An element on its way through the scene. */
interface Item {
  readonly painted: Painted;
  /** In the order in which they are painted. */
  readonly children: Item[];
  /** What its ancestors leave of it, and what it leaves of its children. */
  shown: Box;
  clip: Box;
  /** With those of its ancestors. */
  opacity: number;
  ratio: number;
}

/** What waits for its turn: an element with all that is in it, or only its own paint. */
interface Step {
  item: Item;
  isPaint: boolean;
}

/**
 * The visible part of each element's rect, 0 to 1, in the order of the elements. Siblings are painted by z, and those of
 * one z as they stand; children after their parent, but before it where z is negative. What fills its whole rect opaquely
 * covers all that was painted before it, except the elements that it is in. Parents that clip, and the window, cut off what
 * is beyond them.
 */
export function visibleRatios(elements: Painted[], windows: WindowSizes): number[] {
  const items = elements.map(
    (painted): Item => ({ painted, children: [], shown: NOTHING, clip: NOTHING, opacity: 1, ratio: 0 }),
  );
  for (const item of items) items[item.painted.parent]?.children.push(item);
  for (const { children } of items) children.sort((a, b) => a.painted.z_order - b.painted.z_order);
  for (const item of items) if (item.painted.parent < 0) solve(item, items, windows);
  return items.map(({ ratio }) => ratio);
}

/** Goes through a tree from the front to the back. */
function solve(root: Item, items: Item[], windows: WindowSizes): void {
  const window = windows.get(root.painted.topLevelId ?? 0);
  const area = window === undefined ? UNBOUNDED : intersect(boxOf({ x: 0, y: 0, ...window }), UNBOUNDED);
  const cover = new Cover(area);
  const waiting: Step[] = [{ item: root, isPaint: false }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { item, isPaint } = step;
    if (isPaint) {
      cover.add(item.shown);
      continue;
    }
    const parent = items[item.painted.parent];
    if (!look(item, parent?.clip ?? area, parent?.opacity ?? 1, cover)) continue;
    // What was put last comes first.
    const behind = item.children.findIndex(({ painted }) => painted.z_order >= 0);
    const inFront = behind < 0 ? item.children.length : behind;
    for (const child of item.children.slice(0, inFront)) waiting.push({ item: child, isPaint: false });
    if (covers(item)) waiting.push({ item, isPaint: true });
    for (const child of item.children.slice(inFront)) waiting.push({ item: child, isPaint: false });
  }
}

/** Finds what is seen of the element beside all that is in front of its whole tree; false: nothing in that tree can be seen. */
function look(item: Item, clip: Box, opacity: number, cover: Cover): boolean {
  const { painted } = item;
  item.opacity = opacity * painted.opacity;
  if (!(item.opacity > 0)) return false;
  const whole = boxOf(painted.rect);
  item.shown = intersect(whole, clip);
  item.clip = painted.clip ? item.shown : clip;
  const seen = areaOf(item.shown) - cover.covered(item.shown);
  if (painted.visible) item.ratio = ratioOf(seen, areaOf(whole), painted);
  return painted.clip ? seen > 0 : areaOf(clip) > 0;
}

/** Text may go beyond a rect that is empty, unless it is cut off there: that it cannot be seen is not known. */
function ratioOf(seen: number, whole: number, { showsText, clip }: Painted): number {
  if (whole > 0) return seen / whole;
  return showsText && !clip ? 1 : 0;
}

function covers({ painted, opacity }: Item): boolean {
  return painted.opaque === true && painted.visible && opacity === 1;
}

function boxOf({ x, y, width, height }: SnapshotNode['rect']): Box {
  return { left: units(x), top: units(y), right: units(x + width), bottom: units(y + height) };
}

function units(pixels: number): number {
  return Math.round(pixels * UNITS_PER_PIXEL);
}
