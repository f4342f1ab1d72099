import type { Surface } from '../src/core/adapter.ts';
import type { Clock } from '../src/core/clock.ts';
import {
  type Command,
  type CommandDefinition,
  defineCommand,
  type InvocationContext,
} from '../src/core/command.ts';
import type { OptionSpec } from '../src/core/options.ts';
import type { Principal } from '../src/core/requester.ts';
import { examplesOn, inGroupsOn } from '../src/format/personal/help.ts';
import type { View } from '../src/format/reply/view.ts';
import { type MessageKey, sayIn } from '../src/format/words/say.ts';

/** The keys of what people read about something in lists and forms. */
type Listed<At extends string> = `${At}.name` | `${At}.description`;

type OptionKeys<At extends string, Spec extends OptionSpec> = Spec extends { readonly internal: true }
  ? never
  : Spec extends OptionSpec
    ?
        | Listed<`${At}.${Spec['name']}`>
        | (Spec extends { choices: readonly (infer Choice extends string)[] }
            ? `${At}.${Spec['name']}.choices.${Choice}`
            : never)
    : never;

type Lacking<Name extends string, Specs extends readonly OptionSpec[]> = Exclude<
  Listed<`commands.${Name}`> | OptionKeys<`commands.${Name}.options`, Specs[number]>,
  MessageKey
>;

/** Nothing where `locales/en.json` has all words of a command; else a member that nobody has, named by what is missing. */
type Worded<Name extends string, Specs extends readonly OptionSpec[]> = [Lacking<Name, Specs>] extends [never]
  ? unknown
  : { readonly lackingInEnglish: Lacking<Name, Specs> };

/** Creates a command of the bot: one whose words English has, for itself and for every option and choice. */
export function defineWordedCommand<const Name extends string, const Specs extends readonly OptionSpec[]>(
  definition: CommandDefinition<Specs> & { readonly name: Name } & Worded<Name, Specs>,
): Command {
  return defineCommand<Specs>(definition);
}

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
