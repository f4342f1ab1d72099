import { notes } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { ago } from '../times.ts';
import type { Provenance } from './outcome.ts';

/** The small print of an answer: source, age, and whether it is made up by the sandbox. */
export function provenanceNote(view: View, answer: Provenance): string | undefined {
  return notes(sourceOf(view, answer), sandboxNote(view, answer.sandbox));
}

/** The sandbox mark; undefined for answers of the real service. */
export function sandboxNote(view: View, sandbox = false): string | undefined {
  return view.sandbox || sandbox ? view.say('notes.sandbox') : undefined;
}

function sourceOf({ say, now, ...view }: View, { source, checkedAt, sandbox }: Provenance): string {
  const elapsedMs = now - checkedAt;
  if (source === 'cache') return say('notes.kept', { ago: ago(say, elapsedMs) });
  if (source === 'tac') return say('notes.sameTac', { ago: ago(say, elapsedMs) });
  const asked = ago(say, elapsedMs, say('times.justNow'));
  return view.sandbox || sandbox
    ? say('notes.fromSandbox', { ago: asked })
    : say('notes.fromService', { ago: asked });
}
