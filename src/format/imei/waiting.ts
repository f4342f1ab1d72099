import type { Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import type { Wait } from '../../limiter/announcer.ts';
import { compose } from '../reply/compose.ts';
import { shownImei, type View } from '../reply/view.ts';
import { about, inAbout } from '../times.ts';
import { imeiField, tableField, tableNameText } from './device.ts';
import type { TacName } from './outcome.ts';
import { sandboxNote } from './provenance.ts';

/** A shorter wait is not worth telling: it is over before it has been read. In milliseconds. */
export const WORTH_TELLING_MS = 1_000;

/** Shown while one check waits: the open table's name, the position in the queue, the estimate. */
export function waitingReply(
  view: View,
  { found, tableName }: { readonly found: FoundImei; readonly tableName: TacName | undefined },
  wait: Wait | undefined,
): Reply {
  return compose({
    tone: 'progress',
    title:
      tableName === undefined
        ? view.say('waiting.title', { imei: shownImei(view, found.imei) })
        : view.say('waiting.probably', { name: tableNameText(tableName) }),
    summary: waitText(view, wait),
    sections:
      tableName === undefined
        ? []
        : [{ fields: [...tableField(view, tableName), imeiField(view, found.imei)] }],
    note: sandboxNote(view),
    placeholder: wait === undefined || (wait.held === undefined && wait.startsInMs < WORTH_TELLING_MS),
  });
}

function waitText({ say }: View, wait: Wait | undefined): string {
  if (wait === undefined) return say('waiting.asking');
  if (wait.held === 'store') return say('waiting.held');
  if (wait.held === 'start') return say('waiting.starting', { when: inAbout(say, wait.startsInMs) });
  const time = about(say, wait.startsInMs);
  return wait.position <= 1
    ? say('waiting.next', { time })
    : say('waiting.place', { place: wait.position, time });
}
