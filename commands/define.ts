import { type Command, type CommandDefinition, defineCommand } from '../src/core/command.ts';
import type { OptionSpec } from '../src/core/options.ts';
import type { MessageKey } from '../src/format/words/say.ts';

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
