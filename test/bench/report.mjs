/** The measurements as a Markdown table, beside what others were measured at. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const startMarker = '<!-- bench:start -->';
const endMarker = '<!-- bench:end -->';

/**
 * qt-commander (07a2d0d), the closest peer, measured in the same unit: GUI thread and whole call in walks, stall in ms.
 * Its GUI thread does all the work, so the stall is the whole of it. At 50,000 widgets only core got an answer.
 */
const peer = {
  10000: {
    core: { gui: 79, call: 80, stall: 292 },
    extended: { gui: 162, call: 156, stall: 718 },
    full: { gui: 203, call: 195, stall: 643 },
  },
  50000: { core: { gui: 44, call: 41, stall: 1932 }, extended: undefined, full: undefined },
};

function row(cells) {
  return `| ${cells.join(' | ')} |`;
}

function against(value, other, digits = 1) {
  if (other === undefined) return `${value.toFixed(digits)} (no answer)`;
  const ratio = other / Math.max(value, 0.1);
  return `${value.toFixed(digits)} (${other}: ${ratio.toFixed(ratio < 10 ? 1 : 0)}x)`;
}

function snapshotRows({ widgets, unit, tiers }) {
  return Object.entries(tiers).map(([tier, { gui, wall, stall }]) => {
    const other = peer[widgets]?.[tier];
    return row([
      widgets.toLocaleString('en'),
      tier,
      against(gui / unit, other?.gui),
      against(Math.max(stall, 0), other?.stall),
      against(wall / unit, other?.call),
      `${gui.toFixed(1)} / ${wall.toFixed(0)}`,
    ]);
  });
}

/** What a search of qt-commander uses of the GUI thread, and what pruning takes at least, in walks of 10,000 widgets. */
const peerFind = 9;
const peerPrune = 1000;

function findRows({ unit, call, finds }) {
  return Object.entries(finds).map(([kind, { gui, wall }]) =>
    row([kind, against(gui / unit, peerFind), (wall / call).toFixed(1), `${gui.toFixed(1)} / ${wall.toFixed(1)}`]),
  );
}

function findReport(finding, { cells, reads, gui, wall }) {
  const { widgets, unit, call, prune } = finding;
  return [
    `A search through ${widgets.toLocaleString('en')} widgets; a call is one \`qt_get_property\` of one property ` +
      `(${call.toFixed(1)} ms):`,
    '',
    row(['by', 'GUI thread, walks', 'tool call, calls', 'GUI / call, ms']),
    row(Array.from({ length: 4 }, () => '---')),
    ...findRows(finding),
    '',
    `- Pruning the snapshot of ${widgets.toLocaleString('en')} widgets: ${against(prune / unit, peerPrune)} walks; the application has no part in it.`,
    `- A snapshot of a table, a tree and a list on a model of 1,000,000 x 50 values, ${cells} cells on the screen: ` +
      `${reads} values read, ${gui.toFixed(1)} ms of GUI thread, ${wall.toFixed(0)} ms call to file.`,
  ];
}

/** The whole report. */
export function render({ snapshots, finding, table, accessibility, startUp }) {
  const [small, large] = snapshots;
  const growth = Object.keys(small.tiers).map(
    (tier) => `${tier} ${(large.tiers[tier].wall / small.tiers[tier].wall).toFixed(1)}`,
  );
  return [
    `Whole snapshots of nested Qt 6 widgets. A walk is one trivial walk of the same tree in the same process ` +
      `(${snapshots.map(({ widgets, unit }) => `${unit.toFixed(1)} ms at ${widgets.toLocaleString('en')}`).join(', ')}). ` +
      `Each figure, the stall too, is the median of the rounds. In parentheses: what qt-commander was measured at in the ` +
      `same unit, and how many times ours that is; its figures are recorded ones, not measured in this run, and its full ` +
      `tier reads only the properties of the innermost class, ours the inherited ones too.`,
    '',
    row(['widgets', 'detail', 'GUI thread, walks', 'stall above idle, ms', 'call to file, walks', 'GUI / call, ms']),
    row(Array.from({ length: 6 }, () => '---')),
    ...snapshots.flatMap(snapshotRows),
    '',
    `- 50,000 widgets take this many times the 10,000: ${growth.join(', ')}.`,
    `- A walk of ${accessibility.widgets.toLocaleString('en')} widgets over AT-SPI with libatspi, in the same run: ` +
      `${(accessibility.wall / small.tiers.core.wall).toFixed(0)} times the call and ` +
      `${(accessibility.gui / small.tiers.core.gui).toFixed(0)} times the GUI thread of a core snapshot.`,
    `- Start-up of ${startUp.widgets.toLocaleString('en')} widgets: ${startUp.without.toFixed(0)} ms without the probe, ` +
      `${startUp.with.toFixed(0)} ms with it.`,
    '',
    ...findReport(finding, table),
  ].join('\n');
}

/** Puts the report between its markers in a file; makes the file if there is none. */
export function writeInto(file, report) {
  const block = `${startMarker}\n${report}\n${endMarker}`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `${block}\n`;
  const start = text.indexOf(startMarker);
  const end = text.indexOf(endMarker);
  writeFileSync(
    file,
    start < 0 || end < 0 ? `${text}\n${block}\n` : text.slice(0, start) + block + text.slice(end + endMarker.length),
  );
}
