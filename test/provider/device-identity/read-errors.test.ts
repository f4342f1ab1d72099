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

test.each(MESSAGES)('"%s" is the failure %s, in both shapes and with any HTTP status', (message, code) => {
  for (const httpStatus of STATUSES) {
    for (const body of [{ error: message }, { errors: message }]) {
      expect(failureOf(body, httpStatus)).toMatchObject({ code, httpStatus });
    }
  }
});

test.each(MESSAGES)('"%s" is known whatever its case, spaces and full stop', (message, code) => {
  const variants = [
    message.toUpperCase(),
    message.toLowerCase(),
    `  ${message}.\n`,
    message.replaceAll(' ', '  '),
  ];
  for (const variant of variants) expect(failureOf({ error: variant }).code).toBe(code);
});

test('a message in a list or an object is known, too', () => {
  expect(failureOf({ errors: ['Hourly limit exceeded'] }).code).toBe('hourly-limit');
  expect(failureOf({ error: { message: 'Account blocked' } }).code).toBe('account-blocked');
});

test.each([
  'IMEI: 490154203237518 not found',
  'IMEI: 4901542032****8 not found.',
  'imei:490154203237518 NOT FOUND',
  ' IMEI:  not found ',
  'IMEI: 49-015420-323751-8 not  found',
])('"%s" is an answer: not found', (message) => {
  for (const httpStatus of STATUSES) {
    for (const body of [{ error: message }, { errors: message }]) {
      expect(readCheckAnswer({ httpStatus, body: JSON.stringify(body) })).toEqual({ found: false });
    }
  }
});

test.each(['Page not found', 'IMEI not allowed', 'API key not found'])(
  '"%s" is not "not found"',
  (message) => {
    expect(failureOf({ error: message })).toMatchObject({ code: 'unknown-error', said: message });
  },
);

test('"not found" says nothing about a key', () => {
  const raw = { httpStatus: 200, body: JSON.stringify({ error: 'IMEI: 490154203237518 not found' }) };
  expect(thrownBy(() => readKeyStatus(raw))).toMatchObject({
    code: 'unknown-error',
    said: 'IMEI: [imei] not found',
  });
});

test.each([
  ['Under maintenance,\n\tcome back \u001b[31mlater\u0007', 'Under maintenance, come back [31mlater'],
  ['Bad IMEI 490154203237518', 'Bad IMEI [imei]'],
  ['Bad IMEI 49-015420-323751-8 or 3520 9900 1761 481!', 'Bad IMEI [imei] or [imei]!'],
  ['Error 1045 on 2024-01-31', 'Error 1045 on 2024-01-31'],
])('an unknown message is quoted on one line, without IMEIs', (message, said) => {
  expect(failureOf({ error: message }, 503)).toMatchObject({ code: 'unknown-error', httpStatus: 503, said });
});

test('an unknown message is cut to 200 characters, never through an IMEI', () => {
  const failure = failureOf({ error: `${'x'.repeat(190)} 490154203237518 ${'y'.repeat(100_000)}` });
  expect(failure.said).toHaveLength(200);
  expect(failure.said).not.toContain('4901');
});

test('an error that is not text is an unknown one', () => {
  expect(failureOf({ error: 17 })).toMatchObject({ code: 'unknown-error', said: '17' });
  expect(failureOf({ error: true })).toMatchObject({ code: 'unknown-error', said: 'true' });
});

test.each([
  [{}],
  [{ imei: '1' }],
  [{ message: 'hello' }],
  [{ error: null }],
  [{ errors: [] }],
  [[]],
  ['text'],
  [7],
  [null],
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

  it.each(PAGES)('429 with %s is the limit, and cost nothing', (_what, body) => {
    for (const read of [readCheckAnswer, readKeyStatus]) {
      const failure = thrownBy(() => read({ httpStatus: 429, body }));
      expect(failure).toMatchObject({
        code: 'limit-exceeded',
        paid: 'no',
        retry: 'window',
        httpStatus: 429,
      });
    }
  });

  it.each(PAGES)('403 with %s is refused access, and cost nothing', (_what, body) => {
    for (const read of [readCheckAnswer, readKeyStatus]) {
      const failure = thrownBy(() => read({ httpStatus: 403, body }));
      expect(failure).toMatchObject({
        code: 'access-refused',
        paid: 'no',
        retry: 'status',
        mend: 'operator',
        httpStatus: 403,
      });
    }
  });

  it('quotes an unknown message, without an IMEI', () => {
    const { said } = thrownBy(() => readCheckAnswer({ httpStatus: 429, body: PAGES[5][1] }));
    expect(said).toBe('Slow down, [imei]');
  });

  it('is none where the answer is a device', () => {
    for (const httpStatus of [403, 429])
      expect(readCheckAnswer({ httpStatus, body: '{"brand":"NOKIA"}' })).toMatchObject({ found: true });
  });

  it.each([200, 401, 404, 451])(
    'is not told from the status %i, of which the interface says nothing',
    (status) => {
      const failure = thrownBy(() => readCheckAnswer({ httpStatus: status, body: '<html>' }));
      expect(failure).toMatchObject({ code: 'unreadable', paid: 'maybe' });
    },
  );
});

