import type { Command, InvocationContext } from '../src/core/command.ts';
import type { Reply } from '../src/core/reply.ts';
import { helpReply } from '../src/format/personal/help.ts';
import { defineWordedCommand, examplesFor, inGroupsFor, type ViewNeeds, viewOf } from './define.ts';

/** The command whose examples depend on where somebody is; the others have their own. */
const SHOWN_BY_PLACE = 'imei';

/** `/help`: the commands its asker may use. */
export function createHelp(help: Help): Command {
  return defineWordedCommand({
    name: 'help',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      yield await help(invocation);
    },
  });
}

/** What `/help` says to whom it is shown. */
export type Help = (invocation: InvocationContext) => Promise<Reply>;

/** The help on these commands; an admin's has more of them. */
export function helpOn(needs: ViewNeeds, commands: readonly Command[]): Help {
  return async (invocation) => {
    const usable = commands.filter(({ audience }) => audience === 'everyone' || invocation.admin);
    return helpReply(viewOf(needs, invocation), usable, [
      ...(await examplesFor(needs, invocation)),
      ...(await inGroupsFor(needs, invocation)),
      ...usable.flatMap(({ name, examples = [] }) => (name === SHOWN_BY_PLACE ? [] : examples)),
    ]);
  };
}
