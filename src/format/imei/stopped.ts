import type { Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { titled } from '../words/titled.ts';
import { imeiField, tableField } from './device.ts';
import type { TacName } from './outcome.ts';
import { sandboxNote } from './provenance.ts';

/** The last state of a check that was cancelled before it was answered. */
export function stoppedReply(
  view: View,
  { found, tableName }: { readonly found: FoundImei; readonly tableName: TacName | undefined },
): Reply {
  const fields = [...tableField(view, tableName), imeiField(view, found.imei)];
  return stopped(view, { sections: [{ fields }] });
}

/** The reply where a saved answer was asked for and there is none any more. */
export function unsavedReply(
  view: View,
  { found, tableName }: { readonly found: FoundImei; readonly tableName: TacName | undefined },
): Reply {
  const fields = [...tableField(view, tableName), imeiField(view, found.imei)];
  return compose({
    tone: 'warning',
    ...titled(view.say, 'unsaved'),
    sections: [{ fields }],
    // Whoever presses is told; what others read stays as it is.
    private: view.visibility === 'shared',
  });
}

/** The last state of a cancelled `/quota`. */
export function stoppedQuotaReply(view: View): Reply {
  return stopped(view, { private: true });
}

function stopped(view: View, parts: Partial<Pick<Reply, 'sections' | 'private'>>): Reply {
  return compose({
    tone: 'warning',
    title: view.say('stopped.title'),
    summary: view.say('stopped.summary'),
    note: sandboxNote(view),
    ...parts,
  });
}
