/** Pixels and windows as the X server shows them: the witness for rects. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { environmentOf } from './processes.js';
import type { Rect } from './snapshot.js';

const run = promisify(execFile);

/** An RGB picture. */
export interface Picture {
  width: number;
  height: number;
  data: Buffer;
}

function displayOf(pid: number): Record<string, string> {
  const { DISPLAY = '', XAUTHORITY = '' } = environmentOf(pid);
  return { PATH: process.env.PATH ?? '', DISPLAY, XAUTHORITY };
}

/** The screen that an application is on, or what is there of the window with a title; physical pixels, by ImageMagick. */
export async function screenshot(pid: number, title = 'root'): Promise<Picture> {
  const { stdout } = await run('import', ['-silent', '-window', title, 'png:-'], {
    env: displayOf(pid),
    encoding: 'buffer',
    maxBuffer: 1 << 26,
    timeout: 20_000,
  });
  return decode(stdout);
}

/** The pixels of a PNG, given as its bytes or its file. */
export async function decode(png: Buffer | string): Promise<Picture> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The smallest rectangle that holds every pixel of one colour; undefined if there is none. */
export function extentOf(picture: Picture, [red, green, blue]: [number, number, number]): Rect | undefined {
  let left = picture.width;
  let right = -1;
  let top = picture.height;
  let bottom = -1;
  for (let offset = 0; offset < picture.data.length; offset += 3) {
    if (picture.data[offset] !== red || picture.data[offset + 1] !== green || picture.data[offset + 2] !== blue)
      continue;
    const x = (offset / 3) % picture.width;
    const y = Math.floor(offset / 3 / picture.width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Colour of one pixel. */
export function pixel({ data, width }: Picture, x: number, y: number): number[] {
  const offset = 3 * (y * width + x);
  return [...data.subarray(offset, offset + 3)];
}

/** Colour in the middle. */
export function middle(picture: Picture): number[] {
  return pixel(picture, Math.floor(picture.width / 2), Math.floor(picture.height / 2));
}

/** Client area of the window with a title, as the X server knows it. */
export async function windowRect(pid: number, title: string): Promise<Rect> {
  const { stdout } = await run('xwininfo', ['-name', title], { env: displayOf(pid), timeout: 10_000 });
  const number = (label: string): number => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(stdout)?.[1]);
  return {
    x: number('Absolute upper-left X'),
    y: number('Absolute upper-left Y'),
    width: number('Width'),
    height: number('Height'),
  };
}

/** Largest difference of the four edges, in pixels. */
export function edgeDistance(one: Rect, other: Rect): number {
  return Math.max(
    Math.abs(one.x - other.x),
    Math.abs(one.y - other.y),
    Math.abs(one.x + one.width - other.x - other.width),
    Math.abs(one.y + one.height - other.y - other.height),
  );
}
