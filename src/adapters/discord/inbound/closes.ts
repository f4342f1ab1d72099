import { GatewayCloseCodes } from '../sdk.ts';

/** What to do about a token that Discord refuses. */
export const TOKEN_REFUSED =
  'Discord refuses the token. Look at DISCORD_TOKEN: it is the one of the Developer Portal under Bot, Reset Token.';

/** Close codes after which the library does not reconnect, and what to do about each. */
export const FATAL_CLOSES: ReadonlyMap<number, string> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, TOKEN_REFUSED],
  [
    GatewayCloseCodes.InvalidShard,
    'Discord refuses the shard (4010). Look at DISCORD_SHARDS: the number after the slash is the same in every process.',
  ],
  [
    GatewayCloseCodes.ShardingRequired,
    'The bot is on so many servers that Discord asks for more shards (4011). Where DISCORD_SHARDS is set, raise the number after the slash in every process; then start it again.',
  ],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    'Discord no longer speaks the version of its gateway this program uses (4012). Update imei-bot.',
  ],
  [GatewayCloseCodes.InvalidIntents, 'Discord does not know the intents asked for (4013). Update imei-bot.'],
  [
    GatewayCloseCodes.DisallowedIntents,
    'Discord does not allow the intents asked for (4014), although imei-bot asks for none that needs a permission. Look in the Developer Portal under Bot whether the application is restricted.',
  ],
]);
