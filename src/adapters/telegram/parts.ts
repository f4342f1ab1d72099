import type { UserFromGetMe } from 'grammy/types';
import { createCommandLinks } from './button-data.ts';
import { createEphemeralSupport } from './ephemeral.ts';
import { createReadDocument } from './inbound/attachments.ts';
import { createInlineChecks } from './inbound/inline-checks.ts';
import type { UpdateContext } from './inbound/receive.ts';
import { createIncidents } from './incidents.ts';
import { createAlbums } from './memory/albums.ts';
import { createAnswered } from './memory/answered.ts';
import { createEdits } from './memory/edits.ts';
import { createCommandMenu } from './menu/registration.ts';
import type { TelegramOptions } from './options.ts';
import { createClient, createConnections } from './outbound/client.ts';
import { createOutbound } from './outbound/outbound.ts';

const DEFAULT_API_URL = 'https://api.telegram.org';
const DEFAULT_POLL_SECONDS = 30;
/** Added to the time a poll was asked to take. */
const POLL_MARGIN_SECONDS = 10;
/** Incidents during which nothing arrives from Telegram or gets there. */
const CUT_OFF = ['poll', 'conflict', 'network'] as const;

/** Puts together what the adapter works with; nothing is called yet. */
export function createParts({
  token,
  apiUrl = DEFAULT_API_URL,
  clock,
  log,
  onFatal,
  ...options
}: TelegramOptions) {
  const { callTimeoutSeconds, pollSeconds = DEFAULT_POLL_SECONDS, sayIn, memory } = options;
  const apiRoot = apiUrl.replace(/\/+$/, '');
  const at = { token, apiRoot, agent: createConnections(apiRoot, options.proxy) };
  const incidents = createIncidents(log, clock);
  let username: string | undefined;
  let fatal = false;
  const onUnauthorized = (): void => {
    if (fatal) return;
    fatal = true;
    onFatal('Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it');
  };
  const answered = createAnswered(memory);
  const albums = createAlbums(memory);

  const ephemeral = createEphemeralSupport();
  const { api, calls, delivery } = createOutbound({
    ...{ at, callTimeoutSeconds, clock, incidents, answered, albums, ephemeral, sayIn, onUnauthorized },
    username: () => username,
  });
  const menu = createCommandMenu({ ...options, api, calls, incidents, ephemeral });
  return {
    api,
    readDocument: createReadDocument({ api, calls, clock, proxy: options.proxy, ...at }),
    pollApi: createClient(at, pollSeconds + POLL_MARGIN_SECONDS),
    pollSeconds,
    calls,
    incidents,
    messages: delivery.messages,
    menu,
    onUnauthorized,
    isCutOff: () => fatal || CUT_OFF.some(incidents.isPresent),
    answered,
    albums,
    ephemeral,
    inlineChecks: createInlineChecks({ memory, log }),
    delivery,
    sayIn,
    setUsername: (name: string) => {
      username = name;
    },
  };
}

/** What the meaning of messages to this bot depends on. */
export function contextFor(
  { commands, textCommand, startCommand, memory }: TelegramOptions,
  me: UserFromGetMe,
  { albums, ephemeral }: Pick<UpdateContext, 'albums' | 'ephemeral'>,
): UpdateContext {
  return {
    me,
    commandNames: commands.map(({ name }) => name),
    textCommand,
    startCommand,
    edits: createEdits(memory),
    commandLinks: createCommandLinks(memory),
    albums,
    ephemeral,
  };
}
