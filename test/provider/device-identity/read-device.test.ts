import { expect, test } from 'vitest';
import { readCheckAnswer } from '../../../src/provider/device-identity/read.ts';

const INFO = {
  weight: 112.5,
  battery: ['Li-Ion', 1150],
  qwerty: false,
  year: ['2007', '06'],
  talk_time_umts: 4,
  stand_by: 300,
  touch_scr: true,
  size: { width: 61, thickness: 11.6, height: 115 },
  wifi_hotspot: false,
  cpu_clock: 412,
  other_band: [],
  build: 'bar',
  tel_func: true,
  lan: false,
  talk_time: 8,
  int_memory: '8 GB',
  gsm_band: ['850', '900', '1800'],
  memory_card: ['microSD', 32],
  umts_band: [],
  hsdpa_band: ['2100'],
  display: { color: [true, '16M'], type: 'TFT', size: { width: 320, height: 480, inches: 3.5 } },
  lan_ports: null,
  os: 'iPhone OS',
  cpu: 'ARM 11',
};

function deviceIn(body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = readCheckAnswer({ httpStatus: 200, body: text });
  return answer.found ? answer.device : expect.fail('found nothing');
}

function infoIn(info: object) {
  const device = deviceIn({ brand: 'B', model: 'M', info });
  expect(device).toMatchObject({ level: 'FULL', brand: 'B', model: 'M' });
  return device.info;
}

test('BASIC is imei, brand and model', () => {
  expect(deviceIn({ imei: '49015420323****', brand: 'NOKIA', model: '3310' })).toEqual({
    level: 'BASIC',
    imei: '49015420323****',
    brand: 'NOKIA',
    model: '3310',
    other: {},
  });
});

test('FULL adds the parts and all 24 fields of info', () => {
  const imei_parts = { tac: '011124', fac: '00', snr: '123456', cd: '7' };
  const device = deviceIn({
    imei: '011124001234567',
    brand: 'APPLE',
    model: 'iPhone',
    imei_parts,
    info: INFO,
  });
  const { lan_ports: _null, ...rest } = INFO;
  expect(Object.keys(INFO)).toHaveLength(24);
  expect(device).toEqual({
    level: 'FULL',
    imei: '011124001234567',
    brand: 'APPLE',
    model: 'iPhone',
    parts: imei_parts,
    info: {
      ...rest,
      battery: { type: 'Li-Ion', capacity: 1150 },
      year: { year: '2007', month: '06' },
      memory_card: { type: 'microSD', size: 32 },
      display: { ...INFO.display, color: { has: true, depth: '16M' } },
      other: {},
    },
    other: {},
  });
});

test.each(Object.keys(INFO))('info without %s, or with null there, is read', (name) => {
  for (const replaced of [undefined, null]) {
    const info = infoIn({ ...INFO, [name]: replaced });
    expect(info).not.toHaveProperty(name);
    expect(info?.other).toEqual({});
  }
});

test.each(Object.keys(INFO))(
  'another type than stated in %s is kept aside and spoils nothing else',
  (name) => {
    const surprise = { surprise: { within: 1 } };
    const info = infoIn({ ...INFO, [name]: surprise });
    if (name === 'lan_ports') expect(info).toMatchObject({ lan_ports: surprise });
    else expect(info?.other).toEqual({ [name]: surprise });
    expect(info?.[name === 'os' ? 'cpu' : 'os']).toBe(name === 'os' ? 'ARM 11' : 'iPhone OS');
  },
);

test.each([[{ brand: 'NOKIA' }], [{ model: 'NOKIA' }], [{ brand: 'NOKIA', model: null, imei: 17 }]])(
  'brand or model alone make a device: %j',
  (body) => expect(deviceIn(body)).toMatchObject({ level: 'BASIC' }),
);

test('a device is a device although an error stands beside it', () => {
  expect(deviceIn({ brand: 'NOKIA', error: 'Slow today' })).toMatchObject({ other: { error: 'Slow today' } });
});

