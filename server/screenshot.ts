/** Taking screenshots: from the pixels that a probe has rendered to PNG files beside the snapshots. */
import type { StoredScreenshot } from '../resources/shelf.js';
import { ElementReader } from './elements.js';
import { aborted, noPicture } from './errors.js';
import { encodePng, shrinkPng } from './png.js';
import type { Picture } from './ports.js';
import type { Source } from './source.js';
import { storing } from './storing.js';
import { shownWindows } from './windows.js';

export interface Screenshot extends Omit<Picture, 'window' | 'pixels'> {
  windowId: number;
  windowTitle: string;
  stored: StoredScreenshot;
  /** A copy for a reader, if one was asked for; `scale` is how many of its pixels make one of the picture. */
  inline: { png: Buffer; scale: number } | undefined;
}

/** What copies for a reader may measure: each in pixels, all together in bytes. */
export interface InlineLimits {
  maxSide: number;
  maxBytes: number;
}

/**
 * Of an element, a window, or (undefined) every window that is shown. Throws stale_element, element_hidden if nothing of
 * it is on the screen, output_unavailable, and what the probe throws.
 */
export async function takeScreenshots(
  { sessionId, probe, registry, store }: Source,
  elementId: number | undefined,
  inline: InlineLimits | undefined,
  signal: AbortSignal,
): Promise<Screenshot[]> {
  const handle = elementId === undefined ? undefined : registry.handleOf(elementId);
  const reader = new ElementReader(registry.listing());
  const windows = await shownWindows(probe, signal);
  const listed = new Map(reader.windows(windows).map((window, index) => [windows[index]?.handle, window]));
  const outcome = await probe.grab(handle, signal);
  if (outcome.state !== 'ok') {
    if (elementId === undefined) return [];
    if (outcome.state === 'gone') throw registry.stale(elementId);
    throw noPicture(elementId, registry.subject(elementId), outcome.state);
  }
  const screenshots: Screenshot[] = [];
  for (const { window, pixels, ...picture } of outcome.pictures) {
    const { width, height } = picture;
    const raster = { width, height, pixels };
    const png = await encodePng(raster);
    const share = inline && Math.floor(inline.maxBytes / outcome.pictures.length);
    const copy = inline && share && (await shrinkPng(raster, png, inline.maxSide, share));
    if (signal.aborted) throw aborted(signal);
    screenshots.push({
      ...picture,
      windowId: listed.get(window)?.objID ?? reader.listing.refer(window, 'window'),
      windowTitle: listed.get(window)?.title ?? '',
      stored: await storing(() => store.addScreenshot(sessionId, png)),
      inline: copy || undefined,
    });
  }
  reader.listing.commit(false);
  return screenshots;
}
