import type { Surface } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import type { Reply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/language.ts';
import type { Access } from './access.ts';
import type { Buttons } from './buttons.ts';
import type { OpenRequest } from './journal/row.ts';
import { optionUse, shownProblem, unknownReply, useOf } from './use.ts';

/** What decides how a request is replied to. */
export interface StatesNeeds {
  /** All commands. */
  readonly commands: readonly Command[];
  /** Turns actions into buttons, and presses into effects. */
  readonly buttons: Buttons;
  /** Decides who may use the bot. */
  readonly access: Access;
  /** Dates requests. */
  readonly clock: Clock;
  /** A request older than this is closed with an apology. */
  readonly maxAgeMs: number;
  /** How this person's platform has commands used; without it, as lines. */
  readonly surfaceOf?: (requester: Principal) => Surface | undefined;
}

/** The states of the reply to a request: those of its command, or why that is not run. */
export async function statesFor(
  needs: StatesNeeds,
  entry: OpenRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<Reply>> {
  const { request, acceptedAt } = entry;
  const say = sayIn(request.locale);
  // By the time of day: another process or machine may have accepted it, and they share no other clock.
  if (needs.clock.now() - acceptedAt > needs.maxAgeMs) return only(refusals.tooOld(say));
  // It was allowed when it was accepted, but the settings may have changed in a restart since.
  if (!needs.access.isAllowed(request)) return only(refusals.notAllowed(say, request.requester));
  const use = await useOf(needs.buttons, request);
  if ('refusal' in use) return only(use.refusal);
  // Journals and buttons outlive the version of the program that wrote them.
  const command = needs.commands.find(({ name }) => name === use.command);
  const admin = needs.access.isAdmin(request);
  if (command === undefined) return only(unknownReply(needs.commands, request, admin));
  if (command.audience === 'admins' && !admin) return only(refusals.notAdmin(say, request.requester));
  const prepared = command.prepare(use.options);
  if (!prepared.ok) {
    const inForm = use.options.kind === 'values' && needs.surfaceOf?.(request.requester) === 'form';
    const problem = shownProblem(prepared.problem, use.visibility);
    return only(refusals.options(say, problem, optionUse(say, command, inForm)));
  }
  return prepared.run({
    requestId: request.id,
    requester: request.requester,
    admin,
    locale: request.locale,
    visibility: use.visibility,
    signal,
  });
}

/** A reply that has no other state. */
export async function* only(reply: Reply): AsyncIterable<Reply> {
  yield reply;
}
