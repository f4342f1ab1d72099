import type { Reply } from '../../core/reply.ts';
import type { FoundImei, ImeiReading } from '../../imei/findings.ts';
import { notes, sentences } from '../reply/compose.ts';
import { shownSerial, type View } from '../reply/view.ts';
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

/**
 * How numbers were read, and warnings about the numbers themselves, each sentence once; undefined if there is nothing to say.
 */
export function imeiWarnings(view: View, ...found: readonly FoundImei[]): string | undefined {
  return sentences(...new Set(found.flatMap((one) => warningsOf(view, one))));
}

function warningsOf(view: View, found: FoundImei): readonly (string | undefined)[] {
  const { say } = view;
  const { from, imei, softwareVersion = '' } = found;
  return [
    from === '14-digits'
      ? say('warnings.completed', { digit: shownSerial(view, imei.slice(-1)) })
      : undefined,
    from === 'imeisv' ? say('warnings.softwareVersion', { version: softwareVersion }) : undefined,
    warningText(view, found),
    found.readFrom === 'text' ? say('warnings.readFromText') : undefined,
  ];
}

/** The warning about the number itself, if there is one. */
function warningText({ say }: View, { imei, warning }: ImeiReading): string | undefined {
  if (warning === undefined) return undefined;
  return warning === 'test-body'
    ? say('warnings.testBody', { body: imei.slice(0, 2) })
    : say(`warnings.${warning}`);
}

/** Says first, in an answer, that it is about the model only; a state under way stays as it is. */
export function withModelOnlyNote({ say }: View, state: Reply): Reply {
  if (state.tone === 'progress') return state;
  const summary = sentences(say('modelOnly.note'), state.summary);
  return summary === undefined ? state : { ...state, summary };
}
