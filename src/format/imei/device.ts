import type { Field, Reply, Section } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/findings.ts';
import { type Imei, imeiParts } from '../../imei/imei.ts';
import type { Device, DeviceParts } from '../../provider/device.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine, shownImei, shownSerial, shownText, type View } from '../reply/view.ts';
import { dataSheet } from './data-sheet.ts';
import { imeiWarnings, provenanceNote } from './notes.ts';
import type { Provenance, TacName } from './outcome.ts';

/** `brief`: brand, model and the IMEI. `full`: also every field of the service's answer. */
export type Detail = 'brief' | 'full';

/** An answer of the service, and how it is shown. */
interface ShownDevice extends Provenance {
  readonly device: Device;
  readonly detail: Detail;
  /** The other IMEI of a phone with two slots, which has the same answer. */
  readonly second?: FoundImei;
}

/** The reply for an IMEI the service knows: brand, model, the IMEI; with `full`, every field; its parts in small print. */
export function deviceReply(
  view: View,
  found: FoundImei,
  { device, detail, second, ...provenance }: ShownDevice,
): Reply {
  // An answer reused from another IMEI of the same TAC echoes that IMEI, which is not this person's to see.
  const differs = provenance.source !== 'tac' && echoDiffers(found.imei, device.imei);
  return compose({
    tone: 'good',
    title: deviceName(view, found.imei, device),
    summary: sentences(
      differs ? view.say('device.echoDiffers') : undefined,
      imeiWarnings(view, found, ...(second === undefined ? [] : [second])),
      detail === 'full' && device.level === 'BASIC' ? view.say('device.nameOnly') : undefined,
    ),
    sections: [
      {
        fields: [
          ...nameFields(view, found.imei, device, second === undefined ? undefined : found.label),
          ...(second === undefined ? [] : [imeiField(view, second.imei, second.label)]),
          ...(differs ? [echoField(view, found.imei, device)] : []),
        ],
      },
      ...(detail === 'full' ? fullSections(view, found.imei, device) : []),
      partsSection(view, second === undefined ? [found.imei] : [found.imei, second.imei], detail),
    ],
    note: provenanceNote(view, provenance),
  });
}

/** The reply for an IMEI the service has no record of, with the name from the open TAC table. */
export function notFoundReply(
  view: View,
  found: FoundImei,
  { tableName, ...provenance }: Provenance & { readonly tableName: TacName | undefined },
): Reply {
  return compose({
    tone: 'warning',
    title: view.say('notFound.title'),
    summary: sentences(view.say('notFound.summary'), imeiWarnings(view, found)),
    sections: [
      { fields: [...tableField(view, tableName), imeiField(view, found.imei)] },
      partsSection(view, [found.imei], 'brief'),
    ],
    note: provenanceNote(view, provenance),
  });
}

/** Brand and model as one name, without repeating a brand the model starts with. */
export function deviceName(
  view: View,
  imei: Imei,
  { brand, model }: Pick<Device, 'brand' | 'model'>,
): string {
  const name = shownText(view, imei, nameOf(brand, model));
  return name === '' ? view.say('device.unnamed') : name;
}

/** The name from the open TAC table, formatted like a name from the service. */
export function tableNameText({ brand, model }: TacName): string {
  return nameOf(brand, model);
}

/** The name from the open TAC table, labelled as such; empty if the table has none. */
export function tableField(view: View, name: TacName | undefined): readonly Field[] {
  return name === undefined ? [] : [{ label: view.say('table.label'), value: tableNameText(name) }];
}

/** The field with the requested IMEI, masked where others can read. */
export function imeiField(view: View, imei: Imei, label = 'IMEI'): Field {
  return { label, value: shownImei(view, imei), copyable: true };
}

/** The sections only FULL has: the pre-2004 split of the IMEI and the data sheet. */
export function fullSections(view: View, imei: Imei, device: Device): readonly Section[] {
  const sheet = dataSheet(view.say, device).map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, value: shownText(view, imei, field.value) })),
  }));
  return device.parts === undefined ? sheet : [oldPartsSection(view, imei, device.parts), ...sheet];
}

/** Joins brand and model, each as one line, without repeating a brand the model starts with. */
export function nameOf(brand: string | undefined, model: string | undefined): string {
  const [maker, name] = [oneLine(brand ?? '', 60), oneLine(model ?? '', 100)];
  return name.toLowerCase().startsWith(`${maker.toLowerCase()} `) ? name : `${maker} ${name}`.trim();
}

/** Brand, model and the requested IMEI; a field the service did not return is left out. */
export function nameFields(view: View, imei: Imei, device: Device, label?: string): readonly Field[] {
  const named = [
    { label: view.say('device.brand'), value: shownText(view, imei, oneLine(device.brand ?? '', 60)) },
    { label: view.say('device.model'), value: shownText(view, imei, oneLine(device.model ?? '', 100)) },
  ];
  return [...named.filter(({ value }) => value !== ''), imeiField(view, imei, label)];
}

function echoField(view: View, imei: Imei, { imei: echo = '' }: Device): Field {
  return { label: view.say('device.echo'), value: shownText(view, imei, oneLine(echo, 40)) };
}

/** Whether the service's answer names a different IMEI. Digits the service masked do not count as different. */
export function echoDiffers(imei: Imei, echo: string | undefined): boolean {
  if (echo === undefined || !/^\S{15}$/u.test(echo)) return false;
  let at = 0;
  for (const character of echo) {
    if (/\d/u.test(character) && character !== imei[at]) return true;
    at += 1;
  }
  return false;
}

function partsSection(view: View, imeis: readonly Imei[], detail: Detail): Section {
  const { say } = view;
  const fields: Field[] = [];
  const lines: string[] = [];
  for (const imei of imeis) {
    const { tac, ...own } = imeiParts(imei);
    const [serial, checkDigit] = [shownSerial(view, own.serial), shownSerial(view, own.checkDigit)];
    if (detail === 'brief') lines.push(say('device.partsLine', { tac, serial, checkDigit }));
    else
      fields.push(
        { label: say('device.tac'), value: tac },
        { label: say('device.serial'), value: serial },
        { label: say('device.checkDigit'), value: checkDigit },
      );
  }
  return { heading: say('device.partsHeading'), fields, lines, minor: true };
}

function oldPartsSection(view: View, imei: Imei, parts: DeviceParts): Section {
  const fields = [
    { label: view.say('device.oldTac'), value: shownText(view, imei, parts.tac ?? '') },
    { label: view.say('device.oldFac'), value: shownText(view, imei, parts.fac ?? '') },
    { label: view.say('device.oldSnr'), value: shownSerial(view, parts.snr ?? '') },
    { label: view.say('device.oldCd'), value: shownSerial(view, parts.cd ?? '') },
  ];
  return { heading: view.say('device.oldPartsHeading'), fields: fields.filter(({ value }) => value !== '') };
}
