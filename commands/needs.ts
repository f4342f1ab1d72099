import type { Surface } from '../src/core/adapter.ts';
import type { Clock } from '../src/core/clock.ts';
import type { InvocationContext } from '../src/core/command.ts';
import type { Principal } from '../src/core/requester.ts';
import { examplesOn, inGroupsOn } from '../src/format/personal/help.ts';
import type { View } from '../src/format/reply/view.ts';
import { sayIn } from '../src/format/words/language.ts';

/** What every command needs to say something; a command that uses more declares it in its own file. */
export interface ViewNeeds {
  readonly clock: Clock;
  readonly settings: { readonly sandbox: boolean };
  /** How a person gives commands where they are; without it, as lines. */
  readonly surfaceOf?: (requester: Principal) => Promise<Surface | undefined>;
}

/** What a person can do first where they are, one line each. */
export async function examplesFor(
  { surfaceOf }: ViewNeeds,
  { requester, locale }: InvocationContext,
): Promise<readonly string[]> {
  return examplesOn((await surfaceOf?.(requester)) ?? 'lines', sayIn(locale));
}

/** What works in the groups of the platform where a person is, one line each. */
export async function inGroupsFor(
  { surfaceOf }: ViewNeeds,
  { requester, locale }: InvocationContext,
): Promise<readonly string[]> {
  return inGroupsOn((await surfaceOf?.(requester)) ?? 'lines', sayIn(locale));
}

/** For whom an invocation's next state is made. */
export function viewOf(
  { clock, settings }: ViewNeeds,
  { locale, visibility, admin }: Pick<InvocationContext, 'locale' | 'visibility' | 'admin'>,
): View {
  return { say: sayIn(locale), visibility, admin, now: clock.now(), sandbox: settings.sandbox };
}
