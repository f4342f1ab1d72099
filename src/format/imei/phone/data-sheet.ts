import type { JsonValue } from '../../../core/json.ts';
import type { Field, Section } from '../../../core/reply/reply.ts';
import type { Device, DeviceInfo } from '../../../provider/device.ts';
import type { ReplyContext } from '../../format.ts';
import { oneLine } from '../../reply/one-line.ts';
import type { Say } from '../../texts/say.ts';
import { monthOfYear } from '../../texts/times.ts';
import { inches, measuredAt, valueAt } from './units.ts';

/** The fields of each group, by their paths in `Device.info`. */
const DETAILS = [
  {
    group: 'design',
    paths: ['weight', 'size.height', 'size.width', 'size.thickness', 'build', 'qwerty'],
  },
  {
    group: 'display',
    paths: [
      'display.type',
      'display.size.inches',
      'display.size.width',
      'display.size.height',
      'display.color',
      'touch_scr',
    ],
  },
  { group: 'hardware', paths: ['os', 'cpu', 'cpu_clock', 'int_memory', 'memory_card'] },
  {
    group: 'battery',
    paths: ['battery.type', 'battery.capacity', 'stand_by', 'talk_time', 'talk_time_umts'],
  },
  {
    group: 'network',
    paths: [
      'tel_func',
      'gsm_band',
      'umts_band',
      'hsdpa_band',
      'other_band',
      'wifi_hotspot',
      'lan',
      'lan_ports',
    ],
  },
  { group: 'release', paths: ['year'] },
] as const;
/** The parts of an IMEI as it was divided until 2004, with a final assembly code. */
const OLDER_FORMAT = {
  group: 'parts',
  paths: ['parts.tac', 'parts.fac', 'parts.snr', 'parts.cd'],
} as const;

type DetailGroup = (typeof DETAILS)[number] | typeof OLDER_FORMAT;
type DetailPath = DetailGroup['paths'][number];

/** The most fields shown under "Other". */
const MAX_OTHER = 20;
/** The most characters shown of each of their values. */
const MAX_OTHER_CHARACTERS = 120;
/** Levels of nested lists and objects that are formatted. */
const DEEPEST = 3;

/**
 * Formats a FULL device as groups of fields in a fixed order, the parts of its IMEI last. Absent
 * fields are left out.
 */
export function dataSheet(
  { say, visibility }: ReplyContext,
  { info = { other: {} }, parts = {}, other }: Device,
): readonly Section[] {
  // If others can read, the serial number in the IMEI is left out.
  const { snr: _, ...openParts } = parts;
  const shownParts = visibility === 'shared' ? openParts : parts;
  const section = ({ group, paths }: DetailGroup): Section => ({
    heading: say(`sheet.headings.${group}`),
    fields: paths.flatMap((path) => {
      const text =
        measuredAt(say, info, path) ??
        knownText(say, path, valueAt({ ...info, parts: shownParts }, path));
      return field(say(`sheet.labels.${path}`), text);
    }),
  });
  return [
    ...DETAILS.map(section),
    otherFields(say, { ...info.other, ...other }),
    section(OLDER_FORMAT),
  ].filter(({ fields }) => fields.length > 0);
}

/**
 * The facts that people ask about first: year, system, display, battery. Facts that the device
 * lacks are left out; a BASIC device has none.
 */
export function keyFacts(say: Say, { info }: Device): readonly string[] {
  if (info === undefined) return [];
  const { year = '' } = info.year ?? {};
  const diagonal = info.display?.size?.inches;
  const facts = [
    /^\d{4}$/u.test(year) ? year : '',
    oneLine(info.os ?? '', 40),
    diagonal === undefined ? '' : inches(say, diagonal),
    measuredAt(say, info, 'battery.capacity') ?? '',
  ];
  return facts.filter((fact) => fact !== '');
}

function knownText(say: Say, path: DetailPath, value: unknown): string {
  if (path === 'year') return releaseDate(say, value as DeviceInfo['year']);
  if (path === 'display.size.inches' && typeof value === 'number') return inches(say, value);
  // The names in such an object are ours. `lan_ports` may be any JSON, so its names are shown.
  const isGroup = typeof value === 'object' && value !== null && path !== 'lan_ports';
  return flatText(say, isGroup ? Object.values(value) : (value as JsonValue | undefined));
}

/** "March 2004" in the reader's language, or the text of the service if it is not a month. */
function releaseDate(
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
  const fields = Object.entries(other).flatMap(([name, value]) =>
    field(fieldLabel(say, name), oneLine(flatText(say, value), MAX_OTHER_CHARACTERS)),
  );
  const hidden = fields.length - MAX_OTHER;
  return {
    heading: say('sheet.headings.other'),
    fields: fields.slice(0, MAX_OTHER),
    ...(hidden > 0 && { lines: [say('sheet.more', { count: hidden })] }),
  };
}

/** The label of a field. A name without a text in the catalogue is made readable. */
function fieldLabel(say: Say, name: string): string {
  const known = say.find(`sheet.labels.${name}`) ?? say.find(`sheet.headings.${name}`);
  if (known !== undefined) return known;
  const text = oneLine(name.replace(/[_.\s]+/gu, ' '), 40);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Any JSON as readable text: lists with commas, members as "name value", deeper levels as "…". */
function flatText(say: Say, value: JsonValue | undefined, depth = 0): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? say('yes') : say('no');
  if (typeof value !== 'object') return String(value);
  if (depth === DEEPEST) return '…';
  const parts = Array.isArray(value)
    ? value.map((member) => flatText(say, member, depth + 1))
    : Object.entries(value).map(([name, member]) => memberText(say, name, member, depth + 1));
  const values = parts.filter((part) => part !== '');
  return values.length === 0
    ? ''
    : values.reduce((before, next) => say('sheet.values', { before, next }));
}

function memberText(say: Say, name: string, member: JsonValue, depth: number): string {
  return member === null
    ? ''
    : `${name.replaceAll('_', ' ')} ${flatText(say, member, depth)}`.trim();
}
