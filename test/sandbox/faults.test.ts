import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/sandbox/answers/accounts.ts';
import { FAULT_HEADER, FAULT_KINDS, type FaultKind } from '../../src/sandbox/faults/faults.ts';
import { check, freeSandbox, IMEI, keyStatus, rawCheck } from './stage.ts';

type Shown = readonly [status: number | undefined, isWhole: boolean, text: RegExp, type?: string];
const PAGE = /^<!DOCTYPE html>/;

/** How a client sees each fault, but for the time-out, which it does not see at all. */
const SHOWN: Readonly<Partial<Record<FaultKind, Shown>>> = {
  redirect: [302, true, /^$/],
  'server-error-500': [500, true, PAGE, 'text/html'],
  'server-error-503': [503, true, PAGE, 'text/html'],
  reset: [undefined, false, /^$/],
  'reset-after-headers': [200, false, /^$/],
  'reset-in-body': [200, false, /^\{"imei".{40,}[^}]$/],
  empty: [200, true, /^$/],
  truncated: [200, true, /^\{"imei":"490154203237518".*[^}]$/],
  'html-page': [200, true, PAGE, 'text/html'],
  'not-json': [200, true, /^OK$/],
  // A single byte, which is not UTF-8.
  'non-utf8': [200, true, /^\{"imei":"\xe94901/],
  'unexpected-shape': [200, true, /^\[\{"imei".*\}\]$/],
  'wrong-content-type': [200, true, /^\{"imei".*\}$/, 'text/html'],
  'numbers-as-strings': [200, true, /"weight":"187"/],
  'masked-imei': [200, true, /"imei":"49015420\*{6}8".*"snr":"\*{6}"/],
  'huge-body': [200, true, /"padding":"x{1000}/],
  ...Object.fromEntries(
    Object.entries(REFUSALS).map(([kind, { httpStatus, body }]) => [
      kind,
      [httpStatus, true, new RegExp(`^${JSON.stringify(body)}$`)],
    ]),
  ),
};
/** No check is made there, so none is counted. */
const UNPAID: readonly string[] = FAULT_KINDS.slice(0, FAULT_KINDS.indexOf('time-out'));

describe('a fault', () => {
  it.each(FAULT_KINDS.filter((kind) => kind !== 'time-out'))('shows on the wire: %s', async (kind) => {
    const [status, isWhole, text, type = kind === 'redirect' ? undefined : 'application/json'] =
      SHOWN[kind] ?? expect.fail('not described above');
    const sandbox = await freeSandbox();
    const wire = await rawCheck(sandbox, { [FAULT_HEADER]: kind });
    expect([wire.status, wire.whole]).toEqual([status, isWhole]);
    expect(wire.bytes.toString('latin1')).toMatch(text);
    if (status !== undefined) expect(wire.headers['content-type'] ?? '').toContain(type ?? '');
    if (kind === 'huge-body') expect(wire.bytes.length).toBeGreaterThan(50 * 1024 * 1024);
    expect(sandbox.paidChecks).toHaveLength(UNPAID.includes(kind) ? 0 : 1);
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
});

describe('a fault that is switched on', () => {
  it('affects checks until it is mended, or as often as it says, and then the next one', async () => {
    const sandbox = await freeSandbox();
    const statuses = async (count: number) => {
      const all: number[] = [];
      for (let i = 0; i < count; i += 1) all.push((await check(sandbox)).status);
      return all;
    };
    sandbox.fail({ kind: 'hourly-limit', times: 2 });
    sandbox.fail({ kind: 'key-refused', times: 1 });
    sandbox.fail({ kind: 'daily-limit', times: 0 });
    expect((await keyStatus(sandbox, 'sandbox-full')).status).toBe(200);
    expect(await statuses(4)).toEqual([429, 429, 403, 200]);
    sandbox.fail({ kind: 'hourly-limit' });
    expect(await statuses(3)).toEqual([429, 429, 429]);
    sandbox.mend();
    expect(await statuses(1)).toEqual([200]);
  });
});