test.each([[{ imei_parts: {} }], [{ imei_parts: [] }], [{ info: {} }], [{ info: [] }], [{ info: 'none' }]])(
  '%j makes it FULL',
  (extra) => expect(deviceIn({ brand: 'B', model: 'M', ...extra }).level).toBe('FULL'),
);

test('numbers may come as text', () => {
  const info = infoIn({
    weight: '112.5',
    cpu_clock: ' 412 ',
    stand_by: '-1',
    talk_time: '+8.25',
    battery: ['Li-Ion', '1150'],
    size: { width: '61' },
  });
  expect(info).toEqual({
    weight: 112.5,
    cpu_clock: 412,
    stand_by: -1,
    talk_time: 8.25,
    battery: { type: 'Li-Ion', capacity: 1150 },
    size: { width: 61 },
    other: {},
  });
});

test.each(['112 g', 'g112', '1,150', '0x10', 'NaN', 'Infinity', '1e999'])(
  '"%s" is no number, but is not lost',
  (weight) => {
    expect(infoIn({ weight })).toEqual({ other: { weight } });
  },
);

test('no number is ever infinite', () => {
  const device = deviceIn(
    '{"brand":"B","model":"M","year":1e999,"info":{"weight":1e999,"lan_ports":[1e999]}}',
  );
  expect(device).toEqual({ level: 'FULL', brand: 'B', model: 'M', info: { other: {} }, other: {} });
});

test.each([
  [[true, 'true', ' TRUE ', 'yes', '1', 1], true],
  [[false, 'false', 'False', 'no', '0', 0], false],
])('truths may come as %j', (values, truth) => {
  for (const qwerty of values) expect(infoIn({ qwerty })).toEqual({ qwerty: truth, other: {} });
});

test('lists that are too short, too long or hold something else keep what fits', () => {
  const info = infoIn({
    battery: ['Li-Ion'],
    year: [2007, null],
    memory_card: [null, 32],
    gsm_band: ['850', 900, null, { band: 1800 }],
    umts_band: '2100',
    display: { color: [], size: { width: 320, height: 'tall' } },
    size: { width: 61, depth: 3 },
    hsdpa_band: [],
    os: '  ',
  });
  expect(info).toEqual({
    battery: { type: 'Li-Ion' },
    year: { year: '2007' },
    memory_card: { size: 32 },
    gsm_band: ['850', '900'],
    umts_band: ['2100'],
    hsdpa_band: [],
    display: { size: { width: 320 } },
    size: { width: 61 },
    other: { gsm_band: [{ band: 1800 }], display: { size: { height: 'tall' } }, size: { depth: 3 } },
  });
});

test('unknown fields are kept, at the top and in info', () => {
  const device = deviceIn({
    brand: 'B',
    model: 'M',
    price: 0.02,
    info: { nfc: true, sim: { slots: 2 } },
    series: 'X',
  });
  expect(device.other).toEqual({ price: 0.02, series: 'X' });
  expect(device.info?.other).toEqual({ nfc: true, sim: { slots: 2 } });
});

test('info and parts of another type are kept aside', () => {
  expect(deviceIn({ brand: 'B', info: 'n/a', imei_parts: ['35', '20'] })).toEqual({
    level: 'FULL',
    brand: 'B',
    other: { info: 'n/a', imei_parts: ['35', '20'] },
  });
});

test('info and parts that are null are none', () => {
  expect(deviceIn({ brand: 'B', model: 'M', info: null, imei_parts: null })).toEqual({
    ...{ level: 'BASIC', brand: 'B', model: 'M', other: {} },
  });
});

test('a list of bands that has no end is kept aside, as far as there is room', () => {
  const band = (at: number): string => String(at);
  const many = Array.from({ length: 101 }, (_, at) => band(at));
  expect(infoIn({ gsm_band: many.slice(0, 100) })?.gsm_band).toHaveLength(100);
  const info = infoIn({ gsm_band: many });
  expect(info?.gsm_band).toBeUndefined();
  expect(info?.other).toEqual({ gsm_band: many.slice(0, 100) });
});
