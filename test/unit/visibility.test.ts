/** What is seen of each element, held against a painter that fills pixels one after the other. */
import { describe, expect, it } from 'vitest';
import { type Painted, visibleRatios } from '../../resources/visibility.js';

const SIZE = 24;
const WINDOW = 1;
const WINDOWS = new Map([[WINDOW, { width: SIZE, height: SIZE }]]);
const ROUNDS = 1_500;

type Random = (below: number) => number;

/** The same numbers in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function element(parent: number, more: Partial<Painted> = {}): Painted {
  const rect = { x: 0, y: 0, width: SIZE, height: SIZE };
  const common = { z_order: 0, visible: true, opacity: 1, clip: false, opaque: undefined, showsText: false };
  return { parent, rect, topLevelId: WINDOW, ...common, ...more };
}

/** Widgets clip, and stand in the order of their places; items may do as they like. */
function randomTree(random: Random, toolkit: 'widgets' | 'qml'): Painted[] {
  const tree = [element(-1, { clip: true, opaque: true })];
  const count = 2 + random(14);
  while (tree.length < count) {
    const more: Partial<Painted> = {
      rect: { x: random(SIZE) - 4, y: random(SIZE) - 4, width: random(SIZE), height: random(SIZE) },
      opaque: random(2) === 0 || undefined,
      visible: random(8) > 0,
    };
    const own =
      toolkit === 'widgets'
        ? { clip: true, z_order: tree.length }
        : { clip: random(3) === 0, z_order: random(5) - 2, opacity: [1, 1, 1, 0.5, 0][random(5)] ?? 1 };
    tree.push(element(random(tree.length), { ...more, ...own }));
  }
  return tree;
}

interface Stroke {
  index: number;
  opacity: number;
  pixels: number[];
}

/** The elements from the back to the front, each with the pixels that its rect has within what clips it. */
function strokes(tree: Painted[]): Stroke[] {
  const done: Stroke[] = [];
  const all = Array.from({ length: SIZE * SIZE }, (_, pixel) => pixel);
  const paint = (index: number, clip: number[], before: number): void => {
    const { rect, ...own } = tree[index] ?? element(-1);
    const isInside = (pixel: number): boolean => {
      const [x, y] = [pixel % SIZE, Math.floor(pixel / SIZE)];
      return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    };
    const pixels = clip.filter(isInside);
    const opacity = before * own.opacity;
    const children = tree.flatMap(({ parent, z_order }, at) => (parent === index ? [{ at, z_order }] : []));
    const zs = [...new Set(children.map(({ z_order }) => z_order))].sort((a, b) => a - b);
    const paintChildren = (wanted: (z: number) => boolean): void => {
      for (const z of zs.filter(wanted)) {
        for (const { at } of children.filter(({ z_order }) => z_order === z))
          paint(at, own.clip ? pixels : clip, opacity);
      }
    };
    paintChildren((z) => z < 0);
    done.push({ index, opacity: own.visible ? opacity : 0, pixels });
    paintChildren((z) => z >= 0);
  };
  paint(0, all, 1);
  return done;
}

/** Pixels of each element that nothing opaque is painted over afterwards, but for what is in the element. */
function seenPixels(tree: Painted[]): number[] {
  const order = strokes(tree);
  const isIn = (index: number, ancestor: number): boolean => {
    for (let at = index; at >= 0; at = tree[at]?.parent ?? -1) if (at === ancestor) return true;
    return false;
  };
  const seen = new Array<number>(tree.length).fill(0);
  for (const [place, { index, opacity, pixels }] of order.entries()) {
    if (opacity === 0) continue;
    const left = new Set(pixels);
    for (const later of order.slice(place + 1)) {
      if (later.opacity < 1 || !tree[later.index]?.opaque || isIn(later.index, index)) continue;
      for (const pixel of later.pixels) left.delete(pixel);
    }
    seen[index] = left.size;
  }
  return seen;
}

