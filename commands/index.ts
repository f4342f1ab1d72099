import type { Command } from '../src/core/command.ts';
import { createForget } from './forget.ts';
import { createHelp, helpOn } from './help.ts';
import { createImei } from './imei.ts';
import { createPrivacy } from './privacy.ts';
import { createQuota } from './quota.ts';
import { createRecent } from './recent.ts';
import type { BotServices } from './services.ts';

/** All commands except the help, in the order it shows them. To add one, add its file to this folder and its name here. */
const COMMANDS = [createImei, createQuota, createRecent, createForget, createPrivacy];

/** All commands of the bot. */
export function createCommands(services: BotServices): readonly Command[] {
  const commands: Command[] = [];
  const help = helpOn(services, commands);
  commands.push(...COMMANDS.map((create) => create(services, help)), createHelp(help));
  return commands;
}
