/** Arguments that several tools have. */
import { z } from 'zod';

export const sessionId = z.string().describe('The session, from qt_launch, qt_attach or qt_list_sessions.');
export const elementId = z
  .int()
  .min(1)
  .describe('The element: objID of a snapshot, or element_id that qt_find_element answered.');
