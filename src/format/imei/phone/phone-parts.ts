import type { Answer } from '../../../checks/contract.ts';
import type { ReplyParts, Section } from '../../../core/reply/reply.ts';
import type { FoundImei } from '../../../imei/findings.ts';
import { dividedImei, type Imei } from '../../../imei/imei.ts';
import type { Device } from '../../../provider/device.ts';
import type { TacEntry } from '../../../tac/table.ts';
import type { ReplyContext } from '../../format.ts';
import { fieldsOf, joinByDots, sandboxNote, sentences } from '../../reply/compose.ts';
import { shownImei, shownSerial, shownServiceText } from '../../reply/masked.ts';
import { ago } from '../../texts/times.ts';
import { dataSheet, keyFacts } from './data-sheet.ts';
import { brandLine, deviceName, modelLine, probableName } from './phone-name.ts';

/** `brief`: name, number, and the facts that people ask about first. `full`: also every field. */
export type Detail = 'brief' | 'full';

/**
 * The reply with the service's answer to one IMEI, or to the two IMEIs of one phone. `brief` has
 * three lines: the name, the number, and the facts that people ask about first.
 *
 *     NOKIA 3110
 *     490154203237518
 *     2007 · 1.8″ · 1020 mAh
 */
export function answeredParts(
  context: ReplyContext,
  numbers: readonly [FoundImei, ...FoundImei[]],
  answer: Answer,
  { tacEntry, detail }: { readonly tacEntry: TacEntry | undefined; readonly detail: Detail },
): ReplyParts {
  const { say } = context;
  const [{ imei }] = numbers;
  const note = joinByDots(sourceOf(context, answer), sandboxNote(context, answer.isSandbox));
  const warnings = imeiWarnings(context, ...numbers);
  if (!answer.found) {
    const probably = tacEntry && probableName(context, tacEntry);
    return {
      tone: 'warning',
      title: say('notFound.title'),
      summary: sentences(say('notFound.summary'), warnings),
      sections: [numbersSection(context, numbers, probably)],
      note,
    };
  }
  const { device } = answer;
  // In an answer of the same TAC, `PaidAnswers` has replaced the IMEI: nobody learns whose it was.
  const isOtherImei = answer.source !== 'tac' && isOtherThan(imei, device.imei);
  const isFull = detail === 'full';
  const facts = shownServiceText(context, imei, joinByDots(...keyFacts(say, device)) ?? '');
  return {
    tone: 'good',
    title: deviceName(context, imei, device),
    summary: sentences(
      isOtherImei ? say('device.echoDiffers') : undefined,
      warnings,
      isFull && device.level === 'BASIC' ? say('device.nameOnly') : undefined,
    ),
    sections: [
      numbersSection(context, numbers, facts),
      ...(isFull
        ? [...fullSections(context, imei, device), divisionSection(context, numbers)]
        : []),
    ],
    note,
  };
}

/** The section with the numbers, one a line, and further lines. Two numbers have their slots. */
export function numbersSection(
  context: ReplyContext,
  numbers: readonly FoundImei[],
  ...below: readonly (string | undefined)[]
): Section {
  const shown = numbers.map(({ imei }) => shownImei(context, imei));
  const haveSlots = numbers.length > 1 && numbers.some(({ simSlot }) => simSlot !== undefined);
  const lines = numbers.map((number, index) => {
    // Some phones call the first number just IMEI.
    const slot = haveSlots ? (slotText(number) ?? 'IMEI') : undefined;
    return joinByDots(slot, shown[index]) ?? '';
  });
  for (const line of below) if (line !== undefined && line !== '') lines.push(line);
  return { fields: [], lines, copyable: shown };
}

/** `IMEI1` or `IMEI2`, if the text says which slot a number belongs to. */
export function slotText({ simSlot }: FoundImei): string | undefined {
  return simSlot && `IMEI${simSlot}`;
}

/** The sections with every field of the service's answer. Fields that it lacks are left out. */
function fullSections(context: ReplyContext, imei: Imei, device: Device): readonly Section[] {
  const { say } = context;
  const name: Section = {
    fields: fieldsOf([
      [say('device.brand'), brandLine(device.brand)],
      [say('device.model'), modelLine(device.model)],
    ]),
  };
  const sections = [name, ...dataSheet(context, device)].filter(({ fields }) => fields.length > 0);
  return sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({
      ...field,
      value: shownServiceText(context, imei, field.value),
    })),
  }));
}

/** Whether the IMEI in the answer differs. Digits that the service masked count as equal. */
function isOtherThan(imei: Imei, echo = ''): boolean {
  const hasImeiLength = /^\S{15}$/u.test(echo);
  const digits = Array.from(echo);
  return hasImeiLength && digits.some((digit, index) => /\d/u.test(digit) && digit !== imei[index]);
}

/** The section that says how each number is divided. */
function divisionSection(context: ReplyContext, numbers: readonly FoundImei[]): Section {
  const lines = numbers.map(({ imei }) => {
    const { tac, serial, checkDigit } = dividedImei(imei);
    return context.say('device.partsLine', {
      tac,
      serial: shownSerial(context, serial),
      // Also shown to others: one digit reveals too little of the serial.
      checkDigit,
    });
  });
  return { heading: context.say('device.partsHeading'), fields: [], lines, isMinor: true };
}

/** Small print that says where an answer came from, and how old it is. */
function sourceOf(
  { say, now, ...context }: ReplyContext,
  { source, checkedAt, isSandbox }: Answer,
): string {
  const elapsedMs = now - checkedAt;
  if (source === 'cache') return say('notes.saved', { ago: ago(say, elapsedMs) });
  if (source === 'tac') return say('notes.sameTac', { ago: ago(say, elapsedMs) });
  const age = ago(say, elapsedMs, say('times.justNow'));
  return say(context.isSandbox || isSandbox ? 'notes.fromSandbox' : 'notes.fromService', {
    ago: age,
  });
}

/**
 * Says how the numbers were read, and what is unusual about them, each sentence once. Undefined if
 * there is nothing to say.
 */
export function imeiWarnings(
  context: ReplyContext,
  ...numbers: readonly FoundImei[]
): string | undefined {
  return sentences(...new Set(numbers.flatMap((number) => warningsOf(context, number))));
}

function warningsOf(context: ReplyContext, number: FoundImei): readonly (string | undefined)[] {
  const { say } = context;
  const { form, imei, warning, softwareVersion: version = '' } = number;
  return [
    form === '14-digits' ? say('warnings.completed', { digit: imei.slice(-1) }) : undefined,
    form === 'imeisv' ? say('warnings.softwareVersion', { version }) : undefined,
    warning === 'test-device' ? say('warnings.testDevice', { body: imei.slice(0, 2) }) : undefined,
    warning === undefined || warning === 'test-device' ? undefined : say(`warnings.${warning}`),
    number.readFrom === 'text' ? say('warnings.readFromText') : undefined,
  ];
}
