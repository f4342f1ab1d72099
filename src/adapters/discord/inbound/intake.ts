import type { APIInteraction } from 'discord-api-types/v10';
import type { Receive, Show, Suggest, Suggestion } from '../../../core/adapter.ts';
import { within } from '../../../core/async/promises.ts';
import { type Clock, momentOf } from '../../../core/clock.ts';
import type { Command } from '../../../core/command.ts';
import type { SayIn } from '../../../format/words/say.ts';
import type { Log } from '../../../ops/log/log.ts';
import { visibleLine } from '../../shown-reply.ts';
import { DiscordFault } from '../errors.ts';
import type { ContextCommand } from '../menu/commands.ts';
import { pasteForm } from '../menu/paste.ts';
import type { DiscordApi } from '../outbound/api.ts';
import { fitLine } from '../outbound/escape.ts';
import type { InteractionTarget } from '../target.ts';
import { type Incoming, readInteraction } from './receive.ts';

/** Suggestions must arrive within 3 s; those not known by this time are left out. */
const SUGGEST_WITHIN_MS = 1_500;
/** Discord's limits for suggestions. */
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;

/** What {@link createIntake} works with. */
export interface IntakeNeeds {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly log: Log;
  /** The entry in a message's menu; its command also takes what is pasted into a form. */
  readonly contextCommand?: ContextCommand | undefined;
  readonly commands: readonly Command[];
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  /** Told in which language a person uses Discord. */
  readonly onLocale: (user: string, locale: string) => void;
  /** Opens the way to show a reply. */
  readonly open: (target: InteractionTarget) => Show;
  /** Passes a request to the core. */
  readonly receive: Receive;
  /** Asks the core for suggestions. */
  readonly suggest: Suggest;
}

/**
 * Handles interactions: acknowledges first, since Discord waits only 3 s, and accepts afterwards. An interaction that could
 * not be acknowledged is not accepted, so that nothing is paid for an answer nobody can get. Never throws.
 */
export function createIntake(needs: IntakeNeeds): (interaction: APIInteraction) => void {
  const { clock, contextCommand, commands, log } = needs;
  const take = async (incoming: Incoming): Promise<void> => {
    if (incoming.kind === 'request') await accept(needs, incoming);
    if (incoming.kind === 'typing') await offer(needs, incoming);
    if (incoming.kind === 'form') {
      const { callback, pasted, given, locale } = incoming;
      await needs.api.openForm(callback, pasteForm(pasted, given, needs.sayIn(locale)));
    }
  };
  return (interaction) => {
    const read = async (): Promise<void> =>
      take(readInteraction(interaction, { now: momentOf(clock), contextCommand, commands }));
    read().catch((error) => {
      // A failed call has been logged with its meaning; anything else is a bug.
      if (!(error instanceof DiscordFault)) log.error({ err: error }, 'An interaction could not be taken');
    });
  };
}

async function accept(
  { api, open, receive, onLocale }: IntakeNeeds,
  { callback, acknowledgement, request, target }: Extract<Incoming, { kind: 'request' }>,
): Promise<void> {
  onLocale(target.user, request.locale);
  await api.acknowledge(callback, acknowledgement);
  await receive(request, open(target));
}

async function offer(
  { api, clock, suggest }: IntakeNeeds,
  { callback, text, typist }: Extract<Incoming, { kind: 'typing' }>,
): Promise<void> {
  const nothing = (): readonly Suggestion[] => [];
  const limit = { ms: SUGGEST_WITHIN_MS, late: nothing, clock };
  const known = await within(limit, () => suggest(text, typist)).catch(nothing);
  await api.offerChoices(callback, choicesOf(known));
}

function choicesOf(suggestions: readonly Suggestion[]): { name: string; value: string }[] {
  return suggestions
    .map(({ label, value }) => ({
      name: fitLine(visibleLine(label), MAX_CHOICE_LENGTH, (text) => text),
      value: visibleLine(value.slice(0, MAX_CHOICE_LENGTH)),
    }))
    .filter(({ name, value }) => name !== '' && value !== '')
    .slice(0, MAX_CHOICES);
}
