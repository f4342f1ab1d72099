import { type Field, type Reply, reply } from '../../core/reply.ts';

/** The parts of a reply that formatting produces; undefined parts are left out. */
export interface ReplyDraft {
  readonly kind?: 'notice';
  /** Selects the colour or sign of the reply. */
  readonly tone: Reply['tone'];
  /** One line. */
  readonly title: string;
  /** One or two sentences below the title; becomes `Reply.summary`. */
  readonly summary?: string | undefined;
  /** Groups of fields and lines, in order. */
  readonly sections?: Reply['sections'];
  /** What to type if the platform has no buttons. */
  readonly withoutButtons?: string;
  /** Small print below everything. */
  readonly note?: string | undefined;
  /** How far a long job is. */
  readonly progress?: Reply['progress'] | undefined;
  /** The reply only says that the answer will follow. */
  readonly isPlaceholder?: boolean;
  /** Only the asker may see the reply, in a group too. */
  readonly isPrivate?: boolean;
}

/** Builds a reply without actions, which the command adds. */
export function compose({
  summary,
  note,
  progress,
  isPlaceholder = false,
  ...parts
}: ReplyDraft): Reply {
  return reply({
    ...parts,
    ...(summary !== undefined && { summary }),
    ...(note !== undefined && { note }),
    ...(progress !== undefined && { progress }),
    ...(isPlaceholder && { isPlaceholder }),
  });
}

/** Labelled values without those that are undefined or empty. */
export function fieldsOf(
  rows: readonly (readonly [label: string, value: string | undefined])[],
): readonly Field[] {
  return rows.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  );
}

/** Full stops of scripts that put no space after them. */
const WIDE_STOP = /[。！？；]$/u;

/** Joins sentences and skips undefined or empty ones; undefined if none is left. */
export function sentences(...parts: readonly (string | undefined)[]): string | undefined {
  const texts = nonEmpty(parts);
  if (texts.length === 0) return undefined;
  return texts.reduce((before, next) => `${before}${WIDE_STOP.test(before) ? '' : ' '}${next}`);
}

/** Joins parts of a line by ` · `, skips undefined or empty ones; undefined if none is left. */
export function joinByDots(...parts: readonly (string | undefined)[]): string | undefined {
  const texts = nonEmpty(parts);
  return texts.length === 0 ? undefined : texts.join(' · ');
}

/** Adds small print to a reply, if there is any. */
export function withNote(to: Reply, note: string | undefined): Reply {
  const combined = joinByDots(note, to.note);
  return combined === undefined ? to : { ...to, note: combined };
}

function nonEmpty(parts: readonly (string | undefined)[]): readonly string[] {
  const texts: string[] = [];
  for (const part of parts) if (part !== undefined && part !== '') texts.push(part);
  return texts;
}
