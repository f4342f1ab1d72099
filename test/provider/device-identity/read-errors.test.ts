import { describe, expect, it, test } from 'vitest';
import { readCheckAnswer, readKeyStatus } from '../../../src/provider/device-identity/read.ts';
import { ServiceFailure } from '../../../src/provider/errors.ts';

const MESSAGES = [
  ['Incorrect username/password', 'credentials-wrong'],
  ['Account blocked', 'account-blocked'],
  ['Missing username/password', 'credentials-missing'],
  ['Exceeded the limit', 'limit-exceeded'],
  ['IMEI cannot be empty', 'imei-empty'],
  ['API key invalid or disabled', 'key-refused'],
  ['API key not activated or expired', 'key-inactive'],
  ['Hourly limit exceeded', 'hourly-limit'],
  ['Daily limit exceeded', 'daily-limit'],
] as const;
const STATUSES = [200, 400, 401, 403, 404, 429, 500, 503];

function thrownBy(read: () => unknown): ServiceFailure {
  try {
    read();
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    throw error;
  }
  return expect.fail('there should be a failure');
}

function failureOf(body: unknown, httpStatus = 200): ServiceFailure {
  const raw = { httpStatus, body: JSON.stringify(body) };
  const failure = thrownBy(() => readCheckAnswer(raw));
  expect(thrownBy(() => readKeyStatus(raw)).code).toBe(failure.code);
  return failure;
}

test.each(MESSAGES)(
  '"%s" is the failure %s, in both shapes, with any status, however it is written',
  (message, code) => {
    for (const httpStatus of STATUSES)
      for (const body of [{ error: message }, { errors: message }])
        expect(failureOf(body, httpStatus)).toMatchObject({ code, httpStatus });
    const variants = [
      message.toUpperCase(),
      `  ${message}. .\n`,
      message.replaceAll(' ', '  '),
      `${message}${' '.repeat(2_000)}x`,
    ];
    for (const variant of variants)
      expect(failureOf({ error: variant })).toMatchObject({ code, said: undefined });
  },
);

test.each([
  'IMEI: 490154203237518 not found',
  'IMEI: 4901542032****8 not found.',
  'imei:490154203237518 NOT FOUND',
  ' IMEI:  not found ',
  'IMEI: 49-015420-323751-8 not  found',
])('"%s" is an answer: not found', (message) => {
  for (const httpStatus of STATUSES)
    for (const body of [{ error: message }, { errors: message }, { error: true, errors: message }])
      expect(readCheckAnswer({ httpStatus, body: JSON.stringify(body) })).toEqual({ found: false });
});

test.each([
  [{ errors: ['Hourly limit exceeded'] }, 'hourly-limit'],
  [{ error: { message: 'Account blocked' } }, 'account-blocked'],
  [{ error: true, errors: 'Hourly limit exceeded' }, 'hourly-limit'],
  [{ error: 1, errors: ['Daily limit exceeded'] }, 'daily-limit'],
  [{ error: 'Something', errors: 'API key invalid or disabled' }, 'key-refused'],
  [{ error: 'Account blocked', errors: 'Something' }, 'account-blocked'],
  [{ error: false, errors: 'Hourly limit exceeded' }, 'hourly-limit'],
])('the message that the interface lists counts, wherever it stands: %j', (body, code) => {
  expect(failureOf(body).code).toBe(code);
});