test.each([
  [{ error: true, errors: 'Hourly limit exceeded' }, 'hourly-limit'],
  [{ error: 1, errors: ['Daily limit exceeded'] }, 'daily-limit'],
  [{ error: 'Something', errors: 'API key invalid or disabled' }, 'key-refused'],
  [{ error: 'Account blocked', errors: 'Something' }, 'account-blocked'],
  [{ error: false, errors: 'Hourly limit exceeded' }, 'hourly-limit'],
])('of two fields the message that the interface lists counts: %j', (body, code) => {
  expect(failureOf(body).code).toBe(code);
});

test('of two fields the one that says something is quoted', () => {
  expect(failureOf({ error: true, errors: 'Under maintenance' })).toMatchObject({
    code: 'unknown-error',
    said: 'Under maintenance',
  });
  expect(readCheckAnswer({ httpStatus: 200, body: '{"error":true,"errors":"IMEI: 1 not found"}' })).toEqual({
    found: false,
  });
});

test.each([
  ['IMEI 5 is the code of a page not found', 'unknown-error'],
  ['Sorry, IMEI: 490154203237518 not found', 'unknown-error'],
  ['IMEI: 490154203237518 not found here, try later', 'unknown-error'],
])('"%s" is not told as an IMEI without a record', (message, code) => {
  expect(failureOf({ error: message })).toMatchObject({ code });
});

test('a message is known with more than one full stop, and with blanks among them', () => {
  expect(failureOf({ error: 'Account blocked. . ..' }).code).toBe('account-blocked');
});

test.each([
  [{ error: 'true enough', errors: '17' }, 'true enough'],
  [{ error: '17', errors: '17 things are wrong' }, '17 things are wrong'],
  [{ error: '1045', errors: 'Under maintenance' }, 'Under maintenance'],
  [{ error: 'TRUE', errors: 'It is true' }, 'It is true'],
  [{ error: '', errors: 'Under maintenance' }, 'Under maintenance'],
  [{ error: ' \n', errors: 'Under maintenance' }, 'Under maintenance'],
  [{ error: [], errors: ['', '  ', 7, null, 'Under maintenance', 'Too late'] }, 'Under maintenance'],
  [{ error: { code: 5, text: ' ', message: 'Under maintenance' } }, 'Under maintenance'],
])('of %j it is said: %s', (body, said) => {
  expect(failureOf(body)).toMatchObject({ code: 'unknown-error', said });
});

test.each([[{ error: '  ' }], [{ errors: ['', ' '] }], [{ error: { code: 5 } }], [{ error: false }]])(
  '%j says nothing',
  (body) => {
    expect(failureOf(body)).toMatchObject({ code: 'unexpected', httpStatus: 200 });
  },
);

test('of a message that has no end no more than its beginning is looked at', () => {
  const end = ' and API key invalid or disabled';
  for (const error of ['x'.repeat(1_999) + end, ['x'.repeat(1_999) + end]])
    expect(failureOf({ error }).said).toBe('x'.repeat(200));
  // The beginning is what is known, although what is behind it would be cut from a quotation.
  expect(failureOf({ error: `Account blocked${' '.repeat(2_000)}x` }).code).toBe('account-blocked');
  expect(failureOf({ error: [`Account blocked${' '.repeat(2_000)}x`] }).code).toBe('account-blocked');
});

test('a failure that the interface lists is not quoted', () => {
  expect(failureOf({ error: 'Account blocked' }).said).toBeUndefined();
});

test.each([
  ['', 'empty'],
  [' \n ', 'empty'],
  ['<html>', 'html'],
  ['\ufeff<html>', 'html'],
  ['Not <b>now</b>', 'not-json'],
  ['{"a":1', 'truncated'],
  ['\ufeff{"a":1', 'truncated'],
  ['{"a":}', 'not-json'],
])('%j is unreadable: %s', (body, instead) => {
  for (const read of [readCheckAnswer, readKeyStatus]) {
    expect(thrownBy(() => read({ httpStatus: 200, body }))).toMatchObject({
      ...{ code: 'unreadable', httpStatus: 200, instead },
    });
    for (const httpStatus of [500, 502])
      expect(thrownBy(() => read({ httpStatus, body }))).toMatchObject({ code: 'server-error', httpStatus });
    expect(thrownBy(() => read({ httpStatus: 499, body })).code).toBe('unreadable');
  }
});
