/** Keeping texts short enough for a reader. */
import { clip } from '../clip.js';

const MAX_LINES_LENGTH = 60_000;
const MAX_VALUE_LENGTH = 300;

/** As many of the lines as a reader can take, and how many are left. */
export function fittingLines(lines: string[]): string[] {
  let length = 0;
  const fitting = lines.filter((line) => {
    length += line.length;
    return length <= MAX_LINES_LENGTH;
  });
  const left = lines.length - fitting.length;
  return left === 0 ? lines : [...fitting, `… and ${left} more, in the structured answer.`];
}

/** The value as JSON, cut where it is long. */
export function shortJson(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing');
}

export function shortened(text: string): string {
  return clip(text, MAX_VALUE_LENGTH);
}
