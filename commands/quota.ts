import type { KeyStatusAnswer } from '../src/checks/answer.ts';
import { type Command, defineCommand } from '../src/core/command.ts';
import type { Action } from '../src/core/reply.ts';
import { statesOf } from '../src/core/state-channel.ts';
import { quotaReply } from '../src/format/key-status.ts';
import { stoppedQuotaReply } from '../src/format/stopped.ts';
import { ServiceFailure } from '../src/service/errors.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

const NAME = 'quota';

/** `/quota`: what is left, what was spent, and the state of the key. */
export function createQuota(needs: CommandNeeds): Command {
  return defineCommand({
    name: NAME,
    audience: 'admins',
    options: [{ name: 'fresh', kind: 'flag' }],
    run: async function* (invocation) {
      const view = () => viewOf(needs, invocation);
      const [usage, totals] = await Promise.all([needs.usage(), needs.totals?.() ?? {}]);
      const parts = { usage, totals, pricePerCheck: needs.settings.pricePerCheck };
      const key = yield* statesOf((push, signal) => {
        push(() => quotaReply(view(), { ...parts, key: undefined }));
        return keyOrFailure(needs, invocation.options.fresh, signal);
      }, invocation.signal);
      const reply = key === 'stopped' ? stoppedQuotaReply(view()) : quotaReply(view(), { ...parts, key });
      yield { ...reply, actions: [refresh(view().words.actions.refresh)] };
    },
  });
}

/** The key's status, why the service did not tell it, or that nobody waits for it any more. */
async function keyOrFailure(
  { keyStatus }: CommandNeeds,
  fresh: boolean,
  signal: AbortSignal,
): Promise<KeyStatusAnswer | ServiceFailure | 'stopped'> {
  try {
    return await keyStatus({ fresh, signal });
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

function refresh(label: string): Action {
  const options = { kind: 'values', values: {} } as const;
  return { id: 'refresh', label, opens: 'here', deed: { kind: 'invoke', command: NAME, options } };
}
