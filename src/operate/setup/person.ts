import * as clack from '@clack/prompts';
import { type Asker, GivenUp } from './asker.ts';

/** @param masked hides secrets in a line */
export function createPerson(masked: (text: string) => string): Asker {
  return {
    isPerson: true,
    text: async ({ message, initial, problemOf }) =>
      given(
        await clack.text({
          message,
          initialValue: initial,
          validate: (answer) => problemOf((answer ?? '').trim()),
        }),
      ).trim(),
    secret: async ({ message, isSet, problemOf }) => {
      const answer = given(
        await clack.password({
          message: isSet ? `${message} (Enter keeps the one that is set)` : message,
          validate: (typed) => {
            const text = (typed ?? '').trim();
            return isSet && text === '' ? undefined : problemOf(text);
          },
        }),
      );
      // Enter alone gives none.
      const text = (answer ?? '').trim();
      return text === '' ? undefined : text;
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
    // The library's own line that moves takes Ctrl-C for itself, and ends the process as if all were well.
    during: async (what, work) => {
      const ending = new AbortController();
      const giveUp = (): void => ending.abort(new GivenUp('given up'));
      // Before the line is shown: whoever answers it at once would else end the process without a word.
      process.once('SIGINT', giveUp);
      try {
        clack.log.step(`${what} …`);
        return await work(ending.signal);
      } finally {
        process.removeListener('SIGINT', giveUp);
        ending.signal.throwIfAborted();
      }
    },
    say: (line) => clack.log.message(masked(line)),
    // The library would break it where the window ends.
    link: (url) => void process.stdout.write(`${url}\n`),
    complain: (line) => clack.log.error(masked(line)),
  };
}

function given<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (clack.isCancel(answer)) throw new GivenUp('given up');
  // The library's only symbol is the one that it has just been asked about.
  return answer as Exclude<Answer, symbol>;
}
