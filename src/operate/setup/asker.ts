import * as clack from '@clack/prompts';

/** Prompts a person in a terminal, or reads the environment. A person who gives up rejects with `GivenUp`. */
export interface Prompt {
  /** A person can answer the same question again. */
  readonly isPerson: boolean;
  text(question: Question & { readonly initial: string }): Promise<string>;
  /** A hidden answer. Empty to keep the current value. */
  secret(question: Question & { readonly isSet: boolean }): Promise<string>;
  several(question: {
    readonly message: string;
    readonly options: readonly string[];
    readonly chosen: readonly string[];
  }): Promise<readonly string[]>;
}

interface Question {
  readonly message: string;
  /** What is wrong with an answer, in a sentence; undefined if it is valid. */
  readonly problemOf: (answer: string) => string | undefined;
}

export class Cancelled extends Error {
  override readonly name = 'GivenUp';
}

export const UNATTENDED: Prompt = {
  isPerson: false,
  text: async ({ initial }) => initial,
  secret: async () => '',
  several: async ({ chosen }) => chosen,
};

export const PERSON: Prompt = {
  isPerson: true,
  text: async ({ message, initial, problemOf }) => {
    const validate = (typed = ''): string | undefined => problemOf(typed.trim());
    return given(await clack.text({ message, initialValue: initial, validate })).trim();
  },
  secret: async ({ message, isSet, problemOf }) => {
    const answer = await clack.password({
      message: isSet ? `${message} (Enter keeps the present one)` : message,
      validate: (typed = '') => (isSet && typed.trim() === '' ? undefined : problemOf(typed.trim())),
    });
    // Enter alone gives undefined, whatever its type says.
    return (given(answer) ?? '').trim();
  },
  several: async ({ message, options, chosen }) =>
    given(
      await clack.multiselect({
        message,
        options: options.map((value) => ({ value, label: value })),
        initialValues: [...chosen],
        required: false,
      }),
    ),
};

function given<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (clack.isCancel(answer)) throw new Cancelled('given up');
  // The only symbol is the one for a cancelled question.
  return answer as Exclude<Answer, symbol>;
}
