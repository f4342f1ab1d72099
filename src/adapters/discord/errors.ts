import {
  RESTJSONErrorCodes as Code,
  DiscordAPIError,
  GatewayCloseCodes,
  HTTPError,
} from 'discord.js';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../ops/log/log.ts';

/** Why a call failed, by what the bot can do about it. */
export type FaultCode =
  | 'already-acknowledged'
  | 'direct-messages-closed'
  | 'forbidden'
  | 'message-gone'
  | 'refused'
  | 'token-expired'
  | 'token-refused'
  | 'too-large'
  | 'unknown-interaction'
  | 'unreachable';

/** By Discord's code, else by the status. */
const FAULTS: ReadonlyMap<number | string, FaultCode> = new Map<number, FaultCode>([
  [Code.UnknownMessage, 'message-gone'],
  [Code.UnknownUser, 'direct-messages-closed'],
  [Code.CannotSendMessagesToThisUser, 'direct-messages-closed'],
  [Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, 'direct-messages-closed'],
  [Code.UnknownWebhook, 'token-expired'],
  [Code.InvalidWebhookToken, 'token-expired'],
  [Code.UnknownInteraction, 'unknown-interaction'],
  [Code.InteractionHasAlreadyBeenAcknowledged, 'already-acknowledged'],
  [Code.UnknownChannel, 'forbidden'],
  [Code.CannotSendAnEmptyMessage, 'forbidden'],
  [Code.CannotReplyWithoutPermissionToReadMessageHistory, 'forbidden'],
  [Code.InvalidActionOnArchivedThread, 'forbidden'],
  [Code.ThreadLocked, 'forbidden'],
  [Code.MessageWasBlockedByAutomaticModeration, 'forbidden'],
  [Code.RequestEntityTooLarge, 'too-large'],
  [401, 'token-refused'],
  [403, 'forbidden'],
  [413, 'too-large'],
]);

/**
 * A failed call to Discord. The library's errors contain the URL, which has an interaction's
 * token, and the body, which has IMEIs. This one contains neither, so it may be logged.
 */
export class DiscordFault extends Error {
  override readonly name = 'DiscordFault';
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether the library threw it for what Discord answered. */
export function isCallError(error: unknown): error is DiscordAPIError | HTTPError {
  return error instanceof DiscordAPIError || error instanceof HTTPError;
}

/** Classifies what a call threw. */
export function faultOf(error: unknown): DiscordFault {
  if (error instanceof DiscordFault) return error;
  if (!isCallError(error)) return new DiscordFault('unreachable', String(error));
  if (error instanceof HTTPError)
    return new DiscordFault('unreachable', `Discord said ${error.status}`);
  const code = FAULTS.get(error.code) ?? FAULTS.get(error.status) ?? 'refused';
  return new DiscordFault(code, `Discord said ${error.status}, ${error.message}`);
}

/** Whether a call failed for one of these reasons. */
export function isOneOf(error: unknown, ...codes: readonly FaultCode[]): boolean {
  return error instanceof DiscordFault && codes.includes(error.code);
}

/** What the operator has to do if Discord refuses the token. */
export const TOKEN_REFUSED =
  'Discord refuses the token. Set DISCORD_TOKEN to the one of the Developer Portal under Bot, Reset Token.';

/** What the operator has to do if Discord closed the connection for good. */
export function fatalClose(code: number): string {
  if (code === GatewayCloseCodes.AuthenticationFailed) return TOKEN_REFUSED;
  return `Discord refuses the connection (${code}, ${GatewayCloseCodes[code]}). Update imei-bot, and check in the Developer Portal under Bot whether the application is restricted.`;
}

type Incident = FaultCode | 'acknowledged-elsewhere' | 'gateway-dropped';

/**
 * What happened, what it means for people, and what the operator can do. Other failures need no
 * action.
 */
const INCIDENTS: { readonly [incident in Incident]?: string } = {
  'acknowledged-elsewhere':
    'Another process with the same DISCORD_TOKEN answers commands of this bot. This one leaves them to it and pays for none; messages may be answered by both. Stop the other process, or give one of them its own token',
  forbidden:
    'Discord does not let the bot write in a channel. If it should, give its role "View Channel", "Send Messages", "Embed Links", "Attach Files" and "Read Message History" there',
  'gateway-dropped':
    'The connection to Discord broke; the bot reconnects. If it lasts, check the network and discordstatus.com',
  refused:
    'Discord refused a call. Check the reason in this line; if it is not your setup, please report it',
  'unknown-interaction':
    'A command could not be acknowledged within 3 seconds, so it was not accepted and nothing was paid. If it comes often, the machine is too busy or too far from Discord',
  unreachable:
    'Discord could not be reached; accepted requests are kept and answered later. If it lasts, check the network, DISCORD_API_URL and discordstatus.com',
};

/** Repetitions within this time are not logged. */
const ONCE_IN_MS = 60_000;

/** Warns the operator of trouble. */
export type Report = (incident: Incident, detail: object) => void;

/** Creates what warns of each kind of trouble, once in a minute. */
export function createReport(log: Log, clock: Clock): Report {
  const silentUntil = new Map<Incident, number>();
  return (incident, detail) => {
    const message = INCIDENTS[incident];
    if (message === undefined || clock.elapsed() < (silentUntil.get(incident) ?? 0)) return;
    silentUntil.set(incident, clock.elapsed() + ONCE_IN_MS);
    log.warn({ discord: incident, ...detail }, message);
  };
}
