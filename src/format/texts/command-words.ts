import type { CommandDescriptor } from '../../core/command/command.ts';
import type { Say } from './say.ts';

/** The texts of a command or an option in a platform's lists and forms, and in the help. */
export interface ListedWords {
  /**
   * The name in the person's language, for platforms that show it. People type the English name.
   */
  readonly name: string;
  /** At most 100 characters, the limit of Discord. */
  readonly description: string;
}

export interface OptionWords extends ListedWords {
  /** The label of each choice, by the name of the choice. */
  readonly choices: Readonly<Record<string, string>>;
}

export interface CommandWords extends ListedWords {
  /** By the option's name. */
  readonly options: Readonly<Record<string, OptionWords>>;
}

/** The words of a command: the texts under `commands.NAME`, or names in the code without one. */
export function commandWords(
  say: Say,
  { name, options }: Pick<CommandDescriptor, 'name' | 'options'>,
): CommandWords {
  const listed = (key: string, name: string): ListedWords => ({
    name: say.find(`${key}.name`) ?? name,
    description: say.find(`${key}.description`) ?? name,
  });
  const wordsOf = (spec: CommandDescriptor['options'][number]): OptionWords => {
    const key = `commands.${name}.options.${spec.name}`;
    const choices = spec.kind === 'choice' ? spec.choices : [];
    const named = choices.map((choice) => [choice, say.find(`${key}.choices.${choice}`) ?? choice]);
    return { ...listed(key, spec.name), choices: Object.fromEntries(named) };
  };
  const optionWords = options.map((spec) => [spec.name, wordsOf(spec)]);
  return { ...listed(`commands.${name}`, name), options: Object.fromEntries(optionWords) };
}
