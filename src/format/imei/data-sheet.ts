import type { Field, JsonValue, Section } from '../../core/reply.ts';
import type { Device, DeviceInfo } from '../../provider/device.ts';
import { measure } from '../phrases.ts';
import { oneLine } from '../reply/view.ts';
import { monthOfYear } from '../times.ts';
import type { MessageKey, Say } from '../words/say.ts';

/** A field by its name on the wire, with the member's name behind a dot where the wire has a list or an object. */
type Label = Below<'sheet.labels'>;
type Group = Exclude<Below<'sheet.headings'>, 'other'>;
type Below<At extends string> = MessageKey extends infer Key
  ? Key extends `${At}.${infer Name}`
    ? Name
    : never
  : never;
type Value = string | number | boolean | undefined;

/** Most fields shown under "Other", and most characters in each value. */
const MOST_OTHER = 20;
const MOST_OTHER_CHARACTERS = 120;
/** How many levels of nested lists and objects are formatted. */
const DEEPEST = 3;

/** Formats `info` of a device as groups of fields in a fixed order. Absent fields are left out and no unit is added. */
export function dataSheet(say: Say, device: Device): readonly Section[] {
  const known = device.info === undefined ? [] : groups(say, device.info);
  const sections: readonly Section[] = known.map(([group, rows]) => ({
    heading: say(`sheet.headings.${group}`),
    fields: rows.flatMap(([label, value]) => field(say, say(`sheet.labels.${label}`), value)),
  }));
  return [...sections, other(say, device)].filter(({ fields }) => fields.length > 0);
}

function groups(say: Say, info: DeviceInfo): readonly [Group, readonly [Label, Value][]][] {
  return [
    ['design', design(info)],
    ['display', display(say, info)],
    ['hardware', hardware(say, info)],
    ['battery', battery(info)],
    ['network', network(say, info)],
    ['release', [['year', released(say, info)]]],
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
const display = (say: Say, { display, touch_scr }: DeviceInfo): readonly [Label, Value][] => [
  ['display.type', display?.type],
  [
    'display.inches',
    display?.size?.inches === undefined ? undefined : measure(say, display.size.inches, 'inch'),
  ],
  ['display.width', display?.size?.width],
  ['display.height', display?.size?.height],
  ['display.color', joined(say, yesOrNo(say, display?.color?.has), display?.color?.depth)],
  ['touch_scr', touch_scr],
];

const hardware = (say: Say, info: DeviceInfo): readonly [Label, Value][] => [
  ['os', info.os],
  ['cpu', info.cpu],
  ['cpu_clock', info.cpu_clock],
  ['int_memory', info.int_memory],
  ['memory_card', joined(say, info.memory_card?.type, info.memory_card?.size)],
];

const battery = (info: DeviceInfo): readonly [Label, Value][] => [
  ['battery.type', info.battery?.type],
  ['battery.capacity', info.battery?.capacity],
  ['stand_by', info.stand_by],
  ['talk_time', info.talk_time],
  ['talk_time_umts', info.talk_time_umts],
];

const network = (say: Say, info: DeviceInfo): readonly [Label, Value][] => [
  ['tel_func', info.tel_func],
  ['gsm_band', joined(say, ...(info.gsm_band ?? []))],
  ['umts_band', joined(say, ...(info.umts_band ?? []))],
  ['hsdpa_band', joined(say, ...(info.hsdpa_band ?? []))],
  ['other_band', joined(say, ...(info.other_band ?? []))],
  ['wifi_hotspot', info.wifi_hotspot],
  ['lan', info.lan],
  ['lan_ports', info.lan_ports === undefined ? undefined : flat(say, info.lan_ports)],
];

/** "March 2004" in the reader's language; as the service has it where that is no month. */
function released(say: Say, { year: { month = '', year = '' } = {} }: DeviceInfo): string {
  return monthOfYear(say, month, year) ?? `${month} ${year}`.trim();
}

function field(say: Say, label: string, value: Value): readonly Field[] {
  const text = typeof value === 'boolean' ? yesOrNo(say, value) : oneLine(String(value ?? ''));
  return text === undefined || text === '' ? [] : [{ label, value: text }];
}

function other(say: Say, device: Device): Section {
  const all = [...Object.entries(device.info?.other ?? {}), ...Object.entries(device.other)].flatMap(
    ([name, value]) => field(say, labelOf(say, name), oneLine(flat(say, value), MOST_OTHER_CHARACTERS)),
  );
  const hidden = all.length - MOST_OTHER;
  return {
    heading: say('sheet.headings.other'),
    fields: all.slice(0, MOST_OTHER),
    ...(hidden > 0 && { lines: [say('sheet.more', { count: hidden })] }),
  };
}

/** A known field keeps its label even if its value has an unknown form; an unknown name is made readable. */
function labelOf(say: Say, name: string): string {
  const known = say.find(`sheet.labels.${name}`) ?? say.find(`sheet.wholes.${name}`);
  if (known !== undefined) return known;
  const text = oneLine(name.replace(/[_.\s]+/gu, ' '), 40);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function yesOrNo(say: Say, value: boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value ? say('yes') : say('no');
}

function joined(say: Say, ...values: readonly Value[]): string {
  const texts = values.filter((value) => value !== undefined && value !== '').map(String);
  return texts.length === 0 ? '' : texts.reduce((before, next) => say('sheet.values', { before, next }));
}

/** Formats any JSON as readable text: lists with commas, members as "name value", deeper levels as an ellipsis. */
function flat(say: Say, value: JsonValue, depth = 0): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? say('yes') : say('no');
  if (typeof value !== 'object') return String(value);
  if (depth === DEEPEST) return '…';
  const parts = Array.isArray(value)
    ? value.map((member) => flat(say, member, depth + 1))
    : Object.entries(value).map(([name, member]) =>
        member === null ? '' : `${name.replaceAll('_', ' ')} ${flat(say, member, depth + 1)}`.trim(),
      );
  return joined(say, ...parts);
}
