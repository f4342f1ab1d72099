import { expect, it } from 'vitest';
import { createFindDevice } from '../../src/sandbox/catalogue/catalogue.ts';
import { IMEIS_TO_TRY } from '../../src/sandbox/run.ts';
import { imeiOf } from '../support/imeis.ts';

it('the IMEIs to try have right check digits, and are the phones that they are called', () => {
  const findDevice = createFindDevice(undefined);
  for (const [imei, about] of IMEIS_TO_TRY) {
    expect(imeiOf(imei.slice(0, 8), Number(imei.slice(8, 14)))).toBe(imei);
    const device = findDevice(imei);
    const name = device === undefined ? 'not found' : `${device.brand} ${device.model}`;
    expect(name.toLowerCase()).toContain(about.toLowerCase());
  }
});
