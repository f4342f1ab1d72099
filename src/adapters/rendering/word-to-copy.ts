/**
 * The first word of a line that is in `copyable`; it is shown so that it is easy to copy. Undefined
 * if there is none.
 */
export function wordToCopy(line: string, copyable: ReadonlySet<string>): string | undefined {
  return line.split(' ').find((word) => word !== '' && copyable.has(word));
}
