import type { CommandSet, Host } from '../../src/adapters/host.ts';
import { DEFAULT_COMMANDS } from '../../src/bot/default-commands.ts';
import type { Clock } from '../../src/core/time/clock.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { MessageTable } from '../../src/store/schema/message-table.ts';
import { SEAL } from './known.ts';
import { SILENT } from './silent-log.ts';
import { createMemorySql } from './store/memory-sql.ts';

/** Descriptions of the commands with these names, without their code. */
export function commandsNamed(...names: readonly string[]): CommandSet {
  return { all: names.map((name) => ({ name, options: [] })), ...DEFAULT_COMMANDS };
}

/** The host that adapters get from the bot. It stores everything in memory. */
export function testHost(clock: Clock): Host {
  return {
    commands: commandsNamed('imei', 'quota', 'help'),
    store: {
      messages: new MessageTable(createMemorySql(), SEAL, clock),
      hash: SEAL.hash,
      secretFor: SEAL.hash,
      registerOnce: async (_name, _code, register) => {
        await register();
      },
    },
    run: {
      ownsInstallation: () => true,
      hasSlept: () => false,
      mount: () => undefined,
      onLost: () => undefined,
    },
    sayFor: sayIn,
    proxy: undefined,
    clock,
    log: SILENT,
  };
}
