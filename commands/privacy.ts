import {
  type Command,
  type CommandDescriptor,
  defineCommand,
} from '../src/core/command/command.ts';
import { privacyReply } from '../src/format/privacy-replies.ts';
import { type BotServices, contextOf } from './services.ts';

export const PRIVACY = { name: 'privacy', options: [] } as const satisfies CommandDescriptor;

/** `/privacy`: which data is stored, and for how long. */
export function createPrivacy(services: BotServices): Command {
  return defineCommand({
    ...PRIVACY,
    run: async function* (invocation) {
      yield privacyReply(contextOf(services, invocation), services.settings.retention);
    },
  });
}
