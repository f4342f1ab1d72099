import { type Command, defineCommand } from '../src/core/command.ts';
import { forgottenReply } from '../src/format/personal.ts';
import { type BotServices, viewOf } from './services.ts';

/** `/forget`: deletes what the bot stores about a person. */
export function createForget(services: BotServices): Command {
  return defineCommand({
    name: 'forget',
    options: [],
    run: async function* (invocation) {
      const removed = await services.forget(invocation.requester, invocation);
      yield forgottenReply(viewOf(services, invocation), removed);
    },
  });
}
