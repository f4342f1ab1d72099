import { createFindDevice, type LookUpTac, type SandboxDevice } from '../catalogue/catalogue.ts';
import {
  type Account,
  type AccountRefusal,
  type KeyStatusBody,
  REFUSALS,
  type RefusalKind,
} from './accounts.ts';

/** An answer as it goes over the wire, unless a fault spoils it. */
export interface WireAnswer {
  readonly httpStatus: number;
  readonly body: BasicResult | FullResult | KeyStatusBody | AccountRefusal['body'];
}

/** Interface section 2.1. */
interface BasicResult {
  readonly imei: string;
  readonly brand: string;
  readonly model: string;
}

/** Interface section 2.2. */
interface FullResult extends BasicResult {
  readonly imei_parts: ImeiParts;
  readonly info: object;
}

interface ImeiParts {
  readonly fac: string;
  readonly cd: string;
  readonly snr: string;
  readonly tac: string;
}

export interface Answers {
  /** @param paid called for every check that is counted: one answered with a device or with "not found" */
  check(sent: CheckFields, paid: (imei: string) => void): WireAnswer;
  keyStatus(key: string): WireAnswer;
}

/** As sent; empty when missing. */
export interface CheckFields {
  readonly key: string;
  readonly imei: string;
}

/** Answers the interface's two calls. */
export function createAnswers(
  accounts: ReadonlyMap<string, Account>,
  lookUpTac: LookUpTac | undefined,
): Answers {
  const findDevice = createFindDevice(lookUpTac);
  const find = (key: string): Account | RefusalKind => {
    if (key === '') return 'credentials-missing';
    return accounts.get(key) ?? 'key-refused';
  };
  return {
    check: ({ key, imei }, paid) => {
      const account = find(key);
      if (typeof account === 'string') return refuse(account);
      const refusal = account.checkRefusal();
      if (refusal !== undefined) return refuse(refusal);
      if (imei.trim() === '') return refuse('imei-empty');
      account.spend();
      paid(imei);
      const device = findDevice(imei);
      return { httpStatus: 200, body: device ? resultOf(account.level, imei, device) : notFound(imei) };
    },
    keyStatus: (key) => {
      const account = find(key);
      if (typeof account === 'string') return refuse(account);
      const refusal = account.statusRefusal();
      return refusal === undefined ? { httpStatus: 200, body: account.status() } : refuse(refusal);
    },
  };
}

export function refuse(kind: RefusalKind): WireAnswer {
  return REFUSALS[kind];
}

function notFound(imei: string): AccountRefusal['body'] {
  return { error: `IMEI: ${imei} not found` };
}

function resultOf(
  level: Account['level'],
  imei: string,
  { brand, model, info }: SandboxDevice,
): BasicResult | FullResult {
  if (level === 'BASIC') return { imei, brand, model };
  return { imei, imei_parts: partsOf(imei), brand, model, info };
}

/** The older cut, with a final assembly code: 6-2-6-1. */
function partsOf(imei: string): ImeiParts {
  return { fac: imei.slice(6, 8), cd: imei.slice(14, 15), snr: imei.slice(8, 14), tac: imei.slice(0, 6) };
}
