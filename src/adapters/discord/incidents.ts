import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../ops/log/log.ts';
import type { FaultCode } from './errors.ts';

/** Incidents that affect more than one call. */
type Circumstance =
  | 'acknowledged-elsewhere'
  | 'gateway-dropped'
  | 'gateway-error'
  | 'gateway-resumed'
  | 'gateway-unreachable'
  | 'library-error'
  | 'not-acknowledged'
  | 'session-lost';

/** A failed call's reason, or a circumstance. */
export type Incident = FaultCode | Circumstance;

interface Meaning {
  readonly level: 'info' | 'warn' | 'error';
  /** What happened, what it means for people, what to do. */
  readonly text: string;
}

const MEANINGS: Readonly<Record<Incident, Meaning>> = {
  'acknowledged-elsewhere': {
    level: 'warn',
    text: 'Somebody else answers commands of this bot: another process with the same DISCORD_TOKEN. This one leaves them to it, and pays for none; messages may be answered by both. Look for the other one and stop it, or give one of them a token of its own',
  },
  'already-acknowledged': {
    level: 'info',
    text: 'Discord says that a command was acknowledged before: an earlier attempt had arrived. Nothing to do',
  },
  'direct-messages-closed': {
    level: 'info',
    text: 'A person takes no direct messages from the bot; the answer goes another way. Nothing to do',
  },
  'empty-message': {
    level: 'warn',
    text: 'Discord does not let the bot send embeds in a channel; the answer is sent as plain text. Give its role "Embed Links" there',
  },
  forbidden: {
    level: 'warn',
    text: 'Discord does not let the bot write there. If it should, give its role "View Channel", "Send Messages", "Embed Links" and "Attach Files" in that channel',
  },
  'message-gone': {
    level: 'info',
    text: 'A message was deleted or dismissed before its answer came; the answer is sent anew. Nothing to do',
  },
  'no-connection': {
    level: 'warn',
    text: 'No connection to Discord; accepted requests are kept and answered later. If it lasts, look at the network and at DISCORD_API_URL',
  },
  'no-history': {
    level: 'info',
    text: 'The bot may not read the history of a channel, so an answer there does not point to its question. Give its role "Read Message History" there',
  },
  'payload-refused': {
    level: 'error',
    text: 'Discord refused the form of what was sent. This is a mistake in this program: please report it with this line',
  },
  'rate-limited': {
    level: 'warn',
    text: 'Discord asked for a pause; what was to be sent waits for it. If it comes often, look for something else that uses the same token',
  },
  refused: {
    level: 'error',
    text: 'Discord refused a call for a reason this program does not know. Look at the reason in this line',
  },
  'server-error': {
    level: 'warn',
    text: 'Discord has a problem of its own; accepted requests are kept and answered later. See discordstatus.com',
  },
  timeout: {
    level: 'warn',
    text: 'Discord did not answer in time; accepted requests are kept and answered later. If it lasts, look at the network and at discordstatus.com',
  },
  'token-expired': {
    level: 'info',
    text: 'The 15 minutes in which Discord lets a command be answered were over; the answer goes another way. Nothing to do',
  },
  'token-refused': {
    level: 'error',
    text: 'Discord refuses the token. Make a new one in the Developer Portal (Bot, Reset Token) and set DISCORD_TOKEN',
  },
  'unknown-interaction': {
    level: 'warn',
    text: 'A command could not be acknowledged within 3 seconds, so it was not accepted and nothing was paid; the person sees that the bot did not respond. If it comes often, the machine is too busy or too far from Discord',
  },
  'gateway-dropped': {
    level: 'warn',
    text: 'The connection to Discord broke; it is made anew, and Discord repeats what was missed. If it lasts, look at the network',
  },
  'gateway-error': {
    level: 'warn',
    text: 'The connection to Discord had an error; it is made anew. If it lasts, look at the network and at any proxy in between',
  },
  'gateway-resumed': {
    level: 'info',
    text: 'The connection to Discord stands again, and what was missed was repeated. Nothing to do',
  },
  'gateway-unreachable': {
    level: 'warn',
    text: 'Discord could not be reached for connecting; it is tried again with growing pauses. If it lasts, look at the network, at DISCORD_API_URL and at discordstatus.com',
  },
  'library-error': {
    level: 'error',
    text: 'Something broke while an event of Discord was handled; the process goes on. Please report it with this line',
  },
  'not-acknowledged': {
    level: 'warn',
    text: 'A command could not be acknowledged within 3 seconds, so it was not accepted and nothing was paid; the person sees that the bot did not respond. If it lasts, look at the network and at discordstatus.com',
  },
  'session-lost': {
    level: 'warn',
    text: 'Discord ended the session, and a new one was begun: commands of the time in between did not arrive. Nothing to do; accepted requests are kept',
  },
};

/** Repetitions within this time are logged as one line; the next line contains their number. */
const ONCE_IN_MS = 60_000;

/** Reports an incident to the operator, with its meaning and what to do; repetitions are summed up. */
export type ReportIncident = (
  incident: Incident,
  detail?: Readonly<Record<string, string | number | boolean>>,
) => void;

/** Creates the reporter that writes to the log. */
export function createFaultLog(log: Log, clock: Clock): ReportIncident {
  const told = new Map<Incident, { readonly at: number; unsaid: number }>();
  return (incident, detail = {}) => {
    const before = told.get(incident);
    const now = clock.elapsed();
    if (before !== undefined && now - before.at < ONCE_IN_MS) {
      before.unsaid += 1;
      return;
    }
    told.set(incident, { at: now, unsaid: 0 });
    const { level, text } = MEANINGS[incident];
    const repeats = before !== undefined && before.unsaid > 0 ? { alsoBefore: before.unsaid } : {};
    log[level]({ discord: incident, ...detail, ...repeats }, text);
  };
}
