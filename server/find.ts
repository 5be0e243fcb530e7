/** Finding elements: the search runs in the application, what it finds gets element ids. */
import type { SnapshotNode, SnapshotWindow } from '../resources/snapshot.js';
import { ElementReader } from './elements.js';
import type { Criteria, Found, TruncationReason } from './ports.js';
import { mapValues, toHandles } from './references.js';
import type { Source } from './source.js';

export interface ElementQuery {
  /** As in ports' Query, but objects within properties are named by their element ids. */
  steps: Criteria[];
  /** Only below this element. */
  ancestorId: number | undefined;
  /** Only in this window. */
  windowId: number | undefined;
  windowTitle: string | undefined;
  windowTitleContains: string | undefined;
  depth: number;
  limit: number;
  includeHidden: boolean;
}

export interface FoundElements {
  windows: SnapshotWindow[];
  elements: SnapshotNode[];
  /** If there are none: those that are almost what was asked for, and the criteria they do not meet. */
  nearest: { element: SnapshotNode; differs: string[] }[];
  /** The limit ended the search. */
  more: boolean;
  truncated: TruncationReason[];
  searched: Found['searched'];
}

/** No id expires; what is found is live from then on. Throws stale_element, and what the probe throws. */
export async function findElements(
  { probe, registry }: Source,
  query: ElementQuery,
  signal: AbortSignal,
): Promise<FoundElements> {
  const { ancestorId, windowId, steps, ...scope } = query;
  const handleOf = (id: number): number => registry.handleOf(id);
  const found = await probe.find(
    {
      ...scope,
      steps: steps.map((step) => ({
        ...step,
        properties: step.properties && mapValues(step.properties, (value) => toHandles(value, handleOf)),
      })),
      root: ancestorId && handleOf(ancestorId),
      window: windowId && handleOf(windowId),
      detail: 'core',
    },
    signal,
  );
  if (!found.rootFound) throw registry.stale(ancestorId ?? windowId ?? 0);
  const reader = new ElementReader(registry.listing());
  const windows = reader.windows(found.windows);
  const elements = found.nodes.map((node) => reader.node(node).element);
  const nearest = found.near.map(({ node, differs }) => ({ element: reader.node(node).element, differs }));
  reader.listing.commit(false);
  const { more, truncated, searched } = found;
  return { windows, elements, nearest, more, truncated, searched };
}
