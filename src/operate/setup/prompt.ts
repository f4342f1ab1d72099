import * as clack from '@clack/prompts';
import { EXIT, OperatorError } from '../../core/errors.ts';

interface Question {
  readonly message: string;
  /** What is wrong with an answer, in a sentence; undefined if it is valid. */
  readonly problemOf: (answer: string) => string | undefined;
}

/** Asks a person in a terminal. @throws OperatorError if they cancel */
export const PERSON = {
  /** A person can answer the same question again. */
  isPerson: true,
  text: async ({ message, initial, problemOf }: Question & { readonly initial: string }) => {
    const validate = (typed = ''): string | undefined => problemOf(typed.trim());
    return given(await clack.text({ message, initialValue: initial, validate })).trim();
  },
  /** A hidden answer. Empty to keep the current value. */
  secret: async ({ message, isSet, problemOf }: Question & { readonly isSet: boolean }) => {
    const answer = await clack.password({
      message: isSet ? `${message} (Enter keeps the present one)` : message,
      validate: (typed = '') =>
        isSet && typed.trim() === '' ? undefined : problemOf(typed.trim()),
    });
    // Enter alone gives undefined, whatever its type says.
    return (given(answer) ?? '').trim();
  },
  several: async (
    message: string,
    options: readonly { readonly value: string; readonly label: string }[],
    chosen: readonly string[],
  ) => {
    return given(
      await clack.multiselect({
        message,
        options: [...options],
        initialValues: [...chosen],
        required: false,
      }),
    );
  },
  /** Waits until the person has done something outside of the terminal. */
  done: async (message: string): Promise<void> => {
    const validate = (): undefined => undefined;
    given(await clack.text({ message, placeholder: 'Then press Enter here', validate }));
  },
  yes: async (message: string) => given(await clack.confirm({ message })),
};

export type Prompt = typeof PERSON;

/** Takes the answers from the environment. */
export const UNATTENDED: Prompt = {
  isPerson: false,
  text: async ({ initial }) => initial,
  secret: async () => '',
  several: async (_message, _options, chosen) => [...chosen],
  done: async () => undefined,
  yes: async () => false,
};

function given<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (clack.isCancel(answer))
    throw new OperatorError('Nothing was written to .env.', { exitCode: EXIT.crash });
  // The only symbol is the one for a cancelled question.
  return answer as Exclude<Answer, symbol>;
}
