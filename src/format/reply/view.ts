import type { Visibility } from '../../core/reply.ts';
import type { Say } from '../texts/say.ts';

/** The reader of a reply, and the time at which it is made. */
export interface View {
  /** The catalogue of the reader's language. */
  readonly say: Say;
  /** `shared` masks serials, since others can read. */
  readonly visibility: Visibility;
  /** The reader is an admin, who sees more about failures. */
  readonly isAdmin: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The embedded sandbox answers; every reply says so. */
  readonly isSandbox: boolean;
}

/** Most characters of service or user text that a reply repeats. */
const DEFAULT_MAX_LENGTH = 200;

/**
 * Puts external text on one line: white space and control characters become single spaces, and the
 * end is cut.
 */
export function oneLine(text: string, maxLength: number = DEFAULT_MAX_LENGTH): string {
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** The sandbox mark; undefined for answers of the real service. */
export function sandboxNote(view: View, isSandbox = false): string | undefined {
  return view.isSandbox || isSandbox ? view.say('notes.sandbox') : undefined;
}
