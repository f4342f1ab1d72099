import { type Command, defineCommand } from '../src/core/command.ts';
import { privacyReply } from '../src/format/personal.ts';
import { type BotServices, viewOf } from './services.ts';

/** `/privacy`: which data is stored, and for how long. */
export function createPrivacy(services: BotServices): Command {
  return defineCommand({
    name: 'privacy',
    options: [],
    run: async function* (invocation) {
      yield privacyReply(viewOf(services, invocation), services.settings.retention);
    },
  });
}
