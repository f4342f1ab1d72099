import { type Command, defineCommand } from '../src/core/command.ts';
import { recentReply } from '../src/format/personal/personal.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

/** `/recent`: what its asker checked lately. */
export function createRecent(needs: CommandNeeds): Command {
  return defineCommand({
    name: 'recent',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const checks = await needs.history.recent(invocation.requester);
      const isKept = needs.settings.retention.historyMs !== undefined;
      yield recentReply(viewOf(needs, invocation), checks, isKept);
    },
  });
}
