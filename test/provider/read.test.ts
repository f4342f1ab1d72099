import { describe, expect, it } from 'vitest';
import {
  readCheckResult,
  readKeyStatus,
} from '../../src/provider/device-identity/read-response.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';

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
const STATUSES = [200, 400, 401, 403, 404, 429, 500, 503];

function deviceIn(body: object | string, httpStatus = 200) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = readCheckResult({ httpStatus, body: text });
  return answer.found ? answer.device : expect.fail('found nothing');
}

function infoIn(info: object) {
  return deviceIn({ brand: 'B', model: 'M', info }).info;
}

/** The failure with which both readers end. */
function failureOf(body: string | object, httpStatus = 200): ServiceFailure {
  const raw = { httpStatus, body: typeof body === 'string' ? body : JSON.stringify(body) };
  const [failure, ofStatus] = [readCheckResult, readKeyStatus].map((read) => {
    try {
      return read(raw);
    } catch (error) {
      return error;
    }
  });
  expect(failure).toEqual(expect.any(ServiceFailure));
  expect(ofStatus).toEqual(expect.any(ServiceFailure));
  expect((ofStatus as ServiceFailure).code).toBe((failure as ServiceFailure).code);
  return failure as ServiceFailure;
}

describe('a device', () => {
  it('a BASIC device is read as imei, brand and model', () => {
    const device = { imei: '49015420323****', brand: 'NOKIA', model: '3310' };
    expect(deviceIn(device)).toEqual({ level: 'BASIC', ...device, other: {} });
  });

  it('a FULL device also has the parts and all 24 fields of info', () => {
    const top = { imei: '011124001234567', brand: 'APPLE', model: 'iPhone' };
    const imei_parts = { tac: '011124', fac: '00', snr: '123456', cd: '7' };
    const { lan_ports: _null, ...rest } = INFO;
    expect(Object.keys(INFO)).toHaveLength(24);
    expect(deviceIn({ ...top, imei_parts, info: INFO })).toEqual({
      level: 'FULL',
      ...top,
      parts: imei_parts,
      other: {},
      info: {
        ...rest,
        battery: { type: 'Li-Ion', capacity: 1150 },
        year: { year: '2007', month: '06' },
        memory_card: { type: 'microSD', size: 32 },
        display: { ...INFO.display, color: { has: true, depth: '16M' } },
        other: {},
      },
    });
  });

  it.each(Object.keys(INFO))(
    'a device is read without %s, and a value of another type is kept',
    (name) => {
      for (const replaced of [undefined, null]) {
        expect(infoIn({ ...INFO, [name]: replaced })).not.toHaveProperty(name);
      }
      const surprise = { surprise: { within: 1 } };
      const info = infoIn({ ...INFO, [name]: surprise });
      if (name === 'lan_ports') expect(info).toMatchObject({ lan_ports: surprise });
      else expect(info?.other).toEqual({ [name]: surprise });
      expect(info?.[name === 'os' ? 'cpu' : 'os']).toBe(name === 'os' ? 'ARM 11' : 'iPhone OS');
    },
  );

  it.each<[object, object]>([
    [{ brand: 'NOKIA' }, { level: 'BASIC' }],
    [{ brand: 'NOKIA', model: null, imei: 17 }, { level: 'BASIC' }],
    [
      { brand: 'NOKIA', error: 'Slow today' },
      { level: 'BASIC', other: { error: 'Slow today' } },
    ],
    [
      { model: 'M', info: null, imei_parts: null },
      { level: 'BASIC', other: {} },
    ],
    [{ model: 'M', imei_parts: [] }, { level: 'FULL' }],
    [{ model: 'M', info: {} }, { level: 'FULL' }],
    [
      { model: 'M', info: 'n/a', imei_parts: ['35'] },
      { level: 'FULL', other: { info: 'n/a', imei_parts: ['35'] } },
    ],
    [
      { model: 'M', price: 0.02, info: { nfc: true } },
      { other: { price: 0.02 }, info: { other: { nfc: true } } },
    ],
  ])('the answer %j is read as a device, whatever else it has', (body, device) => {
    for (const status of STATUSES) expect(deviceIn(body, status)).toMatchObject(device);
  });

  it.each<[string, object, object]>([
    [
      'numbers as text',
      {
        weight: '112.5',
        cpu_clock: ' 412 ',
        stand_by: '-1',
        talk_time: '+8.25',
        battery: ['Li-Ion', '1150'],
      },
      {
        weight: 112.5,
        cpu_clock: 412,
        stand_by: -1,
        talk_time: 8.25,
        battery: { type: 'Li-Ion', capacity: 1150 },
      },
    ],
    ...['112 g', 'g112', '1,150', '0x10', 'NaN', 'Infinity', '1e999'].map(
      (weight): [string, object, object] => ['no number', { weight }, { other: { weight } }],
    ),
    ...[true, 'true', ' TRUE ', 'yes', '1', 1].map((qwerty): [string, object, object] => [
      'true',
      { qwerty },
      { qwerty: true },
    ]),
    ...[false, 'false', 'False', 'no', '0', 0].map((qwerty): [string, object, object] => [
      'false',
      { qwerty },
      { qwerty: false },
    ]),
    [
      'lists that are too short or hold something else',
      {
        battery: ['Li-Ion'],
        year: [2007, null],
        memory_card: [null, 32],
        umts_band: '2100',
        os: '  ',
        gsm_band: ['850', 900, null, { band: 1800 }],
        display: { size: { width: 320, height: 'tall' } },
      },
      {
        battery: { type: 'Li-Ion' },
        year: { year: '2007' },
        memory_card: { size: 32 },
        umts_band: ['2100'],
        gsm_band: ['850', '900'],
        display: { size: { width: 320 } },
        other: { gsm_band: [{ band: 1800 }], display: { size: { height: 'tall' } } },
      },
    ],
  ])('a device is read with %s in its info: %j', (_what, info, read) => {
    expect(infoIn(info)).toEqual({ other: {}, ...read });
  });
});

