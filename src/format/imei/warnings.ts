import type { Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import type { ImeiReading } from '../../imei/number/reading.ts';
import { sentences } from '../reply/compose.ts';
import { shownSerial, type View } from '../reply/view.ts';

/** How the number was read, and warnings about the number itself; undefined if there is nothing to say. */
export function imeiWarnings(view: View, found: FoundImei): string | undefined {
  const compare = found.readFrom === 'text' ? view.say('warnings.readFromText') : undefined;
  return sentences(readAs(view, found), warningText(view, found), compare);
}

/** The warning about the number itself, if there is one. */
export function warningText({ say }: View, { imei, warning }: ImeiReading): string | undefined {
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

function readAs(view: View, { from, imei, softwareVersion }: FoundImei): string | undefined {
  if (from === '14-digits')
    return view.say('warnings.completed', { digit: shownSerial(view, imei.slice(-1)) });
  if (from === 'imeisv') return view.say('warnings.softwareVersion', { version: softwareVersion ?? '' });
  return undefined;
}
