import type { Command } from '../src/core/command.ts';
import { createForget } from './forget.ts';
import { createHelp } from './help.ts';
import { createImei } from './imei.ts';
import type { CommandNeeds } from './needs.ts';
import { createPrivacy } from './privacy.ts';
import { createQuota } from './quota.ts';
import { createRecent } from './recent.ts';

/** All commands, in the order the help shows them. A new one is a file beside this one, and a line here. */
export function createCommands(needs: CommandNeeds): readonly Command[] {
  const commands = [
    createImei(needs),
    createQuota(needs),
    createRecent(needs),
    createForget(needs),
    createPrivacy(needs),
  ];
  return [...commands, createHelp(needs, commands)];
}
