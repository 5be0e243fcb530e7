/** The text, cut where it is longer than so many UTF-16 units. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
