import type { Answer } from '../../checks/contract.ts';
import type { JsonValue } from '../../core/json.ts';
import type { ReplyRecord } from '../../core/reply.ts';
import { correctedIn } from '../../imei/findings.ts';
import type { ImeiList, ListEntry } from '../../lists/list.ts';
import type { CheckOutcome } from '../../lists/outcome.ts';
import type { View } from '../reply/view.ts';
import { isClash } from './clash.ts';

/**
 * The results for scripts, one for each number. `ok` means answered. `result` is `found`,
 * `not-found`, `failed`, `unsure` (checked only on demand, with the reason and the name) or
 * `invalid` (with the problem, and with `maybe` for what was probably meant). `parts` and `info`
 * have the interface's own names. `claim` is the phone that the text names;
 * `matchesClaim` is `false` if the answer clearly is another one.
 */
export function listRecords(
  { isSandbox }: View,
  { entries, unsure, invalid }: ImeiList,
): readonly ReplyRecord[] {
  return [
    ...entries.map((entry) => ({ sandbox: isSandbox, ...checkedRecord(entry) })),
    ...unsure.map(({ imei, why, readFrom }) =>
      plain({
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
      plain({ ...invalidRecord(text, why.kind), sandbox: isSandbox, maybe: correctedIn(why) }),
    ),
  ];
}

/** The record for a text without any candidate number. */
export function noImeiRecord({ isSandbox }: View, text: string): ReplyRecord {
  return { ...invalidRecord(text, 'no-imei'), sandbox: isSandbox };
}

function invalidRecord(imei: string, problem: string) {
  return { imei, ok: false, result: 'invalid', problem };
}

function checkedRecord(entry: ListEntry): ReplyRecord {
  const { number, tableName: tacTable, outcome } = entry;
  const { imei } = number;
  const result =
    outcome?.kind === 'answered'
      ? { ok: true, ...answerMembers(outcome.answer) }
      : { ok: false, result: 'failed', ...failureMembers(outcome) };
  const { simSlot, claim, readFrom } = number;
  return plain({
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

function failureMembers(outcome: CheckOutcome | undefined) {
  switch (outcome?.kind) {
    case 'failed':
      return { problem: outcome.failure.code, paid: outcome.failure.mayBePaid ? 'maybe' : 'no' };
    case 'refused':
      return { problem: outcome.why, paid: 'no' };
    case 'broke':
      return { problem: 'broke', paid: 'maybe' };
    case 'stopped':
      return { problem: 'stopped', paid: outcome.isSent ? 'maybe' : 'no' };
    default:
      return { problem: outcome?.kind ?? 'unconfirmed', paid: 'no' };
  }
}

/** Leaves out fields that are undefined. */
function plain(value: object): { readonly [key: string]: JsonValue } {
  return JSON.parse(JSON.stringify(value));
}
