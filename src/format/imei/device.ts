import type { Field, Section } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import type { CheckAnswer, Device } from '../../provider/device.ts';
import { notes, type Parts, sentences } from '../reply/compose.ts';
import { imeiParts, oneLine, shownImei, shownSerial, shownText, type View } from '../reply/view.ts';
import { ago } from '../times.ts';
import { dataSheet } from './data-sheet.ts';
import type { Detail, Provenance, TacName } from './outcome.ts';

/** The reply with the service's answer to one IMEI, or to the two of one phone. */
export function answeredParts(
  view: View,
  [found, ...second]: readonly [FoundImei, ...FoundImei[]],
  answer: Provenance & CheckAnswer,
  { tableName, detail }: { readonly tableName: TacName | undefined; readonly detail: Detail },
): Parts {
  const all = [found, ...second];
  const device = answer.found ? answer.device : undefined;
  const numbers = all.map(({ imei, label }) =>
    imeiField(view, imei, second.length > 0 ? label : undefined),
  );
  const names =
    device === undefined ? tableField(view, tableName) : nameFields(view, found.imei, device);
  // An answer reused from another IMEI of the same TAC names that IMEI, which this person must not see.
  const differs = answer.source !== 'tac' && echoDiffers(found.imei, device?.imei);
  return {
    tone: device === undefined ? 'warning' : 'good',
    title: device === undefined ? view.say('notFound.title') : deviceName(view, found.imei, device),
    summary: sentences(
      device === undefined ? view.say('notFound.summary') : undefined,
      differs ? view.say('device.echoDiffers') : undefined,
      imeiWarnings(view, ...all),
      detail === 'full' && device?.level === 'BASIC' ? view.say('device.nameOnly') : undefined,
    ),
    sections: [
      { fields: [...names, ...numbers] },
      ...(detail === 'full' && device !== undefined ? fullSections(view, found.imei, device) : []),
      partsSection(view, all),
    ],
    note: notes(sourceOf(view, answer), sandboxNote(view, answer.sandbox)),
  };
}

/** Brand and model as one name, without repeating a brand the model starts with. */
export function deviceName(view: View, imei: Imei, { brand, model }: Device): string {
  const name = shownText(view, imei, nameOf(brand, model));
  return name === '' ? view.say('device.unnamed') : name;
}

/** Joins brand and model, each as one line, without repeating a brand the model starts with. */
export function nameOf(brand: string | undefined, model: string | undefined): string {
  const [maker, name] = [oneLine(brand ?? '', 60), oneLine(model ?? '', 100)];
  return name.toLowerCase().startsWith(`${maker.toLowerCase()} `)
    ? name
    : `${maker} ${name}`.trim();
}

/** The name from the open TAC table, with its source; empty if the table has none. */
export function tableField(view: View, name: TacName | undefined): readonly Field[] {
  return name === undefined
    ? []
    : [{ label: view.say('table.label'), value: nameOf(name.brand, name.model) }];
}

/** The field with the requested IMEI, masked where others can read. */
export function imeiField(view: View, imei: Imei, label = 'IMEI'): Field {
  return { label, value: shownImei(view, imei), copyable: true };
}

/** Brand and model; a field the service did not return is left out. */
function nameFields(view: View, imei: Imei, { brand, model }: Device): readonly Field[] {
  return [
    { label: view.say('device.brand'), value: shownText(view, imei, oneLine(brand ?? '', 60)) },
    { label: view.say('device.model'), value: shownText(view, imei, oneLine(model ?? '', 100)) },
  ].filter(({ value }) => value !== '');
}

/** The sections only FULL has. */
export function fullSections(view: View, imei: Imei, device: Device): readonly Section[] {
  return dataSheet(view, device).map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({
      ...field,
      value: shownText(view, imei, field.value),
    })),
  }));
}

/** Whether the service's answer names a different IMEI. Digits the service masked do not count as different. */
function echoDiffers(imei: Imei, echo = ''): boolean {
  const isImei = /^\S{15}$/u.test(echo);
  return isImei && Array.from(echo).some((digit, at) => /\d/u.test(digit) && digit !== imei[at]);
}

function partsSection(view: View, found: readonly FoundImei[]): Section {
  const lines = found.map(({ imei }) => {
    const { tac, serial, checkDigit } = imeiParts(imei);
    const own = { serial: shownSerial(view, serial), checkDigit: shownSerial(view, checkDigit) };
    return view.say('device.partsLine', { tac, ...own });
  });
  return { heading: view.say('device.partsHeading'), fields: [], lines, minor: true };
}

/** The sandbox mark; undefined for answers of the real service. */
export function sandboxNote(view: View, sandbox = false): string | undefined {
  return view.sandbox || sandbox ? view.say('notes.sandbox') : undefined;
}

/** Where an answer came from, and its age. */
function sourceOf({ say, now, ...view }: View, { source, checkedAt, sandbox }: Provenance): string {
  const elapsedMs = now - checkedAt;
  if (source === 'cache') return say('notes.kept', { ago: ago(say, elapsedMs) });
  if (source === 'tac') return say('notes.sameTac', { ago: ago(say, elapsedMs) });
  const age = ago(say, elapsedMs, say('times.justNow'));
  return say(view.sandbox || sandbox ? 'notes.fromSandbox' : 'notes.fromService', { ago: age });
}

/** How the numbers were read, and warnings about them, each sentence once; undefined if there are none. */
export function imeiWarnings(view: View, ...found: readonly FoundImei[]): string | undefined {
  return sentences(...new Set(found.flatMap((one) => warningsOf(view, one))));
}

function warningsOf(view: View, found: FoundImei): readonly (string | undefined)[] {
  const { say } = view;
  const { from, imei, warning, softwareVersion: version = '' } = found;
  return [
    from === '14-digits'
      ? say('warnings.completed', { digit: shownSerial(view, imei.slice(-1)) })
      : undefined,
    from === 'imeisv' ? say('warnings.softwareVersion', { version }) : undefined,
    warning === 'test-body' ? say('warnings.testBody', { body: imei.slice(0, 2) }) : undefined,
    warning === undefined || warning === 'test-body' ? undefined : say(`warnings.${warning}`),
    found.readFrom === 'text' ? say('warnings.readFromText') : undefined,
  ];
}
