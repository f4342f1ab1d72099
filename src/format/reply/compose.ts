import type { Field, Reply } from '../../core/reply/reply.ts';
import type { ReplyContext } from '../format.ts';

/** Makes fields of labels and values. Leaves out values that are undefined or empty. */
export function fieldsOf(
  rows: readonly (readonly [label: string, value: string | undefined])[],
): readonly Field[] {
  return rows.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  );
}

/** A full stop of a script that puts no space after it. */
const WIDE_STOP = /[。！？；]$/u;

/** Joins sentences. Leaves out those that are undefined or empty; undefined if none is left. */
export function sentences(...parts: readonly (string | undefined)[]): string | undefined {
  const texts = nonEmptyTexts(parts);
  if (texts.length === 0) return undefined;
  return texts.reduce((before, next) => `${before}${WIDE_STOP.test(before) ? '' : ' '}${next}`);
}

/** Joins the parts of a line by ` · `. Leaves out empty ones; undefined if none is left. */
export function joinByDots(...parts: readonly (string | undefined)[]): string | undefined {
  const texts = nonEmptyTexts(parts);
  return texts.length === 0 ? undefined : texts.join(' · ');
}

/** Adds small print to a reply, if there is any. */
export function withNote(reply: Reply, note: string | undefined): Reply {
  const combined = joinByDots(note, reply.note);
  return combined === undefined ? reply : { ...reply, note: combined };
}

/** Small print that marks answers of the sandbox; undefined for those of the real service. */
export function sandboxNote(context: ReplyContext, isSandbox = false): string | undefined {
  return context.isSandbox || isSandbox ? context.say('notes.sandbox') : undefined;
}

function nonEmptyTexts(parts: readonly (string | undefined)[]): readonly string[] {
  const texts: string[] = [];
  for (const part of parts) if (part !== undefined && part !== '') texts.push(part);
  return texts;
}
