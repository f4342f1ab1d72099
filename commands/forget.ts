import { type Command, defineCommand } from '../src/core/command.ts';
import { forgottenReply } from '../src/format/personal/personal.ts';
import { type BotServices, viewOf } from './services.ts';

/** `/forget`: removes what the bot stores of its asker. */
export function createForget(services: BotServices): Command {
  return defineCommand({
    name: 'forget',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const removed = await services.forget(invocation.requester, invocation);
      yield forgottenReply(viewOf(services, invocation), removed);
    },
  });
}
