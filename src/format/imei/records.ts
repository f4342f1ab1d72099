import type { JsonValue, ReplyRecord } from '../../core/reply.ts';
import type { AskedImei, FoundImei, FoundProblem } from '../../imei/findings.ts';
import { type Imei, imeiParts } from '../../imei/imei.ts';
import type { Device, DeviceParts } from '../../provider/device.ts';
import {
  oneLine,
  shownImei,
  shownSerial,
  shownText,
  shownTyped,
  shownWord,
  type View,
} from '../reply/view.ts';
import type { ImeiList } from './list.ts';
import type { Checked, CheckOutcome } from './outcome.ts';
import { correctedIn } from './problem.ts';

/** Deepest level of unknown service data that a record repeats. */
const DEEPEST = 8;

/**
 * One result for scripts: `{imei, ok, result: 'found' | 'not-found' | 'failed', …}`. `ok` means answered.
 * Masked like the reply it belongs to. `info` has the interface's own names.
 */
export function checkedRecord(view: View, { found, tableName, outcome }: Checked): ReplyRecord {
  const read = readMembers(found);
  const imei = shownImei(view, found.imei);
  const table = tableName === undefined ? {} : { tacTable: { ...tableName } };
  return outcome?.kind === 'answered'
    ? { imei, ok: true, ...answerMembers(view, found.imei, outcome.answer), ...read, ...table }
    : {
        imei,
        ok: false,
        result: 'failed',
        sandbox: view.sandbox,
        ...failureMembers(outcome),
        ...read,
        ...table,
      };
}

/** The slot of the phone if it is known, and whether a number on a picture was read from bars or from text. */
function readMembers({ label, readFrom }: FoundImei): ReplyRecord {
  const slot = /^IMEI([12])$/.exec(label ?? '')?.[1];
  return { ...(slot !== undefined && { slot: Number(slot) }), ...(readFrom !== undefined && { readFrom }) };
}

/** The results of a whole list. */
export function listRecords(view: View, { checked, asked, problems }: ImeiList): readonly ReplyRecord[] {
  return [...checked.map((one) => checkedRecord(view, one)), ...otherRecords(view, { asked, problems })];
}

/** The results of what is not checked. */
export function otherRecords(
  view: View,
  { asked, problems }: Pick<ImeiList, 'asked' | 'problems'>,
): readonly ReplyRecord[] {
  return [
    ...asked.map((one) => askedRecord(view, one)),
    ...problems.map((problem) => problemRecord(view, problem)),
  ];
}

/** The result for a refused number: `{imei, ok: false, result: 'invalid', problem}`, with `maybe` for what was probably meant. */
function problemRecord(view: View, { text, problem }: FoundProblem): ReplyRecord {
  const corrected = correctedIn(problem);
  return {
    ...invalid(view, text, problem.kind),
    ...(corrected !== undefined && { maybe: shownImei(view, corrected) }),
  };
}

/** The result for a number that is checked only on demand: `{imei, ok: false, result: 'asked', why}`, with its `name`. */
function askedRecord(view: View, { imei, why, readFrom }: AskedImei): ReplyRecord {
  return {
    imei: shownImei(view, imei),
    ok: false,
    result: 'asked',
    sandbox: view.sandbox,
    why: why.kind,
    ...(why.kind === 'named' && { name: shownWord(view.visibility, oneLine(why.name)) }),
    ...(readFrom !== undefined && { readFrom }),
  };
}

/** The record for a text without any candidate number. */
export function noImeiRecord(view: View, text: string): ReplyRecord {
  return invalid(view, text, 'no-imei');
}

/** The record for each IMEI of a long list that awaits confirmation. */
export function unconfirmedRecord(view: View, { imei }: FoundImei): ReplyRecord {
  return {
    imei: shownImei(view, imei),
    ok: false,
    result: 'failed',
    sandbox: view.sandbox,
    problem: 'unconfirmed',
  };
}

function invalid(view: View, text: string, problem: string): ReplyRecord {
  return { imei: shownTyped(view, text), ok: false, result: 'invalid', sandbox: view.sandbox, problem };
}

type Answered = (CheckOutcome & { kind: 'answered' })['answer'];

function answerMembers(view: View, imei: Imei, answer: Answered): ReplyRecord {
  const { source, checkedAt, sandbox } = answer;
  const origin = { source, checkedAt: new Date(checkedAt).toISOString(), sandbox };
  if (!answer.found) return { result: 'not-found', ...origin };
  return { result: 'found', ...origin, ...deviceMembers(view, imei, answer.device) };
}

function deviceMembers(view: View, imei: Imei, device: Device): ReplyRecord {
  const { tac, serial, checkDigit } = imeiParts(imei);
  const { level, brand, model, parts, info, other } = device;
  const masked = (value: unknown): JsonValue => toJson(value, (text) => shownText(view, imei, text));
  return {
    level,
    ...(brand !== undefined && { brand: masked(brand) }),
    ...(model !== undefined && { model: masked(model) }),
    imeiParts: { tac, serial: shownSerial(view, serial), checkDigit: shownSerial(view, checkDigit) },
    ...(parts !== undefined && { oldParts: maskedParts(view, imei, parts) }),
    ...(info !== undefined && { info: masked({ ...info, ...info.other, other: undefined }) }),
    ...(Object.keys(other).length > 0 && { other: masked(other) }),
  };
}

function maskedParts(view: View, imei: Imei, parts: DeviceParts): JsonValue {
  const { snr = '', cd = '' } = parts;
  const own = { snr: shownSerial(view, snr), cd: shownSerial(view, cd) };
  return toJson({ ...parts, ...own }, (text) => shownText(view, imei, text));
}

function failureMembers(outcome: CheckOutcome | undefined): ReplyRecord {
  switch (outcome?.kind) {
    case 'failed':
      return { problem: outcome.failure.code, paid: outcome.failure.paid };
    case 'refused':
      return { problem: outcome.refusal.why, paid: 'no' };
    case 'broke':
      return { problem: 'broke', paid: 'maybe' };
    case 'unsaved':
      return { problem: 'unsaved', paid: 'no' };
    case 'later':
      return { problem: 'too-many', paid: 'no' };
    default:
      return { problem: 'stopped', paid: 'maybe' };
  }
}

/** Converts to plain JSON: every text goes through `shown`, undefined members are left out. */
function toJson(value: unknown, shown: (text: string) => string, depth = 0): JsonValue {
  if (typeof value === 'string') return shown(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((member) => toJson(member, shown, depth + 1));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJson(member, shown, depth + 1)]));
}
