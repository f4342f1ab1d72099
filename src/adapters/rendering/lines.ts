import type { Reply } from '../../core/reply.ts';
import { bar } from '../../format/phrases.ts';

/** How far a reply is, as a line: `███░░░░░░░ 4/12`. */
export function progressLine({ done, total }: NonNullable<Reply['progress']>): string {
  return `${bar(done, total)} ${done}/${total}`;
}

/** The word of a line that is made easy to copy: the first of these. Undefined if it has none. */
export function wordToCopy(line: string, copyable: ReadonlySet<string>): string | undefined {
  return line.split(' ').find((word) => word !== '' && copyable.has(word));
}
