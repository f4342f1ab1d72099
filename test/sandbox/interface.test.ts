import { describe, expect, it } from 'vitest';
import { check, freeSandbox, IMEI, keyStatus, said } from './stage.ts';

const FORM = { key: 'sandbox-basic-2500', imei: IMEI };
const NOKIA = { imei: IMEI, brand: 'NOKIA', model: '3110' };

function multipart(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(FORM)) form.set(name, value);
  return form;
}

describe('a check (interface section 4.1)', () => {
  const TYPE = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const chunked = () => new Blob([new URLSearchParams(FORM).toString()]).stream();
  it.each([
    ['multipart, with the slash', '/api/checkimei/', () => ({ body: multipart() })],
    ['multipart, without it', '/api/checkimei', () => ({ body: multipart() })],
    ['urlencoded', '/api/checkimei/', () => ({ body: new URLSearchParams(FORM) })],
    ['urlencoded, of unknown length', '/api/checkimei/', () => ({ body: chunked(), ...TYPE })],
  ])('a check is accepted as %s', async (_form, path, init) => {
    const { url } = await freeSandbox();
    const answer = fetch(url + path, { method: 'POST', duplex: 'half', ...init() });
    expect(await said(answer)).toEqual({ status: 200, body: NOKIA });
  });

  it('a check with a FULL key adds the parts of the older division and the known device data', async () => {
    const { body } = await check(await freeSandbox(), { key: 'sandbox-full' });
    expect(body).toEqual({
      ...NOKIA,
      imei_parts: { tac: '490154', fac: '20', snr: '323751', cd: '8' },
      info: expect.objectContaining({
        weight: 187,
        size: { width: 45, thickness: 21, height: 136 },
      }),
    });
  });

  it.each([
    ['without its check digit', '49015420323751', ''],
    ['with a software version instead of the check digit', '4901542032375103', '0'],
  ])('a check of an IMEI %s finds the device too', async (_form, imei, cd) => {
    const { body } = await check(await freeSandbox(), { imei });
    expect(body).toMatchObject({ imei, model: '3110', imei_parts: { snr: '323751', cd } });
  });

  it('invents a phone that is named so for a model that it does not know', async () => {
    const { body } = await check(await freeSandbox(), { imei: '359999991234568' });
    expect(body).toMatchObject({ brand: 'SANDBOX', model: 'Invented phone 35999999' });
  });

  it('answers with the IMEI as it was sent if it has no record of it', async () => {
    for (const imei of ['350000991234568', 'no number', '123']) {
      expect((await check(await freeSandbox(), { imei })).body).toEqual({
        error: `IMEI: ${imei} not found`,
      });
    }
  });
});

it.each(['/api/status', '/api/status/'])(
  'the state of a key (interface section 4.2) is at %s, with exactly the names of section 2.3',
  async (path) => {
    const { url } = await freeSandbox();
    expect(await said(fetch(`${url}${path}?key=sandbox-basic-2500`))).toEqual({
      status: 200,
      body: {
        'Has access': true,
        'Activation date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        'Expiration date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        'Checks left (hour)': 100,
        'Checks left (day)': 500,
        'Checks left (month)': 2500,
      },
    });
  },
);

describe('the errors (interface section 7)', () => {
  const MISSING = { error: 'Missing username/password' };
  it.each([
    ['sandbox-wrong-credentials', 200, { error: 'Incorrect username/password' }, true],
    ['sandbox-account-blocked', 200, { error: 'Account blocked' }, true],
    ['', 200, MISSING, true],
    ['guessed', 403, { errors: 'API key invalid or disabled' }, true],
    ['sandbox-disabled', 403, { errors: 'API key invalid or disabled' }, true],
    ['sandbox-not-activated', 403, { errors: 'API key not activated or expired' }, false],
    ['sandbox-expired', 403, { errors: 'API key not activated or expired' }, false],
  ])(
    'the key "%s" gets the error %i %j, for its state too: %s',
    async (key, status, body, both) => {
      const sandbox = await freeSandbox();
      expect(await check(sandbox, { key })).toEqual({ status, body });
      const state = await keyStatus(sandbox, key);
      if (both) expect(state).toEqual({ status, body });
      else expect(state).toMatchObject({ status: 200, body: { 'Has access': false } });
    },
  );
});
