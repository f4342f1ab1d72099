import { type Command, defineCommand, type InvocationContext } from '../src/core/command.ts';
import type { Reply } from '../src/core/reply.ts';
import { examplesOn, helpReply, inGroupsOn } from '../src/format/personal.ts';
import { sayIn } from '../src/format/words/say.ts';
import { type BotServices, viewOf } from './services.ts';

/** Makes the reply to a person who asks what the bot can do. */
export type Help = (invocation: InvocationContext) => Promise<Reply>;

/** `/help`: the commands. */
export function createHelp(help: Help): Command {
  return defineCommand({
    name: 'help',
    options: [],
    run: async function* (invocation) {
      yield await help(invocation);
    },
  });
}

/** Makes the help on these commands. */
export function helpOn(services: BotServices, commands: readonly Command[]): Help {
  return async (invocation) => {
    const { locale, requester } = invocation;
    const surface = (await services.surfaceOf?.(requester)) ?? 'lines';
    const examples = [
      ...(await examplesFor(services, invocation)),
      ...inGroupsOn(surface, sayIn(locale)),
    ];
    return helpReply(viewOf(services, invocation), commands, examples);
  };
}

/** What a person can do first on their platform, one line each. */
export async function examplesFor(
  { surfaceOf }: BotServices,
  { requester, locale }: InvocationContext,
): Promise<readonly string[]> {
  return examplesOn((await surfaceOf?.(requester)) ?? 'lines', sayIn(locale));
}
