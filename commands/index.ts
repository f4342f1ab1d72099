import type { Command, CommandDescriptor } from '../src/core/command.ts';
import { createForget, FORGET } from './forget.ts';
import { createHelp, HELP, helpOn } from './help.ts';
import { createImei, IMEI } from './imei.ts';
import { createPrivacy, PRIVACY } from './privacy.ts';
import { createQuota, QUOTA } from './quota.ts';
import { createRecent, RECENT } from './recent.ts';
import type { BotServices } from './services.ts';

/**
 * What each command is, in the order in which the help shows them. To add one, add its file to this
 * folder, and its descriptor and its function here.
 */
export const DESCRIPTORS: readonly CommandDescriptor[] = [
  IMEI,
  QUOTA,
  RECENT,
  FORGET,
  PRIVACY,
  HELP,
];

/** The commands of the bot, ready to run. */
export function createCommands(services: BotServices): readonly Command[] {
  const help = helpOn(services, DESCRIPTORS);
  return [
    createImei(services, help),
    createQuota(services),
    createRecent(services),
    createForget(services),
    createPrivacy(services),
    createHelp(help),
  ];
}
