/** Which windows of an application are on the screen. */
import type { CaptureParams, Probe, ProbeWindow } from './ports.js';

const ROOTS: CaptureParams = { detail: 'core', includeHidden: false, maxDepth: 0, propDepth: 0, root: undefined };

/** Throws what capture does. */
export async function shownWindows(probe: Probe, signal: AbortSignal): Promise<ProbeWindow[]> {
  const shown: ProbeWindow[] = [];
  for await (const event of probe.capture(ROOTS, signal)) {
    if (event.kind === 'windows') shown.push(...event.windows.filter(({ visible }) => visible));
  }
  return shown;
}
