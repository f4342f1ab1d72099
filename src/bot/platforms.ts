import type { Config } from '../config/config.ts';
import type { Adapter } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import type { LeaderElection } from '../core/leader-election.ts';
import { keepSecret } from '../core/secrets.ts';
import { createWordsFor, LANGUAGES, languageOf } from '../format/words/words.ts';
import type { Mount } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import type { Collection } from '../store/contract.ts';
import { sealedRows } from '../store/seal/sealed-rows.ts';
import { electionFor, type Infrastructure } from './infrastructure.ts';
import type { Services } from './services.ts';

/** What a platform is given of the bot. */
export interface PlatformCore {
  readonly commands: readonly Command[];
  readonly isSandbox: boolean;
  /** A secret of this installation for one use: always the same, told to nobody else, and kept out of the log. */
  readonly secretFor: (use: string) => string;
  /** A name that a store may hold; always the same, and nobody finds out from it whose or what it is. */
  readonly hash: (name: string) => string;
  /** For what one process of the installation does at a time. */
  readonly lead: LeaderElection;
  /** What its processes remember together, kept sealed; nothing where there is one process, which has its own memory. */
  readonly shared: Pick<Collection, 'insert' | 'get' | 'put'> | undefined;
  /** Rows that outlive the process, kept sealed. */
  readonly rows: Pick<Collection, 'insert' | 'get' | 'put'>;
}

/** The platforms to serve, and what they take over the bot's own HTTP server. */
export interface Platforms {
  readonly adapters: readonly Adapter[];
  readonly mounts: readonly Mount[];
}

export interface PlatformNeeds {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** A platform was lost for good; the reason says what the operator has to do. */
  readonly onFatal: (reason: string) => void;
}

/** The third phase: the adapters of the platforms, made of the commands they offer. */
export async function openPlatforms(
  { opened, service, clock, log }: Infrastructure,
  { commands }: Pick<Services, 'commands'>,
  create: (core: PlatformCore) => Promise<Platforms>,
): Promise<Platforms> {
  const { store, seal, shared } = opened;
  const rows = sealedRows(store.collection('platforms'), seal);
  return create({
    commands,
    isSandbox: service.isSandbox,
    secretFor: (use) => keepSecret(seal.hash(use)),
    hash: seal.hash,
    shared: shared && rows,
    rows,
    lead: electionFor(opened, clock, log),
  });
}

const TEXT_COMMAND = 'imei';

/** Whether any platform is configured; without one, the bot chats in the terminal. */
export function hasPlatforms({ discord, telegram }: Config): boolean {
  return discord !== undefined || telegram !== undefined;
}

/** The adapters of the platforms that are configured. The others, and their libraries, are not even loaded. */
export async function createPlatforms(needs: PlatformNeeds, core: PlatformCore): Promise<Platforms> {
  const mounts: Mount[] = [];
  const adapters: Adapter[] = [];
  const { discord, telegram } = needs.config;
  if (discord !== undefined) adapters.push(await createDiscord(needs, core, discord));
  if (telegram !== undefined) adapters.push(await createTelegram(needs, core, { ...telegram, mounts }));
  return { adapters, mounts };
}

async function createDiscord(
  { config, clock, log, onFatal }: PlatformNeeds,
  { commands, lead }: PlatformCore,
  settings: NonNullable<Config['discord']>,
): Promise<Adapter> {
  const { createDiscordAdapter } = await import('../adapters/discord/adapter.ts');
  const wordsFor = createWordsFor(config.language);
  return createDiscordAdapter({
    ...settings,
    shards: settings.shards ?? 'auto',
    commands,
    contextCommand: {
      command: TEXT_COMMAND,
      option: 'imei',
      fileOption: 'file',
      name: wordsFor(languageOf(config.language)).discord.contextMenu,
    },
    autocomplete: { command: TEXT_COMMAND, option: 'imei' },
    wordsFor,
    clock,
    log,
    lead,
    onFatal,
  });
}

async function createTelegram(
  { config, clock, log, onFatal }: PlatformNeeds,
  { commands, secretFor, hash, lead, shared, rows }: PlatformCore,
  settings: NonNullable<Config['telegram']> & { readonly mounts: Mount[] },
): Promise<Adapter> {
  const { createTelegramAdapter } = await import('../adapters/telegram/adapter.ts');
  const { token, apiUrl, webhookUrl, mounts } = settings;
  return createTelegramAdapter({
    token,
    apiUrl,
    ...(webhookUrl !== undefined && {
      webhook: {
        url: webhookUrl,
        secret: secretFor('telegram webhook'),
        mount: (path, handler) => mounts.push({ path, handler }),
      },
    }),
    commands,
    admins: config.access.admins,
    textCommand: TEXT_COMMAND,
    startCommand: 'help',
    shared: shared && { rows: shared, hash },
    kept: { rows, hash },
    wordsFor: createWordsFor(config.language),
    languages: LANGUAGES.filter((language) => language !== languageOf(config.language)),
    clock,
    log,
    lead,
    onFatal,
  });
}
