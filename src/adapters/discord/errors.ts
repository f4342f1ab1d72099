import { DiscordAPIError, GatewayCloseCodes, HTTPError, RateLimitError } from './sdk.ts';

/** What went wrong with a call, by what can be done about it. */
export type FaultCode =
  | 'already-acknowledged'
  | 'direct-messages-closed'
  | 'empty-message'
  | 'forbidden'
  | 'message-gone'
  | 'no-connection'
  | 'no-history'
  | 'payload-refused'
  | 'rate-limited'
  | 'refused'
  | 'server-error'
  | 'timeout'
  | 'token-expired'
  | 'token-refused'
  | 'unknown-interaction';

/** Discord's error numbers. Source: its documentation, "Opcodes and Status Codes". */
const BY_NUMBER: ReadonlyMap<number, FaultCode> = new Map([
  [10_003, 'forbidden'], // unknown channel
  [10_008, 'message-gone'],
  [10_013, 'direct-messages-closed'], // unknown user
  [10_015, 'token-expired'], // unknown webhook
  [10_062, 'unknown-interaction'],
  [20_016, 'rate-limited'], // slow mode
  [20_028, 'rate-limited'], // too much is written in the channel
  [40_005, 'payload-refused'], // too large
  [40_060, 'already-acknowledged'],
  [50_001, 'forbidden'],
  [50_006, 'empty-message'], // of an embed alone, where embeds are not allowed
  [50_007, 'direct-messages-closed'],
  [50_013, 'forbidden'],
  [50_027, 'token-expired'],
  [50_035, 'payload-refused'],
  [50_083, 'forbidden'], // the thread is archived
  [50_278, 'direct-messages-closed'], // no server in common
  [160_002, 'no-history'],
  [160_005, 'forbidden'], // the thread is locked
  [200_000, 'forbidden'], // blocked by automatic moderation
  [200_001, 'forbidden'],
]);

const BY_STATUS: ReadonlyMap<number, FaultCode> = new Map([
  [401, 'token-refused'],
  [403, 'forbidden'],
  [413, 'payload-refused'],
  [429, 'rate-limited'],
]);

/**
 * A failed call to Discord. Unlike the library's errors it contains neither the address, which has an interaction's token,
 * nor the body, which has IMEIs, so it may be logged.
 */
export class DiscordFault extends Error {
  override readonly name = 'DiscordFault';
  readonly code: FaultCode;
  /** Discord's number of the error; undefined if there is none. */
  readonly number: number | undefined;

  constructor(code: FaultCode, message: string, number?: number) {
    super(message);
    this.code = code;
    this.number = number;
  }
}

/** Classifies whatever a call threw. */
export function faultOf(error: unknown): DiscordFault {
  if (error instanceof DiscordFault) return error;
  if (error instanceof DiscordAPIError) {
    const number = Number(error.code);
    const code = BY_NUMBER.get(number) ?? BY_STATUS.get(error.status) ?? 'refused';
    return new DiscordFault(code, `Discord said ${error.status}, ${error.message}`, number);
  }
  if (error instanceof HTTPError) {
    return new DiscordFault('server-error', `Discord said ${error.status}`, error.status);
  }
  if (error instanceof RateLimitError) {
    return new DiscordFault('rate-limited', `Discord asked for a pause of ${error.retryAfter} ms`);
  }
  if (!(error instanceof Error)) return new DiscordFault('no-connection', String(error));
  const code = ['AbortError', 'TimeoutError'].includes(error.name) ? 'timeout' : 'no-connection';
  return new DiscordFault(code, `${error.name}: ${error.message}`);
}

/** Whether a call failed for one of these reasons. */
export function isOneOf(error: unknown, codes: readonly FaultCode[]): boolean {
  return error instanceof DiscordFault && codes.includes(error.code);
}

/** What to do about a token that Discord refuses. */
export const TOKEN_REFUSED =
  'Discord refuses the token. Look at DISCORD_TOKEN: it is the one of the Developer Portal under Bot, Reset Token.';

/** Close codes after which the library does not reconnect, and what to do about each. */
export const FATAL_CLOSES: ReadonlyMap<number, string> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, TOKEN_REFUSED],
  [
    GatewayCloseCodes.InvalidShard,
    'Discord refuses the shard (4010). Start the bot again: it connects with as many as Discord recommends.',
  ],
  [
    GatewayCloseCodes.ShardingRequired,
    'The bot is on so many servers that Discord asks for more shards (4011). Start it again: it connects with as many as Discord recommends.',
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
