import type { Host, HostRun } from '../adapters/host.ts';
import type { Config } from '../config/config.ts';
import type { Command } from '../core/command/command.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { addSecret } from '../core/operator/secrets.ts';
import type { Clock } from '../core/time/clock.ts';
import { createSayFor } from '../format/texts/say.ts';
import type { Log } from '../ops/log/log.ts';
import { MessageTable } from '../store/schema/message-table.ts';
import { DEFAULT_COMMANDS } from './default-commands.ts';
import type { Engine } from './engine.ts';
import { createRegisterOnce } from './registration.ts';

interface HostOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly proxy: OutboundProxy | undefined;
  readonly commands: readonly Command[];
  readonly clock: Clock;
  readonly log: Log;
}

/** The bot as all adapters see it. `Platforms.create` adds what concerns only one of them. */
export interface SharedHost extends Omit<Host, 'run'> {
  readonly run: Pick<HostRun, 'ownsInstallation' | 'hasSlept'>;
}

export function createHost(options: HostOptions): SharedHost {
  const { config, engine, proxy, commands, clock, log } = options;
  const { installation, metadata } = engine;
  const { database, seal } = installation;
  const { language } = config;
  return {
    commands: { all: commands, ...DEFAULT_COMMANDS },
    store: {
      messages: new MessageTable(database.sql, seal, clock),
      hash: seal.hash,
      secretFor: (purpose) => addSecret(seal.hash(purpose)),
      registerOnce: createRegisterOnce({ metadata, commands, language, log }),
    },
    run: {
      ownsInstallation: () => database.isOwner(),
      hasSlept: () => database.hasSlept?.() === true,
    },
    sayFor: createSayFor(language),
    proxy,
    clock,
    log,
  };
}
