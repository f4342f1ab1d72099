import { expect, it } from 'vitest';
import { z } from 'zod';
import { createFindDevice, loadCatalogue } from '../../src/sandbox/catalogue/catalogue.ts';
import { IMEIS_TO_TRY } from '../../src/sandbox/run.ts';
import { imeiOf } from '../support/imeis.ts';

const MONTH = /^(January|February|March|April|May|June|July|August|September|October|November|December)$/;
const bands = z.array(z.string().min(1)).min(1);
const positive = z.number().positive();

/** The interface's section 2.2 to the letter: these names, these types, nothing else. */
const info = z
  .strictObject({
    weight: positive.min(60).max(260),
    battery: z.tuple([z.string(), positive]),
    qwerty: z.boolean(),
    year: z.tuple([z.string().regex(/^(19|20)\d\d$/), z.string().regex(MONTH)]),
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

it('the catalogue has each TAC once, and shows every field of the interface as it is described', () => {
  const brand = z.string().refine((text) => text === text.toUpperCase());
  const row = z.strictObject({ tac: z.string().regex(/^\d{8}$/), brand, model: z.string(), info });
  const catalogue = z.array(row).min(60).parse(loadCatalogue());
  expect(new Set(catalogue.map(({ tac }) => tac)).size).toBe(catalogue.length);
  const used = new Set(catalogue.flatMap((device) => Object.keys(device.info)));
  expect(used).toEqual(new Set(Object.keys(info.shape)));
});

it('the IMEIs to try have right check digits, and are the phones that they are called', () => {
  const findDevice = createFindDevice(undefined);
  for (const [imei, about] of IMEIS_TO_TRY) {
    expect(imeiOf(imei.slice(0, 8), Number(imei.slice(8, 14)))).toBe(imei);
    const device = findDevice(imei);
    const name = device === undefined ? 'not found' : `${device.brand} ${device.model}`;
    expect(name.toLowerCase()).toContain(about.toLowerCase());
  }
});
