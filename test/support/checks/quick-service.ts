import { type LookupProvider, SendVetoed } from '../../../src/provider/contract.ts';
import type { ServiceResponse } from '../../../src/provider/device.ts';
import { READER, readKeyStatus } from '../../../src/provider/device-identity/read-response.ts';
import {
  isFailureCode,
  ServiceFailure,
  type ServiceFailureCode,
} from '../../../src/provider/service-failure.ts';
import type { FakeClock } from '../clocks/fake.ts';
import type { Step } from '../mortal.ts';

const STATUS = '{"Has access":true,"Checks left (month)":1000}';

export const QUICK_LATENCY_MS = 300;
export const NOT_FOUND_BODY = '{"error":true,"errors":"IMEI: 0 not found"}';

/** The service, on a clock that a test moves. */
export interface QuickService {
  /** What has arrived: an IMEI, or `status`. */
  readonly arrivals: string[];
  /** When each of them arrived, by `Clock.elapsed()`. */
  readonly times: number[];
  /** Bodies or failures of the next requests; those after them are answered with a device. */
  readonly fates: (string | ServiceFailureCode | 'vetoed' | 'bug before it leaves')[];
  /** How long an answer takes, and a connection. */
  latencyMs: number;
  connectMs: number;
  /** Reading this body fails with a bug. */
  breaksReader?: string | undefined;
}

export function createQuickService(): QuickService {
  return { arrivals: [], times: [], fates: [], latencyMs: QUICK_LATENCY_MS, connectMs: 0 };
}

interface ServiceInTime {
  readonly clock: FakeClock;
  readonly service: QuickService;
}

/** The calls of one process, each of which is a step of its life. */
export function createQuickProvider({ clock, service }: ServiceInTime, step: Step): LookupProvider {
  const call = async (
    what: string,
    answer: string,
    canSend: () => boolean,
  ): Promise<ServiceResponse> => {
    const fate = service.fates.shift() ?? answer;
    if (service.connectMs > 0) await clock.sleep(service.connectMs);
    if (fate === 'unreachable') throw new ServiceFailure('unreachable');
    if (fate === 'bug before it leaves') throw new TypeError('a bug in the call');
    if (fate === 'vetoed' || !canSend()) throw new SendVetoed();
    service.arrivals.push(what);
    service.times.push(clock.elapsed());
    await clock.sleep(service.latencyMs);
    if (isFailureCode(fate)) throw new ServiceFailure(fate);
    return { httpStatus: 200, body: fate, reader: READER.name };
  };
  return {
    name: READER.name,
    read: (raw, asked) => {
      if (raw.body === service.breaksReader) throw new TypeError('a bug in the reader');
      return READER.read(raw, asked);
    },
    readStatus: readKeyStatus,
    check: (imei, canSend) =>
      step(() => call(imei, JSON.stringify({ imei, brand: 'Apple', model: 'iPhone 5' }), canSend)),
    status: (canSend) => step(() => call('status', STATUS, canSend)),
  };
}
