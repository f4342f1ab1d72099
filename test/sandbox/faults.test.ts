import { describe, expect, it } from 'vitest';
import { FAULT_HEADER, FAULT_KINDS, type FaultKind } from '../../src/sandbox/faults/faults.ts';
import { check, freeSandbox, IMEI, keyStatus, type OnTheWire, rawCheck } from './stage.ts';

const MB = 1024 * 1024;

function text({ bytes }: OnTheWire): string {
  return bytes.toString('utf8');
}

function promised({ headers }: OnTheWire): number {
  return Number(headers['content-length']);
}

function said(httpStatus: number, body: object) {
  return (wire: OnTheWire): void => {
    expect(wire.status).toBe(httpStatus);
    expect(JSON.parse(text(wire))).toEqual(body);
  };
}

function page(httpStatus: number) {
  return (wire: OnTheWire): void => {
    expect(wire.status).toBe(httpStatus);
    expect(wire.headers['content-type']).toContain('text/html');
    expect(text(wire)).toMatch(/^<!DOCTYPE html>/);
  };
}

/** How each fault shows to a client, but for the time-out, which does not show at all. */
const SHOWS: Readonly<Record<Exclude<FaultKind, 'time-out'>, (wire: OnTheWire) => void>> = {
  'credentials-wrong': said(200, { error: 'Incorrect username/password' }),
  'account-blocked': said(200, { error: 'Account blocked' }),
  'credentials-missing': said(200, { error: 'Missing username/password' }),
  'limit-exceeded': said(200, { error: 'Exceeded the limit' }),
  'imei-empty': said(200, { error: 'IMEI cannot be empty' }),
  'key-refused': said(403, { errors: 'API key invalid or disabled' }),
  'key-inactive': said(403, { errors: 'API key not activated or expired' }),
  'hourly-limit': said(429, { errors: 'Hourly limit exceeded' }),
  'daily-limit': said(429, { errors: 'Daily limit exceeded' }),
  'unknown-error': said(200, { error: 'Under maintenance' }),
  redirect: ({ status, headers }) => {
    expect(status).toBe(302);
    expect(headers.location).toBe('/moved/');
  },
  'server-error-500': page(500),
  'server-error-503': page(503),
  reset: ({ status }) => expect(status).toBeUndefined(),
  'reset-after-headers': (wire) => {
    expect(wire.status).toBe(200);
    expect(wire.whole).toBe(false);
    expect(wire.bytes).toHaveLength(0);
    expect(promised(wire)).toBeGreaterThan(100);
  },
  'reset-in-body': (wire) => {
    expect(wire.whole).toBe(false);
    expect(wire.bytes.length).toBeGreaterThan(50);
    expect(wire.bytes.length).toBeLessThan(promised(wire));
  },
  empty: (wire) => {
    expect(wire.status).toBe(200);
    expect(wire.whole).toBe(true);
    expect(wire.bytes).toHaveLength(0);
  },
  truncated: (wire) => {
    expect(wire.whole).toBe(true);
    expect(text(wire)).toMatch(/^\{"imei":"490154203237518".*[^}]$/);
    expect(() => JSON.parse(text(wire))).toThrow(SyntaxError);
  },
  'html-page': page(200),
  'not-json': (wire) => expect(text(wire)).toBe('OK'),
  'non-utf8': ({ bytes }) => {
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow(TypeError);
    expect(bytes.toString('latin1')).toContain('"brand":"NOKIA"');
  },
  'unexpected-shape': (wire) =>
    expect(JSON.parse(text(wire))).toEqual([expect.objectContaining({ model: '3110' })]),
  'wrong-content-type': (wire) => {
    expect(wire.headers['content-type']).toContain('text/html');
    expect(JSON.parse(text(wire))).toMatchObject({ imei: IMEI, model: '3110' });
  },
  'numbers-as-strings': (wire) =>
    expect(JSON.parse(text(wire)).info).toMatchObject({ weight: '187', size: { width: '45' }, lan: false }),
  'masked-imei': (wire) =>
    expect(JSON.parse(text(wire))).toMatchObject({ imei: '49015420******8', imei_parts: { snr: '******' } }),
  'huge-body': (wire) => {
    expect(wire.bytes.length).toBeGreaterThan(50 * MB);
    expect(JSON.parse(text(wire))).toMatchObject({ imei: IMEI });
  },
};

/** No check is made there, so none is counted. */
const UNPAID: readonly FaultKind[] = FAULT_KINDS.slice(0, FAULT_KINDS.indexOf('time-out'));

describe('a fault', () => {
  it.each(Object.entries(SHOWS))('shows on the wire: %s', async (kind, shows) => {
    const sandbox = await freeSandbox();
    shows(await rawCheck(sandbox, { [FAULT_HEADER]: kind }));
    expect(sandbox.paidChecks).toHaveLength(UNPAID.some((unpaid) => unpaid === kind) ? 0 : 1);
  });

  it('shows by not showing: time-out', async () => {
    const sandbox = await freeSandbox();
    sandbox.fail({ kind: 'time-out' });
    const leaving = new AbortController();
    const asked = check(sandbox, { signal: leaving.signal }).catch(() => 'left');
    await expect.poll(() => sandbox.paidChecks).toEqual([IMEI]);
    leaving.abort();
    expect(await asked).toBe('left');
  });

  it('of every kind is described above', () => {
    expect(new Set([...Object.keys(SHOWS), 'time-out'])).toEqual(new Set(FAULT_KINDS));
  });

  it('that is not known is refused with the names that are', async () => {
    const wire = await rawCheck(await freeSandbox(), { [FAULT_HEADER]: 'constructor' });
    expect(wire.status).toBe(400);
    expect(text(wire)).toContain('hourly-limit, daily-limit');
  });
});

describe('a fault that is switched on', () => {
  it('befalls checks until it is mended', async () => {
    const sandbox = await freeSandbox();
    sandbox.fail({ kind: 'hourly-limit' });
    for (let i = 0; i < 3; i += 1) expect((await check(sandbox)).status).toBe(429);
    sandbox.mend();
    expect((await check(sandbox)).status).toBe(200);
  });

  it('leaves the key status alone', async () => {
    const sandbox = await freeSandbox();
    sandbox.fail({ kind: 'key-refused' });
    expect((await keyStatus(sandbox, 'sandbox-full')).status).toBe(200);
  });

  it('befalls as many requests as it is told to, and then the next fault has its turn', async () => {
    const sandbox = await freeSandbox();
    sandbox.fail({ kind: 'hourly-limit', times: 2 });
    sandbox.fail({ kind: 'key-refused', times: 1 });
    sandbox.fail({ kind: 'daily-limit', times: 0 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await check(sandbox)).status);
    expect(statuses).toEqual([429, 429, 403, 200]);
  });

  it('befalls those requests that match', async () => {
    const sandbox = await freeSandbox();
    sandbox.fail({ kind: 'daily-limit', matching: ({ imei }) => imei === IMEI });
    sandbox.fail({ kind: 'key-inactive', matching: ({ call }) => call === 'key-status' });
    expect((await check(sandbox)).status).toBe(429);
    expect((await check(sandbox, { imei: '350140004829156' })).status).toBe(200);
    expect((await keyStatus(sandbox, 'sandbox-full')).status).toBe(403);
  });
});
