import type { Clock } from '../../core/time/clock.ts';
import { createFindDevice, type LookUpTac } from '../catalogue/catalogue.ts';
import { createKeyLedger, type KeyLedger } from './key-ledger.ts';
import type { SandboxKey } from './keys.ts';
import { SERVICE_ERRORS, type ServiceErrorKind, type WireResponse } from './service-errors.ts';

export interface SandboxResponses {
  /**
   * @param key as sent, like `imei`; empty if it is missing
   * @param paid called for every check that counts: one answered with a device or with "not found"
   */
  check(key: string, imei: string, paid: (imei: string) => void): WireResponse;
  keyStatus(key: string): WireResponse;
}

/** Answers the interface's two calls. */
export function createResponses(
  keys: readonly SandboxKey[],
  lookUpTac: LookUpTac | undefined,
  clock: Clock,
): SandboxResponses {
  const ledgers = new Map(keys.map((key) => [key.key, createKeyLedger(key, clock)]));
  const findDevice = createFindDevice(lookUpTac);
  const find = (key: string): KeyLedger | ServiceErrorKind =>
    key === '' ? 'credentials-missing' : (ledgers.get(key) ?? 'key-refused');
  return {
    check: (key, imei, paid) => {
      const ledger = find(key);
      if (typeof ledger === 'string') return SERVICE_ERRORS[ledger];
      const error = ledger.checkError() ?? (imei.trim() === '' ? 'imei-empty' : undefined);
      if (error !== undefined) return SERVICE_ERRORS[error];
      ledger.spend();
      paid(imei);
      const device = findDevice(imei);
      if (device === undefined) {
        return { httpStatus: 200, body: { error: `IMEI: ${imei} not found` } };
      }
      const { brand, model, info } = device;
      const full = ledger.level === 'FULL' && { imei_parts: partsOf(imei), info };
      return { httpStatus: 200, body: { imei, brand, model, ...full } };
    },
    keyStatus: (key) => {
      const ledger = find(key);
      if (typeof ledger === 'string') return SERVICE_ERRORS[ledger];
      const error = ledger.statusError();
      return error === undefined
        ? { httpStatus: 200, body: ledger.status() }
        : SERVICE_ERRORS[error];
    },
  };
}

/** The older division of an IMEI, with a final assembly code: 6-2-6-1. */
function partsOf(imei: string): object {
  return {
    fac: imei.slice(6, 8),
    cd: imei.slice(14, 15),
    snr: imei.slice(8, 14),
    tac: imei.slice(0, 6),
  };
}
