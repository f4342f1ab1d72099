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
  it.each([
    ['multipart, with the slash', '/api/checkimei/', multipart()],
    ['multipart, without it', '/api/checkimei', multipart()],
    ['urlencoded, with the slash', '/api/checkimei/', new URLSearchParams(FORM)],
    ['urlencoded, without it', '/api/checkimei', new URLSearchParams(FORM)],
  ])('is taken as %s', async (_form, path, body) => {
    const { url } = await freeSandbox();
    expect(await said(fetch(url + path, { method: 'POST', body }))).toEqual({ status: 200, body: NOKIA });
  });

  it('of a BASIC key is answered with identifier, brand and model, and nothing else', async () => {
    const { body } = await check(await freeSandbox(), { key: 'sandbox-basic-100000' });
    expect(body).toEqual(NOKIA);
  });

  it('of a FULL key adds the parts of the older cut and what is known of the device', async () => {
    const { body } = await check(await freeSandbox(), { key: 'sandbox-full' });
    expect(body).toEqual({
      ...NOKIA,
      imei_parts: { tac: '490154', fac: '20', snr: '323751', cd: '8' },
      info: expect.objectContaining({ weight: 187, size: { width: 45, thickness: 21, height: 136 } }),
    });
  });

  it.each([
    ['without its check digit', '49015420323751', ''],
    ['with a software version instead of it', '4901542032375103', '0'],
  ])('of an IMEI %s finds the device, too', async (_form, imei, cd) => {
    const { body } = await check(await freeSandbox(), { imei });
    expect(body).toMatchObject({ imei, model: '3110', imei_parts: { snr: '323751', cd } });
  });

  it('answers with the IMEI sent when it has no record of it', async () => {
    const sandbox = await freeSandbox();
    for (const imei of ['359999991234568', 'no number', '123']) {
      const { body } = await check(sandbox, { imei });
      expect(body).toEqual({ error: `IMEI: ${imei} not found` });
    }
  });

  it('names devices of the open table in upper case, and knows no more of them', async () => {
    const lookUpTac = (tac: string) => (tac === '35999999' ? { brand: 'Acme', model: 'One' } : undefined);
    const sandbox = await freeSandbox({ lookUpTac });
    const imei = '359999991234568';
    expect((await check(sandbox, { imei })).body).toEqual({
      imei,
      imei_parts: { tac: '359999', fac: '99', snr: '123456', cd: '8' },
      brand: 'ACME',
      model: 'One',
      info: {},
    });
    expect((await check(sandbox, { imei, key: 'sandbox-basic-2500' })).body).toEqual({
      imei,
      brand: 'ACME',
      model: 'One',
    });
  });

  it('knows its own catalogue better than the open table', async () => {
    const sandbox = await freeSandbox({ lookUpTac: () => ({ brand: 'Acme', model: 'One' }) });
    expect((await check(sandbox)).body).toMatchObject({ brand: 'NOKIA' });
  });
});

describe('the state of a key (interface section 4.2)', () => {
  it.each(['/api/status', '/api/status/'])(
    'is told at %s, with exactly the names of section 2.3',
    async (path) => {
      const { url } = await freeSandbox();
      const { status, body } = await said(fetch(`${url}${path}?key=sandbox-basic-2500`));
      expect(status).toBe(200);
      expect(body).toEqual({
        'Has access': true,
        'Activation date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        'Expiration date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        'Checks left (hour)': 100,
        'Checks left (day)': 500,
        'Checks left (month)': 2500,
      });
    },
  );

  it.each([
    ['sandbox-basic-2500', 2500],
    ['sandbox-basic-10000', 10_000],
    ['sandbox-basic-100000', 100_000],
  ])('of %s has the volume of its price tier', async (key, month) => {
    const { body } = await keyStatus(await freeSandbox(), key);
    expect(body).toMatchObject({ 'Checks left (month)': month });
  });
});

describe('the errors (interface section 7)', () => {
  it.each([
    [
      'wrong credentials',
      { key: 'sandbox-wrong-credentials' },
      200,
      { error: 'Incorrect username/password' },
    ],
    ['a blocked account', { key: 'sandbox-account-blocked' }, 200, { error: 'Account blocked' }],
    ['no key', { key: '' }, 200, { error: 'Missing username/password' }],
    ['an empty IMEI', { imei: '' }, 200, { error: 'IMEI cannot be empty' }],
    ['an unknown key', { key: 'guessed' }, 403, { errors: 'API key invalid or disabled' }],
    ['a disabled key', { key: 'sandbox-disabled' }, 403, { errors: 'API key invalid or disabled' }],
    [
      'a key before its time',
      { key: 'sandbox-not-activated' },
      403,
      { errors: 'API key not activated or expired' },
    ],
    ['a key after its time', { key: 'sandbox-expired' }, 403, { errors: 'API key not activated or expired' }],
  ])('are given for %s', async (_what, fields, status, body) => {
    expect(await check(await freeSandbox(), fields)).toEqual({ status, body });
  });

  it('are given for a body that is no form, or lacks the fields', async () => {
    const { url } = await freeSandbox();
    const missing = { status: 200, body: { error: 'Missing username/password' } };
    for (const body of [JSON.stringify(FORM), new URLSearchParams({}), new FormData()]) {
      expect(await said(fetch(`${url}/api/checkimei/`, { method: 'POST', body }))).toEqual(missing);
    }
  });

  it.each([
    ['', 200, { error: 'Missing username/password' }],
    ['guessed', 403, { errors: 'API key invalid or disabled' }],
    ['sandbox-disabled', 403, { errors: 'API key invalid or disabled' }],
    ['sandbox-account-blocked', 200, { error: 'Account blocked' }],
    ['sandbox-wrong-credentials', 200, { error: 'Incorrect username/password' }],
  ])('are given for the state of the key "%s", too', async (key, status, body) => {
    expect(await keyStatus(await freeSandbox(), key)).toEqual({ status, body });
  });
});

describe('anything else', () => {
  it('is told where the calls are', async () => {
    const { url } = await freeSandbox();
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/api/checkimei/'],
      ['POST', '/api/status'],
    ] as const) {
      const response = await fetch(url + path, { method });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('POST /api/checkimei/');
    }
  });

  it('that is too long for a check is not read', async () => {
    const { url } = await freeSandbox();
    const body = new URLSearchParams({ ...FORM, imei: '1'.repeat(100_000) });
    expect((await fetch(`${url}/api/checkimei/`, { method: 'POST', body })).status).toBe(413);
  });
});
