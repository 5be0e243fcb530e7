/**
 * What snapshots and searches may cost the application, in walks of its own tree: ratios, so that they hold on any machine. All figures
 * are medians of the rounds of a run, but for the longest stall of the run.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inProject } from '../harness/paths.js';

interface Cost {
  /** ms */
  gui: number;
  wall: number;
  stall: number;
  longestStall: number;
}

interface Snapshots {
  widgets: number;
  unit: number;
  tiers: Record<'core' | 'extended' | 'full', Cost>;
}

interface Finding {
  unit: number;
  /** ms of a bare qt_get_property. */
  call: number;
  prune: number;
  finds: Record<string, { gui: number; wall: number }>;
}

interface Figures {
  snapshots: Snapshots[];
  finding: Finding;
  table: { cells: number; reads: number };
  startUp: { without: number; with: number };
}

function longestStall({ tiers }: Snapshots): number {
  return Math.max(...Object.values(tiers).map((cost) => cost.longestStall));
}

/** Every limit by what it limits; undefined where it is kept, else the figure that broke it. */
function broken({ snapshots: [small, large], finding, table, startUp }: Figures): Record<string, number> {
  if (small === undefined || large === undefined) throw new Error('The bench measured nothing.');
  const { unit, tiers } = small;
  const limits: [string, number, number][] = [
    ['GUI thread for core, walks', tiers.core.gui / unit, 4],
    ['GUI thread for extended, walks', tiers.extended.gui / unit, 10],
    ['median stall of core above idle, ms', tiers.core.stall, 8],
    ['median stall of extended above idle, ms', tiers.extended.stall, 8],
    ['median stall of full above idle, ms', tiers.full.stall, 8],
    ['longest stall above idle, ms', longestStall(small), 20],
    ['call to file for core, walks', tiers.core.wall / unit, 25],
    ['core at 50,000, times that at 10,000', large.tiers.core.wall / tiers.core.wall, 6],
    ['extended at 50,000, times that at 10,000', large.tiers.extended.wall / tiers.extended.wall, 6],
    ['full at 50,000, times that at 10,000', large.tiers.full.wall / tiers.full.wall, 6],
    ['start-up with the probe, ms more', startUp.with - startUp.without, Math.max(20, startUp.without * 0.05)],
    ['pruning 10,000, walks', finding.prune / finding.unit, 40],
    ['values read for a cell of a table', table.reads / table.cells, 4],
    ...Object.entries(finding.finds).flatMap(([kind, { gui, wall }]): [string, number, number][] => {
      // What finds nothing looks a second time, for what comes near.
      const times = kind === 'nothing' ? 3 : 1;
      return [
        [`GUI thread for finding ${kind}, walks`, gui / finding.unit, 4 * times],
        [`finding ${kind}, property calls`, wall / finding.call, 6 * times],
      ];
    }),
  ];
  return Object.fromEntries(limits.filter(([, value, limit]) => value > limit).map(([what, value]) => [what, value]));
}

it('keeps medians of rounds, and the longest stall, within the limits (broken is what is so in each of three runs)', async () => {
  let always: Record<string, number> | undefined;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [inProject('test/bench/bench.mjs'), '--json', '--rounds', '3'],
      { timeout: 120_000 },
    );
    const now = broken(JSON.parse(stdout));
    const before = always;
    always = before ? Object.fromEntries(Object.entries(now).filter(([what]) => what in before)) : now;
    if (Object.keys(always).length === 0) break;
  }
  expect(always).toEqual({});
}, 400_000);
