import type { Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import { compose } from '../reply/compose.ts';
import { shownImei, type View } from '../reply/view.ts';
import { about, inAbout } from '../times.ts';
import { imeiField, tableField, tableNameText } from './device.ts';
import type { TacName } from './outcome.ts';
import { sandboxNote } from './provenance.ts';

/** A shorter wait is not worth telling: it is over before it has been read. In milliseconds. */
export const WORTH_TELLING_MS = 1_000;

/** A check's position in the queue (1 is next), and the time until it is sent, in milliseconds. */
interface Position {
  readonly place: number;
  readonly startsInMs: number;
  /** Why no check is sent now: the store is unreachable, or the limiter waits after a start without stored history. */
  readonly held?: 'store' | 'start';
}

/** Shown while one check waits: the open table's name, the position in the queue, the estimate. */
export function waitingReply(
  view: View,
  { found, tableName }: { readonly found: FoundImei; readonly tableName: TacName | undefined },
  place: Position | undefined,
): Reply {
  return compose({
    tone: 'progress',
    title:
      tableName === undefined
        ? view.say('waiting.title', { imei: shownImei(view, found.imei) })
        : view.say('waiting.probably', { name: tableNameText(tableName) }),
    lead: placeText(view, place),
    sections:
      tableName === undefined
        ? []
        : [{ fields: [...tableField(view, tableName), imeiField(view, found.imei)] }],
    note: sandboxNote(view),
    placeholder: place === undefined || (place.held === undefined && place.startsInMs < WORTH_TELLING_MS),
  });
}

function placeText({ say }: View, place: Position | undefined): string {
  if (place === undefined) return say('waiting.asking');
  if (place.held === 'store') return say('waiting.held');
  if (place.held === 'start') return say('waiting.starting', { when: inAbout(say, place.startsInMs) });
  const time = about(say, place.startsInMs);
  return place.place <= 1
    ? say('waiting.next', { time })
    : say('waiting.place', { place: place.place, time });
}
