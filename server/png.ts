/** Pictures as PNG files. sharp does the work on threads of its own. */
import sharp, { type Sharp } from 'sharp';

/** RGBA, not premultiplied, row after row. */
export interface Raster {
  width: number;
  height: number;
  pixels: Buffer;
}

export async function encodePng(raster: Raster): Promise<Buffer> {
  return toPng(open(raster));
}

/**
 * A copy for a reader that is at most `maxSide` pixels wide and high and takes at most `maxBytes`, and how many pixels of
 * it make one of the original (1 or less). `original` is the whole picture as PNG, used as it is where it fits.
 */
export async function shrinkPng(
  raster: Raster,
  original: Buffer,
  maxSide: number,
  maxBytes: number,
): Promise<{ png: Buffer; scale: number }> {
  const longest = Math.max(raster.width, raster.height);
  if (longest <= maxSide && original.length <= maxBytes) return { png: original, scale: 1 };
  let side = Math.min(longest, maxSide);
  for (;;) {
    const png = await toPng(open(raster).resize(side, side, { fit: 'inside' }));
    if (png.length <= maxBytes || side <= 1) return { png, scale: side / longest };
    side = Math.max(1, Math.floor(side / 2));
  }
}

function open({ pixels, width, height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

/** Pictures of windows are mostly flat: a higher level takes several times as long and saves little. */
function toPng(image: Sharp): Promise<Buffer> {
  return image.png({ compressionLevel: 3 }).toBuffer();
}