describe('a message of the interface', () => {
  it.each([
    ['Incorrect username/password', 'credentials-wrong'],
    ['Account blocked', 'account-blocked'],
    ['Missing username/password', 'credentials-missing'],
    ['Exceeded the limit', 'limit-exceeded'],
    ['IMEI cannot be empty', 'imei-empty'],
    ['API key invalid or disabled', 'key-refused'],
    ['API key not activated or expired', 'key-inactive'],
    ['Hourly limit exceeded', 'hourly-limit'],
    ['Daily limit exceeded', 'daily-limit'],
  ])('the message "%s" means %s, with any status and any spelling', (message, code) => {
    for (const httpStatus of STATUSES) {
      for (const body of [{ error: message }, { errors: message }]) {
        expect(failureOf(body, httpStatus)).toMatchObject({ code, httpStatus, mayBePaid: false });
      }
    }
    for (const variant of [
      message.toUpperCase(),
      `  ${message}. .\n`,
      message.replaceAll(' ', '  '),
    ])
      expect(failureOf({ error: variant })).toMatchObject({ code, serviceMessage: undefined });
  });

  it.each([
    [{ errors: ['Hourly limit exceeded'] }, 'hourly-limit'],
    [{ error: { message: 'Account blocked' } }, 'account-blocked'],
    [{ error: true, errors: 'Hourly limit exceeded' }, 'hourly-limit'],
    [{ error: 'Something', errors: 'API key invalid or disabled' }, 'key-refused'],
    [{ error: 'Account blocked', errors: 'Something' }, 'account-blocked'],
    [{ error: false, errors: 'Hourly limit exceeded' }, 'hourly-limit'],
  ])('a message counts in any place of the answer: %j', (body, code) => {
    expect(failureOf(body).code).toBe(code);
  });

  it.each([
    'IMEI: 490154203237518 not found',
    'IMEI: 4901542032****8 not found.',
    'imei:490154203237518 NOT FOUND',
    ' IMEI:  not found ',
  ])('the message "%s" is an answer (not found), and says nothing about a key', (message) => {
    for (const httpStatus of STATUSES) {
      for (const body of [
        { error: message },
        { errors: message },
        { error: true, errors: message },
      ])
        expect(readCheckResult({ httpStatus, body: JSON.stringify(body) })).toEqual({
          found: false,
        });
    }
    const body = JSON.stringify({ error: message });
    expect(() => readKeyStatus({ httpStatus: 200, body })).toThrow('unknown-error');
  });
});

describe('another answer', () => {
  it.each([
    [{ error: 'Page not found' }, 'Page not found'],
    [{ error: 'Sorry, IMEI: 490154203237518 not found' }, 'Sorry, IMEI: [imei] not found'],
    [
      { error: 'Under maintenance,\n\tback \u001b[31mlater\u0007' },
      'Under maintenance, back [31mlater',
    ],
    [{ error: 'Bad IMEI 49-015420-323751-8 or 3520 9900 1761 481!' }, 'Bad IMEI [imei] or [imei]!'],
    [{ error: 'Error 1045 on 2024-01-31' }, 'Error 1045 on 2024-01-31'],
    [{ error: ' \n', errors: 'Under maintenance' }, 'Under maintenance'],
    [{ error: [], errors: ['', 7, null, 'Under maintenance', 'Too late'] }, 'Under maintenance'],
    [{ error: { code: 5, text: ' ', message: 'Under maintenance' } }, 'Under maintenance'],
    [
      { error: `${'x'.repeat(190)} 490154203237518 ${'y'.repeat(100_000)}` },
      `${'x'.repeat(190)} [imei] yy`,
    ],
  ])(
    'an unknown message is quoted on one line of 200 characters, without IMEIs: %j',
    (body, said) => {
      expect(failureOf(body, 503)).toMatchObject({
        code: 'unknown-error',
        httpStatus: 503,
        serviceMessage: said,
      });
    },
  );

  const UNKNOWN =
    '{} {"imei":"1"} {"error":null} {"errors":["",""]} {"error":{"code":5}} {"error":true} [] "text" 7 null';
  it.each(UNKNOWN.split(' '))('an answer of an unknown shape is unexpected: %s', (body) => {
    expect(failureOf(body)).toMatchObject({ code: 'unexpected', mayBePaid: true });
    expect(failureOf(body, 500).code).toBe('server-error');
  });

  it.each([
    '',
    ' \n ',
    '<html>',
    '\ufeff<html>',
    '{"a":1',
    '{"a":}',
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
  ])('an answer that is not JSON is unreadable: %#', (body) => {
    for (const httpStatus of [200, 401, 404, 499]) {
      expect(failureOf(body, httpStatus)).toMatchObject({
        code: 'unreadable',
        httpStatus,
        mayBePaid: true,
      });
    }
    expect(failureOf(body, 502).code).toBe('server-error');
  });

  it.each([
    '<html>Too many requests</html>',
    '',
    '{"status":"blocked"}',
    '[]',
    '{"error":"Hourl',
    '{"error":"Slow down"}',
    '{"error":true}',
  ])(
    'an unknown answer is the limit with 429, refused access with 403, and costs nothing: %j',
    (body) => {
      expect(failureOf(body, 429)).toMatchObject({ code: 'limit-exceeded', mayBePaid: false });
      expect(failureOf(body, 403)).toMatchObject({ code: 'access-refused', mayBePaid: false });
    },
  );
});

