import type { Field, JsonValue, Section } from '../../core/reply.ts';
import type { Device, DeviceInfo } from '../../provider/device.ts';
import { oneLine } from '../reply/one-line.ts';
import type { Words } from '../words/words.ts';

type Label = keyof Words['sheet']['labels'];
type Group = Exclude<keyof Words['sheet']['headings'], 'other'>;
type Value = string | number | boolean | undefined;

/** Most fields shown under "Other", and most characters in each value. */
const MOST_OTHER = 20;
const MOST_OTHER_CHARACTERS = 120;
/** How many levels of nested lists and objects are formatted. */
const DEEPEST = 3;

/** Formats `info` of a device as groups of fields in a fixed order. Absent fields are left out and no unit is added. */
export function dataSheet(words: Words, device: Device): readonly Section[] {
  const { headings, labels } = words.sheet;
  const known = device.info === undefined ? [] : groups(words, device.info);
  const sections: readonly Section[] = known.map(([group, rows]) => ({
    heading: headings[group],
    fields: rows.flatMap(([label, value]) => field(words, labels[label], value)),
  }));
  return [...sections, other(words, device)].filter(({ fields }) => fields.length > 0);
}

function groups(words: Words, info: DeviceInfo): readonly [Group, readonly [Label, Value][]][] {
  return [
    ['design', design(info)],
    ['display', display(words, info)],
    ['hardware', hardware(words, info)],
    ['battery', battery(info)],
    ['network', network(words, info)],
    ['release', [['year', words.sheet.released(info.year?.month ?? '', info.year?.year ?? '')]]],
  ];
}

const design = (info: DeviceInfo): readonly [Label, Value][] => [
  ['weight', info.weight],
  ['size.height', info.size?.height],
  ['size.width', info.size?.width],
  ['size.thickness', info.size?.thickness],
  ['build', info.build],
  ['qwerty', info.qwerty],
];

// `inches` is the only size whose unit the interface states: the field name contains it.
const display = (words: Words, { display, touch_scr }: DeviceInfo): readonly [Label, Value][] => [
  ['display.type', display?.type],
  [
    'display.inches',
    display?.size?.inches === undefined ? undefined : words.sheet.inches(display.size.inches),
  ],
  ['display.width', display?.size?.width],
  ['display.height', display?.size?.height],
  ['display.color', joined(words, yesOrNo(words, display?.color?.has), display?.color?.depth)],
  ['touch_scr', touch_scr],
];

const hardware = (words: Words, info: DeviceInfo): readonly [Label, Value][] => [
  ['os', info.os],
  ['cpu', info.cpu],
  ['cpu_clock', info.cpu_clock],
  ['int_memory', info.int_memory],
  ['memory_card', joined(words, info.memory_card?.type, info.memory_card?.size)],
];

const battery = (info: DeviceInfo): readonly [Label, Value][] => [
  ['battery.type', info.battery?.type],
  ['battery.capacity', info.battery?.capacity],
  ['stand_by', info.stand_by],
  ['talk_time', info.talk_time],
  ['talk_time_umts', info.talk_time_umts],
];

const network = (words: Words, info: DeviceInfo): readonly [Label, Value][] => [
  ['tel_func', info.tel_func],
  ['gsm_band', joined(words, ...(info.gsm_band ?? []))],
  ['umts_band', joined(words, ...(info.umts_band ?? []))],
  ['hsdpa_band', joined(words, ...(info.hsdpa_band ?? []))],
  ['other_band', joined(words, ...(info.other_band ?? []))],
  ['wifi_hotspot', info.wifi_hotspot],
  ['lan', info.lan],
  ['lan_ports', info.lan_ports === undefined ? undefined : flat(words, info.lan_ports)],
];

function field(words: Words, label: string, value: Value): readonly Field[] {
  const text = typeof value === 'boolean' ? yesOrNo(words, value) : oneLine(String(value ?? ''));
  return text === undefined || text === '' ? [] : [{ label, value: text }];
}

function other(words: Words, device: Device): Section {
  const all = [...Object.entries(device.info?.other ?? {}), ...Object.entries(device.other)].flatMap(
    ([name, value]) => field(words, labelOf(words, name), oneLine(flat(words, value), MOST_OTHER_CHARACTERS)),
  );
  const hidden = all.length - MOST_OTHER;
  return {
    heading: words.sheet.headings.other,
    fields: all.slice(0, MOST_OTHER),
    ...(hidden > 0 && { lines: [words.sheet.more(hidden)] }),
  };
}

/** A known field keeps its label even if its value has an unknown form; an unknown name is made readable. */
function labelOf(words: Words, name: string): string {
  const known: Readonly<Record<string, string>> = { ...words.sheet.labels, ...words.sheet.wholes };
  if (Object.hasOwn(known, name)) return known[name] ?? name;
  const text = oneLine(name.replace(/[_.\s]+/gu, ' '), 40);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function yesOrNo(words: Words, value: boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value ? words.yes : words.no;
}

function joined(words: Words, ...values: readonly Value[]): string {
  return words.sheet.values(values.filter((value) => value !== undefined && value !== '').map(String));
}

/** Formats any JSON as readable text: lists with commas, members as "name value", deeper levels as an ellipsis. */
function flat(words: Words, value: JsonValue, depth = 0): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value !== 'object') return String(value);
  if (depth === DEEPEST) return '…';
  const parts = Array.isArray(value)
    ? value.map((member) => flat(words, member, depth + 1))
    : Object.entries(value).map(([name, member]) =>
        member === null ? '' : `${name.replaceAll('_', ' ')} ${flat(words, member, depth + 1)}`.trim(),
      );
  return joined(words, ...parts);
}
