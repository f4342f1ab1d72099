import type { Reply } from '../../core/reply/reply.ts';
import { bar } from '../../format/texts/phrases.ts';

/** The progress of a reply, as a line: `███░░░░░░░ 4/12`. */
export function progressLine({ done, total }: NonNullable<Reply['progress']>): string {
  return `${bar(done, total)} ${done}/${total}`;
}

/**
 * The first word of a line that is in `copyable`; it is shown so that it is easy to copy. Undefined
 * if there is none.
 */
export function wordToCopy(line: string, copyable: ReadonlySet<string>): string | undefined {
  return line.split(' ').find((word) => word !== '' && copyable.has(word));
}
