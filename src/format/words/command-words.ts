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

/**
 * The words of a command in a language: the texts under `commands.NAME`. What no catalogue has is called as the command
 * calls it.
 */
export function commandWords(say: Say, { name, options }: Pick<Command, 'name' | 'options'>): CommandWords {
  const at = `commands.${name}`;
  return {
    ...listed(say, at, name),
    options: Object.fromEntries(options.map((spec) => [spec.name, optionWords(say, at, spec)])),
  };
}

function optionWords(say: Say, command: string, spec: Command['options'][number]): OptionWords {
  const at = `${command}.options.${spec.name}`;
  const choices = spec.kind === 'choice' ? spec.choices : [];
  return {
    ...listed(say, at, spec.name),
    choices: Object.fromEntries(
      choices.map((choice) => [choice, say.find(`${at}.choices.${choice}`) ?? choice]),
    ),
  };
}

function listed(say: Say, at: string, name: string): ListedWords {
  return { name: say.find(`${at}.name`) ?? name, description: say.find(`${at}.description`) ?? name };
}
