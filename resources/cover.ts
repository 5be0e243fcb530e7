/** The part of a surface that is covered: rectangles are added, and how much of another one they cover is asked. */

/** Left, top, right and bottom; whole numbers. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** In a list. */
interface Piece extends Box {
  next: Piece | undefined;
}

/** More pieces than this in one place make it worth dividing. */
const MAX_HERE = 12;
/** Of all places together. What comes later covers nothing: a scene of that many crossing bars is no real one. */
const MAX_PIECES = 100_000;

/**
 * A quadtree of disjoint boxes that knows of each quarter how much is covered. What is wholly covered needs no pieces
 * any more, so a surface gets cheaper the more of it is covered, and a question costs only what its box has at its edges.
 */
export class Cover {
  readonly #area: Box;
  readonly #size: number;
  #covered = 0;
  /** Disjoint; none if the place is divided or wholly covered. */
  #pieces: Piece | undefined;
  #count = 0;
  #quarters: Cover[] | undefined;
  /** Pieces made, shared by all places. */
  readonly #made: { count: number };

  constructor(area: Box, made = { count: 0 }) {
    this.#area = area;
    this.#size = areaOf(area);
    this.#made = made;
  }

  /** How much of the box is covered. */
  covered({ left, top, right, bottom }: Box): number {
    return right > left && bottom > top ? this.#measure(left, top, right, bottom) : 0;
  }

  add({ left, top, right, bottom }: Box): void {
    if (right > left && bottom > top) this.#add(left, top, right, bottom);
  }

  // Numbers, not boxes: making those would be most of the work.
  #measure(left: number, top: number, right: number, bottom: number): number {
    if (this.#covered === 0) return 0;
    const size = overlap(this.#area, left, top, right, bottom);
    if (size === 0 || this.#covered === this.#size) return size;
    if (size === this.#size) return this.#covered;
    let sum = 0;
    if (this.#quarters !== undefined) {
      for (const quarter of this.#quarters) sum += quarter.#measure(left, top, right, bottom);
    }
    for (let at = this.#pieces; at !== undefined; at = at.next) sum += overlap(at, left, top, right, bottom);
    return sum;
  }

  #add(left: number, top: number, right: number, bottom: number): void {
    if (this.#covered === this.#size) return;
    const size = overlap(this.#area, left, top, right, bottom);
    if (size === 0) return;
    if (size === this.#size) this.#covered = size;
    else if (this.#quarters !== undefined) this.#addBelow(this.#quarters, left, top, right, bottom);
    else this.#addHere(left, top, right, bottom);
    if (this.#covered < this.#size) return;
    this.#pieces = undefined;
    this.#quarters = undefined;
  }

  #addHere(left: number, top: number, right: number, bottom: number): void {
    const area = this.#area;
    this.#fill(
      Math.max(left, area.left),
      Math.max(top, area.top),
      Math.min(right, area.right),
      Math.min(bottom, area.bottom),
      this.#pieces,
    );
    if (this.#count > MAX_HERE) this.#divide();
  }

  /** Adds what is not covered by the known pieces. */
  #fill(left: number, top: number, right: number, bottom: number, known: Piece | undefined): void {
    for (let at = known; at !== undefined; at = at.next) {
      const x = Math.max(left, at.left);
      const y = Math.max(top, at.top);
      const farX = Math.min(right, at.right);
      const farY = Math.min(bottom, at.bottom);
      if (x >= farX || y >= farY) continue;
      if (top < y) this.#fill(left, top, right, y, at.next);
      if (farY < bottom) this.#fill(left, farY, right, bottom, at.next);
      if (left < x) this.#fill(left, y, x, farY, at.next);
      if (farX < right) this.#fill(farX, y, right, farY, at.next);
      return;
    }
    if (this.#made.count >= MAX_PIECES) return;
    this.#made.count += 1;
    this.#count += 1;
    this.#pieces = { left, top, right, bottom, next: this.#pieces };
    this.#covered += (right - left) * (bottom - top);
  }

  #addBelow(quarters: Cover[], left: number, top: number, right: number, bottom: number): void {
    this.#covered = 0;
    for (const quarter of quarters) {
      quarter.#add(left, top, right, bottom);
      this.#covered += quarter.#covered;
    }
  }

  #divide(): void {
    const { left, top, right, bottom } = this.#area;
    const x = Math.floor((left + right) / 2);
    const y = Math.floor((top + bottom) / 2);
    // What is one unit wide or high cannot be divided.
    if (x === left || y === top) return;
    const quarters = [
      { left, top, right: x, bottom: y },
      { left: x, top, right, bottom: y },
      { left, top: y, right: x, bottom },
      { left: x, top: y, right, bottom },
    ].map((quarter) => new Cover(quarter, this.#made));
    for (let at = this.#pieces; at !== undefined; at = at.next) {
      for (const quarter of quarters) quarter.#add(at.left, at.top, at.right, at.bottom);
    }
    this.#pieces = undefined;
    this.#quarters = quarters;
  }
}

/** Empty boxes have a right or bottom that is not beyond their left or top. */
export function areaOf({ left, top, right, bottom }: Box): number {
  return right > left && bottom > top ? (right - left) * (bottom - top) : 0;
}

export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** Area of the part of the box within the given edges. */
function overlap(box: Box, left: number, top: number, right: number, bottom: number): number {
  const width = Math.min(box.right, right) - Math.max(box.left, left);
  const height = Math.min(box.bottom, bottom) - Math.max(box.top, top);
  return width > 0 && height > 0 ? width * height : 0;
}
