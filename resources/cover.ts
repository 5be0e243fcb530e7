/** The part of a surface that is covered: rectangles are added, and how much of another one they cover is asked. */

/** Left, top, right and bottom; whole numbers. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** More boxes than this in one place make it worth dividing. */
const MAX_BOXES = 12;

/**
 * A quadtree of disjoint boxes that knows of each quarter how much is covered. What is wholly covered needs no more
 * boxes, so a surface gets cheaper the more of it is covered, and a question costs only what its box has at its edges.
 */
export class Cover {
  readonly #area: Box;
  readonly #size: number;
  #covered = 0;
  /** Disjoint; none if the place is divided or wholly covered. */
  #boxes: Box[] = [];
  #quarters: Cover[] | undefined;

  constructor(area: Box) {
    this.#area = area;
    this.#size = areaOf(area);
  }

  /** How much of the box is covered. */
  covered(box: Box): number {
    if (this.#covered === 0) return 0;
    const common = intersect(box, this.#area);
    const size = areaOf(common);
    if (size === this.#size || size === 0) return size && this.#covered;
    if (this.#covered === this.#size) return size;
    let sum = 0;
    if (this.#quarters !== undefined) for (const quarter of this.#quarters) sum += quarter.covered(common);
    else for (const known of this.#boxes) sum += areaOf(intersect(known, common));
    return sum;
  }

  add(box: Box): void {
    if (this.#covered === this.#size) return;
    const common = intersect(box, this.#area);
    const size = areaOf(common);
    if (size === 0) return;
    if (size === this.#size) this.#covered = size;
    else if (this.#quarters === undefined) this.#addHere(common);
    else this.#addBelow(this.#quarters, common);
    if (this.#covered < this.#size) return;
    this.#boxes = [];
    this.#quarters = undefined;
  }

  #addHere(box: Box): void {
    let fresh = [box];
    for (const known of this.#boxes) {
      fresh = fresh.flatMap((piece) => subtract(piece, known));
      if (fresh.length === 0) return;
    }
    for (const piece of fresh) {
      this.#boxes.push(piece);
      this.#covered += areaOf(piece);
    }
    if (this.#boxes.length > MAX_BOXES) this.#divide();
  }

  #addBelow(quarters: Cover[], box: Box): void {
    this.#covered = 0;
    for (const quarter of quarters) {
      quarter.add(box);
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
      new Cover({ left, top, right: x, bottom: y }),
      new Cover({ left: x, top, right, bottom: y }),
      new Cover({ left, top: y, right: x, bottom }),
      new Cover({ left: x, top: y, right, bottom }),
    ];
    for (const box of this.#boxes) for (const quarter of quarters) quarter.add(box);
    this.#boxes = [];
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

/** Disjoint boxes for all of `a` that is not in `b`. */
function subtract(a: Box, b: Box): Box[] {
  const common = intersect(a, b);
  if (areaOf(common) === 0) return [a];
  const { left, top, right, bottom } = common;
  const pieces = [
    { left: a.left, top: a.top, right: a.right, bottom: top },
    { left: a.left, top: bottom, right: a.right, bottom: a.bottom },
    { left: a.left, top, right: left, bottom },
    { left: right, top, right: a.right, bottom },
  ];
  return pieces.filter((piece) => areaOf(piece) > 0);
}
