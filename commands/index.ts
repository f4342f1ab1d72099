import type { Command, CommandDescriptor } from '../src/core/command.ts';
import { createForget, FORGET } from './forget.ts';
import { createHelp, HELP, type Help, helpOn } from './help.ts';
import { createImei, IMEI } from './imei.ts';
import { createPrivacy, PRIVACY } from './privacy.ts';
import { createQuota, QUOTA } from './quota.ts';
import { createRecent, RECENT } from './recent.ts';
import type { BotServices } from './services.ts';

/** A command: what platforms know of it, and how it is made ready to run. */
interface Entry {
  readonly descriptor: CommandDescriptor;
  readonly create: (services: BotServices, help: Help) => Command;
}

/** In the order in which the help shows them. To add one, add its file here, and a line. */
const COMMANDS: readonly Entry[] = [
  { descriptor: IMEI, create: createImei },
  { descriptor: QUOTA, create: createQuota },
  { descriptor: RECENT, create: createRecent },
  { descriptor: FORGET, create: createForget },
  { descriptor: PRIVACY, create: createPrivacy },
  { descriptor: HELP, create: (_services, help) => createHelp(help) },
];

/** What each command is. */
export const DESCRIPTORS: readonly CommandDescriptor[] = COMMANDS.map(
  ({ descriptor }) => descriptor,
);

/** The commands of the bot, ready to run. */
export function createCommands(services: BotServices): readonly Command[] {
  const help = helpOn(services, DESCRIPTORS);
  return COMMANDS.map(({ create }) => create(services, help));
}
