/** The one list of all tools. */
import type { Tool } from '../tool.js';
import { callMethod, getProperty, setProperty } from './access.js';
import { findElement } from './finding.js';
import { qtPruneSnapshot } from './prune.js';
import { screenshot } from './screenshots.js';
import { attach, detach, launch, listProcesses, listSessions } from './sessions.js';
import { qtGetSnapshot, qtSnapshot, readSnapshot } from './snapshots.js';

export const tools: Tool[] = [
  listProcesses,
  launch,
  attach,
  detach,
  listSessions,
  qtSnapshot,
  qtGetSnapshot,
  qtPruneSnapshot,
  readSnapshot,
  findElement,
  getProperty,
  setProperty,
  callMethod,
  screenshot,
];
