import type { Field, JsonValue, Section } from '../../core/reply.ts';
import type { Device, DeviceInfo } from '../../provider/device.ts';
import { measure } from '../phrases.ts';
import { oneLine, type View } from '../reply/view.ts';
import { monthOfYear } from '../times.ts';
import type { Say } from '../words/say.ts';

/** The fields of each group, by their paths on the wire, where `parts` is `imei_parts`. */
const SHEET = [
  ['parts', ['parts.tac', 'parts.fac', 'parts.snr', 'parts.cd']],
  ['design', ['weight', 'size.height', 'size.width', 'size.thickness', 'build', 'qwerty']],
  [
    'display',
    ['display.type', 'display.size.inches', 'display.size.width', 'display.size.height'],
    ['display.color', 'touch_scr'],
  ],
  ['hardware', ['os', 'cpu', 'cpu_clock', 'int_memory', 'memory_card']],
  ['battery', ['battery.type', 'battery.capacity', 'stand_by', 'talk_time', 'talk_time_umts']],
  [
    'network',
    ['tel_func', 'gsm_band', 'umts_band', 'hsdpa_band', 'other_band', 'wifi_hotspot'],
    ['lan', 'lan_ports'],
  ],
  ['release', ['year']],
] as const;

/** Most fields shown under "Other", and most characters in each value. */
const MAX_OTHER = 20;
const MAX_OTHER_CHARACTERS = 120;
/** How many levels of nested lists and objects are formatted. */
const DEEPEST = 3;

/** Formats a FULL device as groups of fields in a fixed order. Absent fields are left out and no unit is added. */
export function dataSheet(
  { say, visibility }: View,
  { info, parts = {}, ...device }: Device,
): readonly Section[] {
  // The last parts of the old form identify the phone, so others do not see them.
  const shown = visibility === 'shared' ? { tac: parts.tac, fac: parts.fac } : parts;
  const all: Fields = { ...info, parts: shown };
  const sections = SHEET.map(([group, ...paths]) => ({
    heading: say(`sheet.headings.${group}`),
    fields: paths.flat().flatMap((path) => {
      const value = path
        .split('.')
        .reduce<unknown>((inside, name) => (inside as Fields | undefined)?.[name], all);
      return field(say(`sheet.labels.${path}`), knownText(say, path, value));
    }),
  }));
  const unknown = otherFields(say, { ...info?.other, ...device.other });
  return [...sections, unknown].filter(({ fields }) => fields.length > 0);
}

type Fields = Readonly<Record<string, unknown>>;

function knownText(say: Say, path: string, value: unknown): string {
  if (path === 'year') return released(say, value as DeviceInfo['year']);
  // The only size whose unit the interface states: the field name contains it.
  if (path === 'display.size.inches' && typeof value === 'number')
    return measure(say, value, 'inch');
  const isGroup = typeof value === 'object' && value !== null && path !== 'lan_ports';
  return flat(say, isGroup ? Object.values(value) : (value as JsonValue | undefined));
}

/** "March 2004" in the reader's language, or the text of the service if it is not a month. */
function released(
  say: Say,
  { month = '', year = '' }: NonNullable<DeviceInfo['year']> = {},
): string {
  return monthOfYear(say, month, year) ?? `${month} ${year}`.trim();
}

function field(label: string, value: string): readonly Field[] {
  const text = oneLine(value);
  return text === '' ? [] : [{ label, value: text }];
}

function otherFields(say: Say, other: Device['other']): Section {
  const all = Object.entries(other).flatMap(([name, value]) =>
    field(labelOf(say, name), oneLine(flat(say, value), MAX_OTHER_CHARACTERS)),
  );
  const hidden = all.length - MAX_OTHER;
  return {
    heading: say('sheet.headings.other'),
    fields: all.slice(0, MAX_OTHER),
    ...(hidden > 0 && { lines: [say('sheet.more', { count: hidden })] }),
  };
}

/** The label of a field, also if its value has an unknown form. An unknown name is made readable. */
function labelOf(say: Say, name: string): string {
  const known = say.find(`sheet.labels.${name}`) ?? say.find(`sheet.headings.${name}`);
  if (known !== undefined) return known;
  const text = oneLine(name.replace(/[_.\s]+/gu, ' '), 40);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats any JSON as readable text: lists with commas, members as "name value", deeper levels as an ellipsis. */
function flat(say: Say, value: JsonValue | undefined, depth = 0): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? say('yes') : say('no');
  if (typeof value !== 'object') return String(value);
  if (depth === DEEPEST) return '…';
  const parts = Array.isArray(value)
    ? value.map((member) => flat(say, member, depth + 1))
    : Object.entries(value).map(([name, member]) =>
        member === null
          ? ''
          : `${name.replaceAll('_', ' ')} ${flat(say, member, depth + 1)}`.trim(),
      );
  const values = parts.filter((part) => part !== '');
  return values.length === 0
    ? ''
    : values.reduce((before, next) => say('sheet.values', { before, next }));
}
