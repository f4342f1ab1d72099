import type { Checker } from '../src/checks/answer.ts';
import type { Suggest, Suggestion, Typist } from '../src/core/adapter.ts';
import { deviceReply, notFoundReply } from '../src/format/imei/device.ts';
import type { TacName } from '../src/format/imei/outcome.ts';
import {
  suggestedAnswer,
  suggestedImei,
  suggestedProblem,
  suggestedRecent,
} from '../src/format/imei/suggestion.ts';
import type { View } from '../src/format/reply/view.ts';
import type { History } from '../src/history/history.ts';
import { findImeis } from '../src/imei/find.ts';
import type { FoundImei } from '../src/imei/findings.ts';
import { tacOf } from '../src/imei/imei.ts';
import { type ViewNeeds, viewOf } from './define.ts';

interface SuggestNeeds extends ViewNeeds {
  readonly checker: Pick<Checker, 'peek'>;
  /** Brand and model of a TAC (8 digits) in the open TAC table, if there is one and it knows it. */
  readonly tacName: (tac: string) => TacName | undefined;
  /** Told what broke: whoever types is shown nothing then. */
  readonly reportFault: (error: unknown) => void;
  readonly history: Pick<History, 'recent'>;
}

/** Most suggestions that any platform shows. */
const MOST = 25;
/** Most numbers of a text that get suggestions. */
const MOST_NUMBERS = 5;

/**
 * What is known of a text somebody is typing: saved answers, names of the open table, what is wrong with a wrong
 * number and its repairs; with nothing typed, what this person checked lately. Never spends a check.
 */
export function createSuggest(needs: SuggestNeeds): Suggest {
  return async (text, typist) => {
    const view = viewOf(needs, { ...typist, admin: false });
    try {
      const { found, asked, problems } = findImeis(text, {
        known: (tac) => needs.tacName(tac) !== undefined,
      });
      const known = await Promise.all(
        [...found, ...asked].slice(0, MOST_NUMBERS).map((one) => suggestFound(needs, view, one)),
      );
      // An incomplete number may be the start of one that was checked recently.
      const recent = known.length > 0 ? [] : await suggestRecent(needs, view, { text, typist });
      const wrong = problems.slice(0, MOST_NUMBERS).flatMap((problem) => suggestedProblem(view, problem));
      return [...known, ...recent, ...wrong].slice(0, MOST);
    } catch (error) {
      needs.reportFault(error);
      return [];
    }
  };
}

async function suggestFound(
  { checker, tacName }: SuggestNeeds,
  view: View,
  found: FoundImei,
): Promise<Suggestion> {
  const answer = await checker.peek(found.imei);
  const tableName = tacName(tacOf(found.imei));
  if (answer === undefined) return suggestedImei(view, found, tableName);
  const reply = answer.found
    ? deviceReply(view, found, { ...answer, detail: 'brief' })
    : notFoundReply(view, found, { ...answer, tableName });
  return { ...suggestedAnswer(view, found, answer.found ? answer.device : undefined), reply };
}

async function suggestRecent(
  { history }: SuggestNeeds,
  view: View,
  { text, typist }: { readonly text: string; readonly typist: Typist },
): Promise<readonly Suggestion[]> {
  // Recent checks are private and not shown where others can read.
  if (typist.visibility === 'shared') return [];
  const typed = text.replace(/\D/gu, '');
  const checks = await history.recent(typist.requester);
  return checks.filter(({ imei }) => imei.startsWith(typed)).map((check) => suggestedRecent(view, check));
}
