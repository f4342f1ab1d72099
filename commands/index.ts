import type { Command } from '../src/core/command.ts';
import { createForget } from './forget.ts';
import { createHelp, helpOn } from './help.ts';
import { createImei } from './imei.ts';
import { createPrivacy } from './privacy.ts';
import { createQuota } from './quota.ts';
import { createRecent } from './recent.ts';

/** All commands but the help, in the order it shows them. A new one is a file beside this one, and its name here. */
const COMMANDS = [createImei, createQuota, createRecent, createForget, createPrivacy];

/** What all commands together use, by what each of them declares; handed in by the composition root. */
export type CommandNeeds = (typeof COMMANDS)[number] extends (needs: infer Needs) => Command ? Needs : never;

/** All commands of the bot. */
export function createCommands(needs: CommandNeeds): readonly Command[] {
  const commands: Command[] = [];
  const help = helpOn(needs, commands);
  commands.push(...COMMANDS.map((create) => create({ ...needs, help })), createHelp(help));
  return commands;
}
