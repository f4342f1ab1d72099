import type { FoundImei } from '../../imei/findings.ts';
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
  return say(view.sandbox || sandbox ? 'notes.fromSandbox' : 'notes.fromService', { ago: asked });
}

/** How numbers were read, and warnings about them, each sentence once; undefined if there is nothing to say. */
export function imeiWarnings(view: View, ...found: readonly FoundImei[]): string | undefined {
  return sentences(...new Set(found.flatMap((one) => warningsOf(view, one))));
}

function warningsOf(view: View, found: FoundImei): readonly (string | undefined)[] {
  const { say } = view;
  const { from, imei, warning, softwareVersion: version = '' } = found;
  return [
    from === '14-digits'
      ? say('warnings.completed', { digit: shownSerial(view, imei.slice(-1)) })
      : undefined,
    from === 'imeisv' ? say('warnings.softwareVersion', { version }) : undefined,
    warning === 'test-body' ? say('warnings.testBody', { body: imei.slice(0, 2) }) : undefined,
    warning === undefined || warning === 'test-body' ? undefined : say(`warnings.${warning}`),
    found.readFrom === 'text' ? say('warnings.readFromText') : undefined,
  ];
}
