/** What looking into an application works with. */
import type { SnapshotStore } from '../resources/store.js';
import type { BackendKind, Probe } from './ports.js';
import type { ElementRegistry } from './registry.js';

export interface Source {
  sessionId: string;
  backend: BackendKind;
  probe: Probe;
  registry: ElementRegistry;
  store: SnapshotStore;
}
