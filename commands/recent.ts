import {
  type Command,
  type CommandDescriptor,
  defineCommand,
} from '../src/core/command/command.ts';
import { recentChecksReply } from './recent-checks.ts';
import type { BotServices } from './services.ts';

/** The longest search text: a brand and a model, or a number. */
const LONGEST_FIND = 100;

export const RECENT = {
  name: 'recent',
  isPersonal: true,
  options: [
    { name: 'find', kind: 'text', required: false, maxLength: LONGEST_FIND },
    { name: 'page', kind: 'text', required: false, isInternal: true },
  ],
} as const satisfies CommandDescriptor;

/** `/recent`: a person’s recent checks, page by page: all, or those that match a text. */
export function createRecent(services: BotServices): Command {
  return defineCommand({
    ...RECENT,
    run: async function* (invocation) {
      const { find = '', page = '1' } = invocation.options;
      yield await recentChecksReply(services, invocation, { find, page });
    },
  });
}
