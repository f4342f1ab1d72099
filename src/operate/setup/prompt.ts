import * as clack from '@clack/prompts';
import { EXIT, OperatorError } from '../../core/operator/operator-error.ts';

interface TextQuestion {
  readonly message: string;
  /** The problem with an answer, in a sentence; undefined if it is valid. */
  readonly problemOf: (answer: string) => string | undefined;
}

/** Asks the questions of setup. The texts of answers are trimmed. */
export interface Prompt {
  /** A person can answer the same question again. */
  readonly isPerson: boolean;
  /** Asks for a text; a person begins with the initial one. */
  text(question: TextQuestion & { readonly initial: string }): Promise<string>;
  /** Asks for a text that is not shown; empty to keep what is set. */
  secret(question: TextQuestion & { readonly isSet: boolean }): Promise<string>;
  /** Asks which of some options; resolves with the values, as chosen so far if nobody answers. */
  several(
    message: string,
    options: readonly { readonly value: string; readonly label: string }[],
    chosen: readonly string[],
  ): Promise<readonly string[]>;
  /** Waits until the person has done something outside of the terminal. */
  done(message: string): Promise<void>;
  /** Asks for a yes; no if nobody answers, or the person cancels. */
  yes(message: string): Promise<boolean>;
}

/**
 * Asks a person in a terminal.
 * @throws OperatorError from each question except `yes`, if the person cancels
 */
export const PERSON: Prompt = {
  isPerson: true,
  text: async ({ message, initial, problemOf }) => {
    const validate = (typed = ''): string | undefined => problemOf(typed.trim());
    return answerUnlessCancelled(
      await clack.text({ message, initialValue: initial, validate }),
    ).trim();
  },
  secret: async ({ message, isSet, problemOf }) => {
    const answer = await clack.password({
      message: isSet ? `${message} (Enter keeps the present one)` : message,
      validate: (typed = '') =>
        isSet && typed.trim() === '' ? undefined : problemOf(typed.trim()),
    });
    // Enter alone gives undefined, whatever its type says.
    return (answerUnlessCancelled(answer) ?? '').trim();
  },
  several: async (message, options, chosen) =>
    answerUnlessCancelled(
      await clack.multiselect({
        message,
        options: [...options],
        initialValues: [...chosen],
        required: false,
      }),
    ),
  done: async (message) => {
    const validate = (): undefined => undefined;
    answerUnlessCancelled(
      await clack.text({ message, placeholder: 'Then press Enter here', validate }),
    );
  },
  yes: async (message) => (await clack.confirm({ message })) === true,
};

/** Takes the answers from the environment. */
export const UNATTENDED: Prompt = {
  isPerson: false,
  text: async ({ initial }) => initial,
  secret: async () => '',
  several: async (_message, _options, chosen) => chosen,
  done: async () => undefined,
  yes: async () => false,
};

function answerUnlessCancelled<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (clack.isCancel(answer)) {
    throw new OperatorError('Nothing was written to .env.', { exitCode: EXIT.crash });
  }
  // The only symbol is the one for a cancelled question.
  return answer as Exclude<Answer, symbol>;
}