test.each([
  [{ error: 'Page not found' }, 'Page not found'],
  [{ error: 'API key not found' }, 'API key not found'],
  [{ error: 'Sorry, IMEI: 490154203237518 not found' }, 'Sorry, IMEI: [imei] not found'],
  [{ error: 'IMEI: 490154203237518 not found here' }, 'IMEI: [imei] not found here'],
  [{ error: 'Under maintenance,\n\tback \u001b[31mlater\u0007' }, 'Under maintenance, back [31mlater'],
  [{ error: 'Bad IMEI 49-015420-323751-8 or 3520 9900 1761 481!' }, 'Bad IMEI [imei] or [imei]!'],
  [{ error: 'Error 1045 on 2024-01-31' }, 'Error 1045 on 2024-01-31'],
  [{ error: true, errors: 'Under maintenance' }, 'Under maintenance'],
  [{ error: ' \n', errors: 'Under maintenance' }, 'Under maintenance'],
  [{ error: [], errors: ['', 7, null, 'Under maintenance', 'Too late'] }, 'Under maintenance'],
  [{ error: { code: 5, text: ' ', message: 'Under maintenance' } }, 'Under maintenance'],
  [{ error: `${'x'.repeat(190)} 490154203237518 ${'y'.repeat(100_000)}` }, `${'x'.repeat(190)} [imei] yy`],
])('another message is quoted on one line of 200 characters, without IMEIs: %j', (body, said) => {
  expect(failureOf(body, 503)).toMatchObject({ code: 'unknown-error', httpStatus: 503, said });
});

test('"not found" says nothing about a key', () => {
  const raw = { httpStatus: 200, body: JSON.stringify({ error: 'IMEI: 490154203237518 not found' }) };
  expect(thrownBy(() => readKeyStatus(raw))).toMatchObject({ code: 'unknown-error' });
});

test.each([
  [{}],
  [{ imei: '1' }],
  [{ error: null }],
  [{ errors: [] }],
  [[]],
  ['text'],
  [7],
  [null],
  [{ error: '  ' }],
  [{ errors: ['', ' '] }],
  [{ error: { code: 5 } }],
  [{ error: false }],
  [{ error: true }],
  [{ error: 17 }],
])('JSON of no known shape is unexpected: %j', (body) => {
  expect(failureOf(body).code).toBe('unexpected');
  expect(failureOf(body, 500).code).toBe('server-error');
});

describe('a refusal by the HTTP status alone, as a block by address looks like', () => {
  const PAGES = [
    ['an HTML page', '<html><body>Too many requests</body></html>'],
    ['nothing', ''],
    ['other JSON', '{"status":"blocked"}'],
    ['a list', '[]'],
    ['half an object', '{"error":"Hourl'],
    ['an unknown message', '{"error":"Slow down, 490154203237518"}'],
    ['a flag', '{"error":true}'],
  ] as const;

  it.each(PAGES)('with %s costs nothing: 429 is the limit, 403 refused access', (_what, body) => {
    for (const read of [readCheckAnswer, readKeyStatus]) {
      const limited = { code: 'limit-exceeded', paid: 'no', retry: 'window', httpStatus: 429 };
      expect(thrownBy(() => read({ httpStatus: 429, body }))).toMatchObject(limited);
      const refused = {
        code: 'access-refused',
        paid: 'no',
        retry: 'status',
        mend: 'operator',
        httpStatus: 403,
      };
      expect(thrownBy(() => read({ httpStatus: 403, body }))).toMatchObject(refused);
    }
  });

  it('is none where the answer is a device, nor with a status of which the interface says nothing', () => {
    for (const httpStatus of [403, 429])
      expect(readCheckAnswer({ httpStatus, body: '{"brand":"NOKIA"}' })).toMatchObject({ found: true });
    for (const httpStatus of [200, 401, 404, 451])
      expect(thrownBy(() => readCheckAnswer({ httpStatus, body: '<html>' }))).toMatchObject({
        ...{ code: 'unreadable', paid: 'maybe' },
      });
  });
});

test.each(['', ' \n ', '<html>', '\ufeff<html>', 'Not <b>now</b>', '{"a":1', '\ufeff{"a":1', '{"a":}'])(
  '%j is unreadable',
  (body) => {
    for (const read of [readCheckAnswer, readKeyStatus]) {
      expect(thrownBy(() => read({ httpStatus: 200, body }))).toMatchObject({
        ...{ code: 'unreadable', httpStatus: 200 },
      });
      expect(thrownBy(() => read({ httpStatus: 502, body }))).toMatchObject({ code: 'server-error' });
      expect(thrownBy(() => read({ httpStatus: 499, body })).code).toBe('unreadable');
    }
  },
);
