import type { Command } from '../../core/command.ts';
import type { Say } from './say.ts';

/** What people read about a command or an option where a platform lists it, in its forms and in the help. */
export interface ListedWords {
  /** What it is called where a platform allows names in a person's language; what is typed is always its own name. */
  readonly name: string;
  /** At most 100 characters, the tightest platform's limit. */
  readonly description: string;
}

/** The words of an option. */
export interface OptionWords extends ListedWords {
  /** What each choice is called; the key is the choice's name. */
  readonly choices: Readonly<Record<string, string>>;
}

/** What people read about a command. */
export interface CommandWords extends ListedWords {
  /** By the option's name. */
  readonly options: Readonly<Record<string, OptionWords>>;
}

/** The words of a command: the texts under `commands.NAME`. Without a text, things have their own names. */
export function commandWords(say: Say, { name, options }: Pick<Command, 'name' | 'options'>): CommandWords {
  const listed = (at: string, own: string): ListedWords => ({
    name: say.find(`${at}.name`) ?? own,
    description: say.find(`${at}.description`) ?? own,
  });
  const wordsOf = (spec: Command['options'][number]): OptionWords => {
    const at = `commands.${name}.options.${spec.name}`;
    const choices = spec.kind === 'choice' ? spec.choices : [];
    const named = choices.map((choice) => [choice, say.find(`${at}.choices.${choice}`) ?? choice]);
    return { ...listed(at, spec.name), choices: Object.fromEntries(named) };
  };
  const all = options.map((spec) => [spec.name, wordsOf(spec)]);
  return { ...listed(`commands.${name}`, name), options: Object.fromEntries(all) };
}
