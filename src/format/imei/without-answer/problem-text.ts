import type { ImeiProblem } from '../../../imei/findings.ts';
import type { ReplyContext } from '../../format.ts';
import { sentences } from '../../reply/compose.ts';
import { shownInput } from '../../reply/masked.ts';

/** The problem with a number in words; `short` fits on one line of a list. */
export function problemText(
  context: ReplyContext,
  problem: ImeiProblem,
): { readonly title: string; readonly summary: string; readonly short: string } {
  const { say } = context;
  const values = valuesOf(context, problem);
  const network = problem.kind === 'check-digit' ? problem.networkForm : undefined;
  return {
    title: say(`problems.${problem.kind}.title`),
    summary:
      sentences(
        say(`problems.${problem.kind}.summary`, values),
        network && say('problems.check-digit.networkForm', { imei: shownInput(context, network) }),
      ) ?? '',
    short: say(`problems.${problem.kind}.short`, values),
  };
}

/** The values of the texts of a problem; undefined if these texts have none. */
function valuesOf({ say }: ReplyContext, problem: ImeiProblem) {
  switch (problem.kind) {
    case 'too-short':
    case 'too-long':
      return { digits: problem.digits };
    case 'check-digit':
      return { expected: problem.expected, given: problem.printed };
    case 'letter':
      return { character: problem.character, position: problem.position };
    case 'looks-like':
      return { what: say(`problems.looks-like.kinds.${problem.what}`) };
    default:
      return undefined;
  }
}
