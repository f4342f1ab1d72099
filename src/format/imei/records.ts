import type { Answer } from '../../checks/contract.ts';
import type { JsonValue } from '../../core/json.ts';
import type { ReplyRecord } from '../../core/reply/reply.ts';
import { impliedImei } from '../../imei/findings.ts';
import type { ImeiList, ListEntry } from '../../lists/list.ts';
import { type EntryOutcome, mayBePaid } from '../../lists/outcome.ts';
import type { ReplyContext } from '../format.ts';
import { isClash } from './phone/clash.ts';

/**
 * The results for scripts, one record for each number:
 *
 *     imei               the number; of an invalid one its text
 *     ok                 whether the number has an answer
 *     result             `found`, `not-found`, `failed`, `unsure` or `invalid`
 *     sandbox            whether the sandbox has answered, not the real service
 *     source, checkedAt  of an answer: where it is from, and its time in ISO 8601
 *     parts, info, …     of a found phone: its data, by the names on the wire
 *     problem            of a failed or invalid number: what is wrong
 *     paid               of a failed number: `maybe` or `no`
 *     why, name          of an unsure number: why it has to be confirmed, and the words that say so
 *     maybe              of an invalid number: the IMEI that was probably meant
 *     slot               the SIM slot that the text names
 *     readFrom           of a number in a picture: `bars` or `text`
 *     tacTable           the name in the open TAC table
 *     claim              the phone that the text names
 *     matchesClaim       `false` if the answer clearly is another phone
 */
export function listRecords(
  { isSandbox }: ReplyContext,
  { entries, unsure, invalid }: ImeiList,
): readonly ReplyRecord[] {
  return [
    ...entries.map((entry) => ({ sandbox: isSandbox, ...checkedRecord(entry) })),
    ...unsure.map(({ imei, why, readFrom }) =>
      plainJson({
        imei,
        ok: false,
        result: 'unsure',
        sandbox: isSandbox,
        why: why.kind,
        name: 'name' in why ? why.name : undefined,
        readFrom,
      }),
    ),
    ...invalid.map(({ text, why }) =>
      plainJson({ ...invalidRecord(text, why.kind), sandbox: isSandbox, maybe: impliedImei(why) }),
    ),
  ];
}

/** The record for a text without a number that could be an IMEI. */
export function noImeiRecord({ isSandbox }: ReplyContext, text: string): ReplyRecord {
  return { ...invalidRecord(text, 'no-imei'), sandbox: isSandbox };
}

function invalidRecord(imei: string, problem: string) {
  return { imei, ok: false, result: 'invalid', problem };
}

function checkedRecord(entry: ListEntry): ReplyRecord {
  const { number, tacEntry: tacTable, outcome } = entry;
  const { imei } = number;
  const result =
    outcome?.kind === 'answered'
      ? { ok: true, ...answerMembers(outcome.answer) }
      : { ok: false, result: 'failed', ...failureMembers(outcome) };
  const { simSlot, claim, readFrom } = number;
  return plainJson({
    ...result,
    imei,
    slot: simSlot,
    readFrom,
    tacTable,
    claim,
    matchesClaim: isClash(entry) ? false : undefined,
  });
}

function answerMembers(answer: Answer) {
  const { source, isSandbox } = answer;
  const origin = {
    source,
    checkedAt: new Date(answer.checkedAt).toISOString(),
    sandbox: isSandbox,
  };
  if (!answer.found) return { result: 'not-found', ...origin };
  const { imei: _, ...device } = answer.device;
  return { result: 'found', ...origin, ...device };
}

function failureMembers(outcome: EntryOutcome | undefined) {
  return { problem: problemOf(outcome), paid: mayBePaid(outcome) ? 'maybe' : 'no' };
}

function problemOf(outcome: EntryOutcome | undefined): string {
  switch (outcome?.kind) {
    case 'failed':
      return outcome.failure.code;
    case 'refused':
      return outcome.why;
    default:
      return outcome?.kind ?? 'unconfirmed';
  }
}

/** Leaves out fields that are undefined. */
function plainJson(value: object): { readonly [key: string]: JsonValue } {
  return JSON.parse(JSON.stringify(value));
}