describe.each(['widgets', 'qml'] as const)('random trees of %s', (toolkit) => {
  it('are seen as they are painted', () => {
    let hidden = 0;
    let partly = 0;
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const tree = randomTree(randomFrom(seed * 7_919), toolkit);
      const ratios = visibleRatios(tree, WINDOWS);
      const areas = tree.map(({ rect }) => rect.width * rect.height);
      const expected = seenPixels(tree).map((pixels, index) => (pixels === 0 ? 0 : pixels / (areas[index] ?? 1)));
      for (const [index, ratio] of ratios.entries()) {
        expect(ratio, `element ${index} of ${JSON.stringify(tree)}`).toBeCloseTo(expected[index] ?? 0, 9);
      }
      hidden += expected.filter((ratio) => ratio === 0).length;
      partly += expected.filter((ratio) => ratio > 0 && ratio < 1).length;
    }
    // Otherwise there was little to find out.
    expect(hidden).toBeGreaterThan(ROUNDS);
    expect(partly).toBeGreaterThan(ROUNDS);
  });
});

describe('the rules', () => {
  const half = { x: 0, y: 0, width: SIZE / 2, height: SIZE };
  const ratiosOf = (...elements: Painted[]): number[] => visibleRatios([element(-1), ...elements], WINDOWS).slice(1);

  it('later siblings cover earlier ones, a higher z all lower ones, and only what is opaque', () => {
    expect(ratiosOf(element(0), element(0, { opaque: true, rect: half }))).toEqual([0.5, 1]);
    expect(ratiosOf(element(0, { opaque: true, rect: half, z_order: 1 }), element(0))).toEqual([1, 0.5]);
    expect(ratiosOf(element(0), element(0, { rect: half }))).toEqual([1, 1]);
  });

  it('a negative z is behind the paint of the parent, not behind what is behind the parent', () => {
    const parent = element(0, { opaque: true, rect: half });
    expect(ratiosOf(element(0), parent, element(2, { z_order: -1, opaque: true }))).toEqual([0, 1, 0.5]);
  });

  it('an element is not covered by what is in it', () => {
    expect(ratiosOf(element(0), element(1, { opaque: true }))).toEqual([1, 1]);
  });

  it('what is translucent, itself or by an ancestor, covers nothing, and what is wholly so is not seen', () => {
    expect(ratiosOf(element(0), element(0, { opacity: 0.9 }), element(2, { opaque: true }))).toEqual([1, 1, 1]);
    expect(ratiosOf(element(0, { opacity: 0 }), element(1))).toEqual([0, 0]);
  });

  it('children may stand out of a parent, unless it clips; and nothing out of the window', () => {
    const aside = { x: SIZE - 4, y: 0, width: 8, height: 8 };
    expect(ratiosOf(element(0, { rect: half }), element(1, { rect: aside }))).toEqual([1, 0.5]);
    expect(ratiosOf(element(0, { rect: half, clip: true }), element(1, { rect: aside }))).toEqual([1, 0]);
  });

  it('text of an empty rect counts as seen where it may go beyond it', () => {
    const empty = { x: 1, y: 1, width: 0, height: 0 };
    expect(ratiosOf(element(0, { rect: empty }))).toEqual([0]);
    expect(ratiosOf(element(0, { rect: empty, showsText: true }))).toEqual([1]);
    expect(ratiosOf(element(0, { rect: empty, showsText: true, clip: true }))).toEqual([0]);
  });

  it('neighbours with broken positions leave no gap', () => {
    const column = (n: number) => ({ x: (n * SIZE) / 7, y: 0, width: SIZE / 7, height: SIZE });
    const covers = Array.from({ length: 7 }, (_, n) => element(0, { opaque: true, rect: column(n) }));
    expect(ratiosOf(element(0), ...covers)[0]).toBe(0);
  });

  it('windows do not cover each other', () => {
    const windows = new Map([...WINDOWS, [2, { width: SIZE, height: SIZE }]]);
    const other = element(-1, { opaque: true, topLevelId: 2 });
    expect(visibleRatios([element(-1, { opaque: true }), other], windows)).toEqual([1, 1]);
  });

  it('a tree of 100,000 levels, and a grid of bars that cross, are done', () => {
    const deep = Array.from({ length: 100_000 }, (_, n) => element(n - 1, { clip: true, opaque: true }));
    expect(visibleRatios(deep, WINDOWS).at(-1)).toBe(1);
    const bar = (n: number) =>
      n % 2 ? { x: n, y: 0, width: 0.5, height: 9_000 } : { x: 0, y: n, width: 9_000, height: 0.5 };
    const bars = Array.from({ length: 4_000 }, (_, n) => element(0, { opaque: true, rect: bar(n) }));
    const ratios = visibleRatios([element(-1), ...bars], new Map([[WINDOW, { width: 9_000, height: 9_000 }]]));
    expect(Math.min(...ratios)).toBeGreaterThan(0);
  });
});
