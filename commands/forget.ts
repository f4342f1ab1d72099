import { type Command, defineCommand } from '../src/core/command.ts';
import { forgottenReply } from '../src/format/personal/personal.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

/** `/forget`: removes what the bot holds of its asker. */
export function createForget(needs: CommandNeeds): Command {
  return defineCommand({
    name: 'forget',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const removed = await needs.forget(invocation.requester, invocation);
      yield forgottenReply(viewOf(needs, invocation), removed);
    },
  });
}
