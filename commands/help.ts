import type { Command } from '../src/core/command.ts';
import { helpReply } from '../src/format/personal/help.ts';
import { defineWordedCommand } from './define.ts';
import { type ViewNeeds, viewOf } from './needs.ts';

/** `/help`: the commands its asker may use. */
export function createHelp(needs: ViewNeeds, others: readonly Command[]): Command {
  const help: Command = defineWordedCommand({
    name: 'help',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const usable = others.filter(({ audience }) => audience === 'everyone' || invocation.admin);
      yield helpReply(viewOf(needs, invocation), [...usable, help]);
    },
  });
  return help;
}
