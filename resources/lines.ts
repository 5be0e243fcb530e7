/** Reading a snapshot file element by element: one a line, which need not be parsed to know where it stands. */
import { createReadStream } from 'node:fs';
import type { SnapshotHead, SnapshotTail } from './snapshot.js';

const HEAD_END = ',"nodes":[';
const ELEMENT_END = ',"children":[';
const CHUNK_BYTES = 512 * 1024;

/**
 * Calls `visit` with each element, depth first: as JSON without children and end (`{"className":...`), and the depth it
 * stands at. Throws what the file system throws.
 */
export async function readElements(
  file: string,
  visit: (fields: string, depth: number) => void,
): Promise<{ head: SnapshotHead; tail: SnapshotTail }> {
  let head: SnapshotHead | undefined;
  let tail: SnapshotTail | undefined;
  let depth = 0;
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      const end = line.lastIndexOf(ELEMENT_END);
      if (head === undefined) {
        head = JSON.parse(`${line.slice(0, -HEAD_END.length)}}`);
      } else if (end >= 0) {
        visit(line.slice(0, end), depth);
        depth += 1 - closings(line, end + ELEMENT_END.length);
      } else {
        tail ??= JSON.parse(`{${line.slice('],'.length)}`);
      }
    }
  }
  if (head === undefined || tail === undefined) throw new Error(`${file} is not a snapshot that this version wrote`);
  return { head, tail };
}

/** objID of an element as it stands in a file. */
export function idOf(fields: string): number {
  return Number.parseInt(fields.slice(fields.indexOf('"objID":') + '"objID":'.length), 10);
}

/** Like readline, which would also break lines at U+2028 and U+2029; those stand unescaped in JSON strings. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}

/** Elements that end at the end of a line: one for each `]}` after `from`. */
function closings(line: string, from: number): number {
  let count = 0;
  for (let at = from; line.startsWith(']}', at); at += 2) count += 1;
  return count;
}
