/** Covered areas, held against a grid of cells. */
import { expect, it } from 'vitest';
import { type Box, Cover } from '../../resources/cover.js';

const SIZE = 40;

function boxes(count: number, largest: number): Box[] {
  let state = count * largest;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, () => {
    const [left, top] = [random(SIZE) - 5, random(SIZE) - 5];
    return { left, top, right: left + random(largest), bottom: top + random(largest) };
  });
}

function cellsOf({ left, top, right, bottom }: Box): number[] {
  const cells = [];
  for (let y = Math.max(0, top); y < Math.min(SIZE, bottom); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(SIZE, right); x += 1) cells.push(y * SIZE + x);
  }
  return cells;
}

it.each([
  [100, 4],
  [300, 8],
  [300, 30],
])('%i boxes of up to %i cells', (count, largest) => {
  const cover = new Cover({ left: 0, top: 0, right: SIZE, bottom: SIZE });
  const grid = new Set<number>();
  const questions = boxes(count + 1, SIZE);
  for (const [index, box] of boxes(count, largest).entries()) {
    const asked = questions[index] ?? box;
    expect(cover.covered(asked)).toBe(cellsOf(asked).filter((cell) => grid.has(cell)).length);
    expect(cover.covered(box)).toBe(cellsOf(box).filter((cell) => grid.has(cell)).length);
    cover.add(box);
    for (const cell of cellsOf(box)) grid.add(cell);
  }
  expect(cover.covered({ left: 0, top: 0, right: SIZE, bottom: SIZE })).toBe(grid.size);
  expect(grid.size).toBeGreaterThan(100);
});
