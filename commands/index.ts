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
