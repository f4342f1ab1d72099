import { type Command, defineCommand } from '../src/core/command.ts';
import { helpReply } from '../src/format/personal/help.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

const NAME = 'help';

/** `/help`: the commands its asker may use. */
export function createHelp(needs: CommandNeeds, others: readonly Command[]): Command {
  return defineCommand({
    name: NAME,
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const usable = others.filter(({ audience }) => audience === 'everyone' || invocation.admin);
      yield helpReply(viewOf(needs, invocation), [...usable.map(({ name }) => name), NAME]);
    },
  });
}
