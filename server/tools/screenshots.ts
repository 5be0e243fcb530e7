/** The tool that takes pictures. */
import { z } from 'zod';
import type { Screenshot } from '../screenshot.js';
import { sessionTool } from '../tool.js';
import { elementId, sessionId } from './arguments.js';

const DEFAULT_MAX_SIDE = 1280;
/** As base64 it is a third more; the message may take 8 MiB. */
const MAX_INLINE_BYTES = 5 * 1024 * 1024;

export const screenshot = sessionTool({
  name: 'qt_screenshot',
  title: 'Screenshot of a Qt application',
  description:
    'Takes pictures of an element, a window, or all windows of an application, as the application itself draws them: also ' +
    'of windows that are covered, minimised or on no screen. Popups that stand over a window are in its picture, and ' +
    'among all windows also by themselves; what is secret is painted over. Each picture is stored as a PNG resource in full size.',
  effect: 'bookkeeping',
  deadline: 30_000,
  input: z.strictObject({
    session_id: sessionId,
    element_id: elementId.optional().describe('Element or window; left out: every window that is shown.'),
    inline: z.boolean().default(true).describe('Also answer the pictures themselves, and not only their uris.'),
    max_side: z
      .int32()
      .min(16)
      .max(10_000)
      .default(DEFAULT_MAX_SIDE)
      .describe('Longest side of the inline pictures in pixels; larger ones are scaled down, the stored ones are not.'),
  }),
  output: z.object({
    screenshots: z.array(
      z.object({
        uri: z.string().describe('Resource with the picture as PNG.'),
        window_id: z.int().describe('element_id of the window.'),
        window_title: z.string(),
        element_id: z.int().optional().describe('The element that it was asked for.'),
        x: z.number().describe("Left edge of the picture in the window's client area, logical pixels."),
        y: z.number().describe('Top edge, likewise.'),
        width: z.int().describe('Pixels.'),
        height: z.int().describe('Pixels.'),
        scale: z.number().describe('Pixels of the picture in a logical pixel.'),
        masked: z.int().describe('Elements that were painted over because they show a secret.'),
        inline_scale: z.number().optional().describe('Pixels of the inline picture in a pixel of the stored one.'),
      }),
    ),
  }),
  async handle({ element_id, inline, max_side }, { signal }, session) {
    const limits = inline ? { maxSide: max_side, maxBytes: MAX_INLINE_BYTES } : undefined;
    const taken = await session.screenshot(element_id, limits, signal);
    const screenshots = taken.map((screenshot) => ({
      uri: screenshot.stored.uri,
      window_id: screenshot.windowId,
      window_title: screenshot.windowTitle,
      element_id,
      x: screenshot.x,
      y: screenshot.y,
      width: screenshot.width,
      height: screenshot.height,
      scale: screenshot.scale,
      masked: screenshot.masked,
      inline_scale: screenshot.inline?.scale,
    }));
    return {
      structured: { screenshots },
      text: taken.length === 0 ? 'The application shows no window.' : taken.map(describe).join('\n'),
      pictures: taken.map(({ stored, inline }) => ({ stored, png: inline?.png })),
    };
  },
});

function describe({ stored, windowId, windowTitle, x, y, width, height, scale, masked, inline }: Screenshot): string {
  const facts = [`${width}x${height} pixels from ${x},${y} of window [${windowId}] ${JSON.stringify(windowTitle)}`];
  if (scale !== 1) facts.push(`${scale} pixels in a logical one`);
  if (masked > 0) facts.push(`${masked} secrets painted over`);
  if (inline !== undefined && inline.scale !== 1) facts.push(`shown at ${inline.scale.toFixed(3)} of its size`);
  return `${stored.uri}: ${facts.join(', ')}.`;
}
