import type { Clock } from '../src/core/clock.ts';
import type { InvocationContext } from '../src/core/command.ts';
import type { View } from '../src/format/reply/view.ts';
import { sayIn } from '../src/format/words/language.ts';

/** What every command needs to say something; a command that uses more declares it in its own file. */
export interface ViewNeeds {
  readonly clock: Clock;
  readonly settings: { readonly sandbox: boolean };
}

/** For whom an invocation's next state is made. */
export function viewOf(
  { clock, settings }: ViewNeeds,
  { locale, visibility, admin }: Pick<InvocationContext, 'locale' | 'visibility' | 'admin'>,
): View {
  return { say: sayIn(locale), visibility, admin, now: clock.now(), sandbox: settings.sandbox };
}
