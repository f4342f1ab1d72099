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
    during: async (what, work) => {
      const spinner = clack.spinner();
      spinner.start(what);
      try {
        return await work();
      } finally {
        spinner.stop(what);
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
