import { GatewayCloseCodes } from 'discord.js';
import type { Clock } from '../../../core/time/clock.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { DiscordFailureCode } from './failure.ts';

/** Advice for the operator if Discord refuses the token. */
export const TOKEN_REFUSED =
  'Discord refuses the token. Set DISCORD_TOKEN to the one of the Developer Portal under Bot, Reset Token.';

/** Advice for the operator if Discord closed the connection for good. */
export function adviceOnClose(code: number): string {
  if (code === GatewayCloseCodes.AuthenticationFailed) return TOKEN_REFUSED;
  return `Discord refuses the connection (${code}, ${GatewayCloseCodes[code]}). Update imei-bot, and check in the Developer Portal under Bot whether the application is restricted.`;
}

/** An incident to warn of: a failed call, or a problem that shows without one. */
type Incident = DiscordFailureCode | 'acknowledged-elsewhere' | 'gateway-dropped';

/**
 * The warnings: what happened, what it means for people, and what the operator can do. Failures
 * without a warning need no action, except `bot-token-refused`, which ends the adapter with
 * {@link TOKEN_REFUSED}.
 */
const INCIDENTS: { readonly [incident in Incident]?: string } = {
  'acknowledged-elsewhere':
    'Another process with the same DISCORD_TOKEN answers commands of this bot. This one leaves them to it and pays for none; messages may be answered by both. Stop the other process, or give one of them its own token',
  forbidden:
    'Discord does not let the bot write in a channel. If it should, give its role "View Channel", "Send Messages", "Embed Links", "Attach Files" and "Read Message History" there',
  'gateway-dropped':
    'The connection to Discord broke; the bot reconnects. If it lasts, check the network and discordstatus.com',
  rejected:
    'Discord refused a call. Check the reason in this line; if it is not your setup, please report it',
  'unknown-interaction':
    'A command could not be acknowledged within 3 seconds, so it was not accepted and nothing was paid. If it comes often, the machine is too busy or too far from Discord',
  unreachable:
    'Discord could not be reached; accepted requests are kept and answered later. If it lasts, check the network, DISCORD_API_URL and discordstatus.com',
};

/** Repetitions within this time are not logged. */
const ONCE_IN_MS = 60_000;

export type ReportIncident = (incident: Incident, detail: object) => void;

/** Creates a report that warns of each kind of incident at most once a minute. */
export function createReport(log: Log, clock: Clock): ReportIncident {
  const silentUntil = new Map<Incident, number>();
  return (incident, detail) => {
    const message = INCIDENTS[incident];
    if (message === undefined || clock.elapsed() < (silentUntil.get(incident) ?? 0)) return;
    silentUntil.set(incident, clock.elapsed() + ONCE_IN_MS);
    log.warn({ discord: incident, ...detail }, message);
  };
}
