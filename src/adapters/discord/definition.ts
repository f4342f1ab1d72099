import { z } from 'zod';
import { inClear, plainHttpUrl } from '../../config/addresses.ts';
import { permission, secret, shown, wholeSecret } from '../../config/setting.ts';
import type { OutboundProxy } from '../../core/network.ts';
import { languageOf } from '../../format/words/catalogue.ts';
import { createSayIn } from '../../format/words/say.ts';
import { definePlatform } from '../definition.ts';
import { DiscordStartError } from './start-error.ts';

const SHARD_FORM =
  'write the first and the last shard of this process and how many there are in all, such as 0-3/8, or one of them, such as 5/8';

/** `0-3/8`: the shards from 0 to 3 of 8 in all; `5/8`: one of them. */
const shardRange = z
  .string()
  .regex(/^\d{1,5}(-\d{1,5})?\/\d{1,5}$/, SHARD_FORM)
  .transform((text, context) => {
    const [range = '', total = ''] = text.split('/');
    const [first = 0, last = first] = range.split('-').map(Number);
    const count = Number(total);
    const problem = rangeProblem(first, last, count);
    if (problem !== undefined) context.addIssue(problem);
    return Object.freeze({ first, last, count });
  });

const SNOWFLAKE = ['123', /^\d{1,22}$/] as const;

/** Discord, before its library is loaded. */
export const discord = definePlatform({
  name: 'discord',
  settings: {
    DISCORD_TOKEN: secret(wholeSecret),
    DISCORD_API_URL: shown(plainHttpUrl.default('https://discord.com/api')),
    DISCORD_ALLOW_HTTP: shown(permission),
    DISCORD_GUILD: shown(
      z
        .string()
        .regex(/^\d{15,22}$/, 'write the id of a server: its digits only')
        .optional(),
    ),
    DISCORD_SHARDS: shown(shardRange.optional()),
  },
  servedBy: 'DISCORD_TOKEN',
  principals: { user: SNOWFLAKE, role: SNOWFLAKE, guild: SNOWFLAKE, channel: SNOWFLAKE },
  problems: (set) =>
    set.DISCORD_TOKEN === undefined
      ? []
      : inClear({
          name: 'DISCORD_API_URL',
          url: set.DISCORD_API_URL,
          secret: 'your DISCORD_TOKEN',
          permit: { name: 'DISCORD_ALLOW_HTTP', given: set.DISCORD_ALLOW_HTTP },
        }),
  configure: ({ DISCORD_TOKEN: token, ...set }) =>
    token === undefined
      ? undefined
      : {
          token,
          apiUrl: set.DISCORD_API_URL,
          guild: set.DISCORD_GUILD,
          /** Without it as many as Discord recommends, all in one process. */
          shards: set.DISCORD_SHARDS ?? ('auto' as const),
        },
  explain: (error) => (error instanceof DiscordStartError ? error.message : undefined),
  create: async (settings, needs) => {
    const dispatcher = await dispatcherFor(settings.apiUrl, needs.proxy);
    const { createDiscordAdapter } = await import('./adapter.ts');
    const { textCommand, language } = needs;
    const sayIn = createSayIn(language);
    const name = sayIn(languageOf(language))('discord.contextMenu');
    return createDiscordAdapter({
      ...needs,
      ...settings,
      dispatcher,
      contextCommand: { ...textCommand, name },
      autocomplete: textCommand,
      textCommand: textCommand.command,
      sayIn,
    });
  },
  examine: async (settings, ask) => {
    const { examineDiscord } = await import('./examine.ts');
    return examineDiscord(settings, ask);
  },
});

/** Prepares the way through the proxy, before the library is loaded. */
async function dispatcherFor(apiUrl: string, proxy: OutboundProxy | undefined) {
  if (proxy === undefined) return undefined;
  // Loaded only where they are used.
  const [{ routeGateway }, { dispatcherThrough }] = await Promise.all([
    import('./gateway-proxy.ts'),
    import('../through-proxy.ts'),
  ]);
  routeGateway(proxy);
  return proxy.takes(new URL(apiUrl)) ? dispatcherThrough(proxy) : undefined;
}

function rangeProblem(first: number, last: number, count: number): string | undefined {
  if (count === 0) return 'there must be at least one shard, such as 0/1';
  if (first > last) return `the first shard comes after the last one: write ${last}-${first}/${count}`;
  if (last < count) return undefined;
  return `there is no shard ${last}: they are counted from 0, so the last of ${count} is ${count - 1}`;
}
