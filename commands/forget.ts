import { type Command, type CommandDescriptor, defineCommand } from '../src/core/command.ts';
import { forgottenReply } from '../src/format/personal.ts';
import { type BotServices, viewOf } from './services.ts';

export const FORGET = { name: 'forget', options: [] } as const satisfies CommandDescriptor;

/** `/forget`: deletes what the bot stores about a person. */
export function createForget(services: BotServices): Command {
  return defineCommand({
    ...FORGET,
    run: async function* (invocation) {
      const removed = await services.forget(invocation.requester, invocation);
      yield forgottenReply(viewOf(services, invocation), removed);
    },
  });
}
