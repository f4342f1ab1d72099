import { type Command, defineCommand } from '../src/core/command.ts';
import type { Reply } from '../src/core/reply.ts';
import { hintReply, problemsReply, tooManyReply } from '../src/format/imei-problem.ts';
import { noImeiRecord, problemRecord, tooManyRecord } from '../src/format/records.ts';
import { commandWords } from '../src/format/words/words.ts';
import { type Findings, findImeis } from '../src/imei/find.ts';
import { tacOf } from '../src/imei/imei.ts';
import { repairActions } from './imei/actions.ts';
import { checkMany } from './imei/many.ts';
import { checkOne } from './imei/one.ts';
import { planFor } from './imei/plan.ts';
import type { ImeiUse } from './imei/use.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

const NAME = 'imei';

/** `/imei`: which phone an IMEI belongs to, for one or many of them in free text. */
export function createImei(needs: CommandNeeds): Command {
  return defineCommand({
    name: NAME,
    audience: 'everyone',
    options: [
      { name: 'imei', kind: 'text', required: true },
      { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
      { name: 'fresh', kind: 'flag' },
      { name: 'confirmed', kind: 'flag' },
    ],
    run: (invocation) => {
      const { imei, detail = 'brief', fresh, confirmed } = invocation.options;
      return answer({ needs, invocation, command: NAME, text: imei, detail, fresh }, confirmed);
    },
  });
}

async function* answer(use: ImeiUse, confirmed: boolean): AsyncGenerator<Reply> {
  const { needs, text } = use;
  const findings = findImeis(text, (tac) => needs.tacName(tac) !== undefined);
  const [first, ...more] = findings.found;
  if (first === undefined) {
    yield nothingToCheck(use, findings.problems);
  } else if (findings.found.length > needs.settings.batchMax) {
    yield tooMany(use, findings.found);
  } else if (findings.found.length > needs.settings.batchConfirm && !confirmed) {
    yield await planFor(use, findings);
  } else if (more.length === 0) {
    yield* checkOne(use, first, findings.problems);
  } else {
    yield* checkMany(use, findings);
  }
}

function nothingToCheck(use: ImeiUse, problems: Findings['problems']): Reply {
  const view = viewOf(use.needs, use.invocation);
  if (problems.length === 0) {
    const examples = commandWords(view.words, NAME)?.examples ?? [];
    return { ...hintReply(view, examples), records: [noImeiRecord(view, use.text)] };
  }
  return {
    ...problemsReply(view, problems, (imei) => use.needs.tacName(tacOf(imei))),
    actions: repairActions(use, problems),
    records: problems.map((problem) => problemRecord(view, problem)),
  };
}

function tooMany({ needs, invocation }: ImeiUse, found: Findings['found']): Reply {
  const view = viewOf(needs, invocation);
  return {
    ...tooManyReply(view, found, needs.settings.batchMax),
    records: found.map((one) => tooManyRecord(view, one)),
  };
}