describe('the status of a key', () => {
  const ACCESS = { 'Has access': true };

  it.each<[object, object]>([
    [
      {
        ...ACCESS,
        'Activation date': '2024-01-31',
        'Expiration date': '2025-01-31',
        'Checks left (hour)': 'No limit',
        'Checks left (day)': 250,
        'Checks left (month)': 9_999,
      },
      {
        hasAccess: true,
        activationDate: '2024-01-31',
        expirationDate: '2025-01-31',
        checksLeft: { hour: 'no-limit', day: 250, month: 9_999 },
      },
    ],
    ...['no limit', 'NO LIMIT', ' No  Limit '].map((text): [object, object] => [
      { 'Checks left (month)': text },
      { checksLeft: { month: 'no-limit' } },
    ]),
    ...['No limit at all', 'nolimit', -1, 'many'].map((text): [object, object] => [
      { ...ACCESS, 'Checks left (day)': text },
      { hasAccess: true, checksLeft: {} },
    ]),
    ...['2025-01-31 soon', '31.01.2025', '0000-00-00', null].map((text): [object, object] => [
      { ...ACCESS, 'Expiration date': text, Plan: 'gold' },
      { hasAccess: true, checksLeft: {} },
    ]),
    ...['2025-01-31 23:59:59', '2025-01-31T23:59:59Z'].map((text): [object, object] => [
      { 'Expiration date': text },
      { expirationDate: '2025-01-31', checksLeft: {} },
    ]),
    [
      { 'Has access': 'false', 'Checks left (hour)': ' 12 ', 'Checks left (day)': '0' },
      { hasAccess: false, checksLeft: { hour: 12, day: 0 } },
    ],
    [{ 'Has access': 'perhaps', 'Checks left (month)': '5' }, { checksLeft: { month: 5 } }],
  ])('the status of a key is read from %j', (fields, status) => {
    for (const httpStatus of [200, 500]) {
      expect(readKeyStatus({ httpStatus, body: JSON.stringify(fields) })).toEqual(status);
    }
  });
});

describe('a hostile answer', () => {
  const otherIn = (extra: string) => deviceIn(`{"brand":"B","model":"M",${extra}}`).other;

  it('an answer with __proto__ changes nothing', () => {
    const other = otherIn('"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1},"b":2}');
    expect(other).toEqual({ a: { b: 2 } });
    expect(Object.getPrototypeOf({ ...other })).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['very many fields', Array.from({ length: 50_000 }, (_, at) => `"f${at}":${at}`).join()],
    ['a very long list', `"list":[${'1,'.repeat(400_000)}1]`],
    ['a very long text', `"text":"${'x'.repeat(1_000_000)}"`],
    ['a very long name', `"${'x'.repeat(1_000_000)}":1`],
    [
      'long texts in a list',
      `"list":[${Array.from({ length: 200 }, () => `"${'x'.repeat(5_000)}"`).join()}]`,
    ],
    [
      'lists of lists',
      `"list":${JSON.stringify(Array(70).fill(Array(70).fill(Array(70).fill(1))))}`,
    ],
    ['many bands', `"info":{"gsm_band":[${'"900",'.repeat(10_000)}"900"]}`],
    ['very deep lists', `"deep":${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['very deep objects', `"deep":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['very deep lan_ports', `"info":{"lan_ports":${'['.repeat(300_000)}1${']'.repeat(300_000)}}`],
    ['a very deep error', `"error":${'['.repeat(400_000)}${']'.repeat(400_000)}`],
  ])('an answer with %s is kept within bounds', (_what, extra) => {
    const device = deviceIn(`{"brand":"B","model":"M",${extra}}`);
    expect(Object.keys(device.other).length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(device).length).toBeLessThan(50_000);
  });
});
