import { type Command, defineCommand } from '../src/core/command.ts';
import { privacyReply } from '../src/format/personal/personal.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

/** `/privacy`: what is kept of whom, and for how long. */
export function createPrivacy(needs: CommandNeeds): Command {
  return defineCommand({
    name: 'privacy',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      yield privacyReply(viewOf(needs, invocation), needs.settings.retention);
    },
  });
}
