import type { DayAllowance } from '../../checks/usage.ts';
import type { Principal } from '../../core/adapter.ts';
import type { Reply } from '../../core/reply.ts';
import { sandboxNote } from '../imei/device.ts';
import { compose, notes } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { inAbout } from '../times.ts';

/** From this share of a day's checks, answers say how many are left. */
const NEARLY_USED_UP = 0.2;

/** What is left of a person's day, and the id that the operator's settings need. */
export function allowanceReply(
  view: View,
  requester: Principal,
  allowance: DayAllowance | undefined,
): Reply {
  const { say } = view;
  const id = say('allowance.id', { id: requester });
  const base = { private: true, note: notes(id, sandboxNote(view)) } as const;
  if (allowance === undefined)
    return compose({ ...base, tone: 'good', title: say('allowance.unlimited') });
  const { left, limit } = allowance;
  return compose({
    ...base,
    tone: left === 0 ? 'warning' : 'good',
    title: say('allowance.title', { left, limit }),
    summary: renewalText(view, allowance.renewedAt),
  });
}

/** When a person gets new checks. */
export function renewalText({ say, now }: View, renewedAt: number): string {
  return say('allowance.renewed', { when: inAbout(say, renewedAt - now) });
}

/** Small print with the checks that are left, if that is few; otherwise undefined. */
export function nearlyUsedUpNote({ say }: View, { left, limit }: DayAllowance): string | undefined {
  return left > limit * NEARLY_USED_UP ? undefined : say('allowance.left', { left });
}
