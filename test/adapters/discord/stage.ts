import { pino } from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import { DiscordAdapter } from '../../../src/adapters/discord/adapter.ts';
import type { DiscordOptions } from '../../../src/adapters/discord/api/client.ts';
import type { CommandSet } from '../../../src/adapters/host.ts';
import { DEFAULT_COMMANDS } from '../../../src/bot/default-commands.ts';
import { createRegisterOnce } from '../../../src/bot/registration.ts';
import type { Adapter } from '../../../src/core/adapter/adapter.ts';
import type { RequestEvent } from '../../../src/core/adapter/request-event.ts';
import { MetadataTable } from '../../../src/store/schema/metadata-table.ts';
import { openDiscord } from '../../support/discord/fake.ts';
import { TOKEN } from '../../support/discord/world.ts';
import { testHost } from '../../support/host.ts';
import { createInbox, type Inbox, suggestNothing } from '../../support/inbox.ts';
import { createMemorySql } from '../../support/store/memory-sql.ts';

export const COMMANDS: CommandSet = {
  ...DEFAULT_COMMANDS,
  all: [
    {
      name: 'imei',
      options: [
        { name: 'fresh', kind: 'flag' },
        { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
        { name: 'imei', kind: 'text', required: true },
        { name: 'saved', kind: 'choice', required: false, choices: ['answer'], isInternal: true },
        { name: 'file', kind: 'file', required: false },
      ],
    },
    {
      name: 'quota',
      options: [
        { name: 'fresh', kind: 'flag' },
        { name: 'imei', kind: 'text', required: false },
      ],
    },
    { name: 'help', options: [] },
  ],
};

/** A Discord adapter on a local Discord, with its log and its fatal errors. */
export type DiscordStage = Awaited<ReturnType<typeof stageDiscord>>;

export async function stageDiscord() {
  const discord = await openDiscord();
  const logged: string[] = [];
  const fatal: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const { clock } = discord;
  const host = testHost(clock);
  const registerOnce = createRegisterOnce({
    metadata: new MetadataTable(createMemorySql(), clock),
    commands: COMMANDS.all,
    language: undefined,
    log,
  });
  const adapters: Adapter[] = [];
  let hasSlept = false;
  const create = (more: Partial<DiscordOptions> = {}): Adapter => {
    const made = new DiscordAdapter({
      ...host,
      token: TOKEN,
      apiUrl: discord.apiUrl,
      attachmentOrigins: [discord.attachmentOrigin],
      commands: COMMANDS,
      log,
      store: { ...host.store, registerOnce },
      run: {
        ...host.run,
        hasSlept: () => hasSlept,
        onLost: (reason) => fatal.push(reason),
      },
      ...more,
    });
    adapters.push(made);
    return made;
  };
  return {
    discord,
    adapter: create(),
    logged,
    fatal,
    setSlept: (next: boolean): void => {
      hasSlept = next;
    },
    /** Another adapter on the same Discord, as after a restart. */
    restarted: create,
    close: async (): Promise<void> => {
      await Promise.all(adapters.map((adapter) => adapter.stop()));
      await discord.close();
      expect(discord.rest.violations).toEqual([]);
    },
  };
}

/** The values of the options of a command. */
export function valuesOf({ input }: RequestEvent): Readonly<Record<string, unknown>> {
  return input.kind === 'command' && input.options.kind === 'values' ? input.options.values : {};
}

/** A stage whose adapter is started before each test of the file, and closed after it. */
export function useStarted(): { readonly stage: DiscordStage; readonly inbox: Inbox } {
  const current: { stage?: DiscordStage; inbox?: Inbox } = {};
  beforeEach(async () => {
    const inbox = createInbox();
    const stage = await stageDiscord();
    Object.assign(current, { stage, inbox });
    await stage.adapter.start(inbox.receive, suggestNothing);
  });
  afterEach(async () => {
    await current.stage?.close();
    expect(current.stage?.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
  return {
    get stage() {
      return current.stage ?? expect.unreachable();
    },
    get inbox() {
      return current.inbox ?? expect.unreachable();
    },
  };
}
