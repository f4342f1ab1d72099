import type { Clock } from '../../../core/time/clock.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { DiscordFailureCode } from './failure.ts';

/**
 * An incident that the log may warn of: why a call failed, or a problem without a failed call.
 * `already-acknowledged` is reported as `acknowledged-elsewhere`, unless this process did it.
 */
type Incident = DiscordFailureCode | 'acknowledged-elsewhere' | 'gateway-dropped';

/**
 * The warnings: what happened, what it means for people, and what the operator can do. Failures
 * without a warning need no action, except `bot-token-refused`: the connection ends the adapter
 * with advice of its own.
 */
const WARNINGS: Partial<Readonly<Record<Incident, string>>> = {
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

/** The time after a warning in which the same incident is not logged. */
const SILENT_MS = 60_000;

type IncidentDetail = { readonly reason: string } | { readonly shard: number };

export type ReportIncident = (incident: Incident, detail: IncidentDetail) => void;

/** Creates a report that warns of each kind of incident at most once a minute. */
export function createIncidentReport(log: Log, clock: Clock): ReportIncident {
  const silentUntil = new Map<Incident, number>();
  return (incident, detail) => {
    const warning = WARNINGS[incident];
    if (warning === undefined) return;
    const now = clock.elapsed();
    if (now < (silentUntil.get(incident) ?? 0)) return;
    silentUntil.set(incident, now + SILENT_MS);
    log.warn({ discord: incident, ...detail }, warning);
  };
}
