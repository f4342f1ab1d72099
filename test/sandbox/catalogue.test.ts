import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFindDevice, loadCatalogue } from '../../src/sandbox/catalogue/catalogue.ts';
import { IMEIS_TO_TRY } from '../../src/sandbox/welcome.ts';
import { imeiOf } from '../support/imeis.ts';

const MONTHS = z.literal([
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]);
const bands = z.array(z.string().min(1)).min(1);
const positive = z.number().positive();

/** The interface's section 2.2 to the letter: these names, these types, nothing else. */
const info = z
  .strictObject({
    weight: positive,
    battery: z.tuple([z.string(), positive]),
    qwerty: z.boolean(),
    year: z.tuple([z.string().regex(/^(19|20)\d\d$/), MONTHS]),
    talk_time_umts: positive,
    stand_by: positive,
    touch_scr: z.boolean(),
    size: z.strictObject({ width: positive, thickness: positive, height: positive }),
    wifi_hotspot: z.boolean(),
    cpu_clock: positive,
    other_band: bands,
    build: z.string(),
    tel_func: z.boolean(),
    lan: z.boolean(),
    talk_time: positive,
    int_memory: z.string(),
    gsm_band: bands,
    memory_card: z.tuple([z.string(), positive]),
    umts_band: bands,
    hsdpa_band: bands,
    display: z.strictObject({
      color: z.tuple([z.boolean(), z.string()]),
      type: z.string(),
      size: z.strictObject({
        width: z.int().positive(),
        height: z.int().positive(),
        inches: positive.optional(),
      }),
    }),
    lan_ports: z.null(),
    os: z.string(),
    cpu: z.string(),
  })
  .partial();

/** Each row to the letter; a wrong one is named by its place. */
const CATALOGUE = z
  .array(z.strictObject({ tac: z.string(), brand: z.string(), model: z.string(), info }))
  .parse(loadCatalogue());
const named = (row: (typeof CATALOGUE)[number]) => [`${row.brand} ${row.model}`, row] as const;

describe('the catalogue', () => {
  it('has at least 60 devices, each TAC once and of eight digits', () => {
    const tacs = CATALOGUE.map(({ tac }) => tac);
    expect(tacs.length).toBeGreaterThanOrEqual(60);
    expect(tacs.filter((tac) => !/^\d{8}$/.test(tac))).toEqual([]);
    expect(new Set(tacs).size).toBe(tacs.length);
  });

  it('reaches from 1999 or before to 2025', () => {
    const years = CATALOGUE.flatMap(({ info: { year } }) => (year ? [Number(year[0])] : []));
    expect(Math.min(...years)).toBeLessThanOrEqual(1999);
    expect(Math.max(...years)).toBeGreaterThanOrEqual(2025);
    for (let year = 1999; year <= 2025; year += 1) expect(years).toContain(year);
  });

  it('shows every field of the interface in some device', () => {
    const used = new Set(CATALOGUE.flatMap(({ info }) => Object.keys(info)));
    expect(used).toEqual(new Set(Object.keys(info.shape)));
  });

  it('writes brands in capitals', () => {
    expect(CATALOGUE.filter(({ brand }) => brand !== brand.toUpperCase())).toEqual([]);
  });

  it.each(CATALOGUE.map(named))(
    'has no impossible figure for %s',
    (_name, { info: { weight, size, display } }) => {
      if (weight !== undefined) expect(weight).toBeGreaterThan(60);
      if (weight !== undefined) expect(weight).toBeLessThan(260);
      if (size === undefined) return;
      expect(size.height).toBeGreaterThan(size.width);
      expect(size.width).toBeGreaterThan(size.thickness);
      const inches = display?.size.inches ?? 0;
      expect(inches * 25.4).toBeLessThan(Math.hypot(size.height, size.width));
    },
  );
});

describe('the IMEIs to try', () => {
  it('have right check digits, and are what is said of them', () => {
    const findDevice = createFindDevice(undefined);
    for (const [imei, about] of IMEIS_TO_TRY) {
      expect(imeiOf(imei.slice(0, 8), Number(imei.slice(8, 14)))).toBe(imei);
      const device = findDevice(imei);
      const name = device === undefined ? 'not found' : `${device.brand} ${device.model}`;
      expect(name.toLowerCase()).toContain(about.toLowerCase());
    }
  });
});
