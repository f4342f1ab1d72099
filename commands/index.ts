/**
 * The commands, a file each: `imei` (with a map of its folder), `quota`, `recent`, `forget`,
 * `privacy` and `help`. They share `services`, what the bot does for them, and `latest-states`,
 * which shows only the newest state of a reply. `suggest` is not a command: it answers while
 * somebody types.
 */

import type { Command, CommandDescriptor } from '../src/core/command/command.ts';
import { createForget, FORGET } from './forget.ts';
import { createHelp, HELP, type Help, helpOn } from './help.ts';
import { createImei, IMEI } from './imei.ts';
import { createPrivacy, PRIVACY } from './privacy.ts';
import { createQuota, QUOTA } from './quota.ts';
import { createRecent, RECENT } from './recent.ts';
import type { BotServices } from './services.ts';

/** A command as platforms know it, and the function that creates it. */
interface ListedCommand {
  readonly descriptor: CommandDescriptor;
  readonly create: (services: BotServices, help: Help) => Command;
}

/** The commands in the order of the help. A new command is a new line. */
const COMMANDS: readonly ListedCommand[] = [
  { descriptor: IMEI, create: createImei },
  { descriptor: QUOTA, create: createQuota },
  { descriptor: RECENT, create: createRecent },
  { descriptor: FORGET, create: createForget },
  { descriptor: PRIVACY, create: createPrivacy },
  { descriptor: HELP, create: (_services, help) => createHelp(help) },
];

export const DESCRIPTORS: readonly CommandDescriptor[] = COMMANDS.map(
  ({ descriptor }) => descriptor,
);

export function createCommands(services: BotServices): readonly Command[] {
  const help = helpOn(services, DESCRIPTORS);
  return COMMANDS.map(({ create }) => create(services, help));
}
