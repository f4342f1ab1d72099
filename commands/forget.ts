import type { Command } from '../src/core/command.ts';
import type { Principal } from '../src/core/requester.ts';
import { forgottenReply } from '../src/format/personal/personal.ts';
import { defineWordedCommand, type ViewNeeds, viewOf } from './define.ts';

interface ForgetNeeds extends ViewNeeds {
  /**
   * Removes what is held of a person, but for the request that asks for it. Resolves with how many recent checks
   * and open requests that were.
   */
  readonly forget: (
    requester: Principal,
    request: { readonly requestId: string },
  ) => Promise<{ readonly checks: number; readonly requests: number }>;
}

/** `/forget`: removes what the bot stores of its asker. */
export function createForget(needs: ForgetNeeds): Command {
  return defineWordedCommand({
    name: 'forget',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const removed = await needs.forget(invocation.requester, invocation);
      yield forgottenReply(viewOf(needs, invocation), removed);
    },
  });
}
