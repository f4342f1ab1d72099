import type { Clock } from '../../src/core/clock.ts';
import {
  type CanSend,
  type LookupProvider,
  type ProviderSettings,
  SendVetoed,
} from '../../src/provider/contract.ts';
import type { RawAnswer } from '../../src/provider/device.ts';
import { READER, readKeyStatus } from '../../src/provider/device-identity/read.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import type { Gate } from './gate.ts';

/** What becomes of one request to the service. */
export type Fate =
  | { readonly kind: 'answer'; readonly afterMs: number }
  | { readonly kind: 'unreachable' }
  /** It arrives, is paid for, and the connection breaks. */
  | { readonly kind: 'reset'; readonly afterMs: number }
  /** It arrives, is paid for, and nobody ever answers. */
  | { readonly kind: 'silence' }
  /** Paid for, and what comes is cut off. */
  | { readonly kind: 'garbage'; readonly afterMs: number }
  | { readonly kind: 'limited'; readonly afterMs: number }
  /** Refused by whatever stands before it, in words of its own. */
  | {
      readonly kind: 'refused';
      readonly httpStatus: 403 | 429;
      readonly body: string;
      readonly afterMs: number;
    };

/** What the life that asked has come to know. */
export interface Outcome {
  /** When it knew that there is an answer, or none. */
  knownAt?: number;
  /** When it had a whole, readable answer in its hands. */
  answeredAt?: number;
}

/** A request that has arrived, and what came of it. All times are true times. */
export interface Arrival {
  readonly imei: string | undefined;
  readonly life: number;
  readonly at: number;
  readonly fate: Fate;
  readonly paid: boolean;
  readonly outcome: Outcome;
  /** When it was over at the service. */
  overAt?: number;
}

/** What comes back to whoever asked. */
export interface Answered {
  readonly raw: RawAnswer | 'reset';
  readonly isReadable: boolean;
}

/** One request to it. */
interface Asked {
  readonly imei: string | undefined;
  readonly life: number;
  readonly fate: Fate;
  readonly outcome: Outcome;
}

/** The service as it stands for all lives of the bot, with a fate for each request that comes. */
export interface ModelService {
  readonly arrivals: readonly Arrival[];
  /** The next so many requests have this fate; after them all is well again. */
  foretell(fate: Fate, count: number): void;
  nextFate(): Fate;
  /** A request has left a life; it arrives whatever becomes of that life. Resolves with what is sent back, if anything. */
  handle(asked: Asked): Promise<Answered>;
  readonly mostInWindow: () => number;
  readonly mostAtOnce: () => number;
  recover(): void;
}

const WAY_MS = { shortest: 5, longest: 400 };

export function createModelService(time: Clock, random: () => number, windowMs: number): ModelService {
  const arrivals: Arrival[] = [];
  const fates: Fate[] = [];
  let inFlight = 0;
  let mostAtOnce = 0;
  const goOneWay = (): Promise<void> =>
    time.sleep(Math.round(WAY_MS.shortest + random() * (WAY_MS.longest - WAY_MS.shortest)));
  const enter = (): void => {
    inFlight += 1;
    mostAtOnce = Math.max(mostAtOnce, inFlight);
  };
  return {
    arrivals,
    foretell: (fate, count) => {
      fates.push(...Array.from({ length: count }, () => fate));
    },
    nextFate: () => fates.shift() ?? { kind: 'answer', afterMs: 30 },
    recover: () => {
      fates.length = 0;
    },
    handle: async ({ imei, life, fate, outcome }) => {
      await goOneWay();
      enter();
      const arrival: Arrival = {
        imei,
        life,
        at: time.now(),
        fate,
        paid: imei !== undefined && fate.kind !== 'limited' && fate.kind !== 'refused',
        outcome,
      };
      arrivals.push(arrival);
      // The service does not know that nobody waits any more; it is busy for as long as it takes it.
      await time.sleep('afterMs' in fate ? fate.afterMs : SILENCE_MS);
      inFlight -= 1;
      arrival.overAt = time.now();
      if (fate.kind === 'silence') return new Promise<never>(() => undefined);
      await goOneWay();
      const isReadable = fate.kind === 'answer';
      return { raw: fate.kind === 'reset' ? 'reset' : rawOf(imei, fate), isReadable };
    },
    mostInWindow: () =>
      arrivals.reduce(
        (most, { at }) =>
          Math.max(most, arrivals.filter((other) => other.at > at - windowMs && other.at <= at).length),
        0,
      ),
    mostAtOnce: () => mostAtOnce,
  };
}

/** How long the service is busy with what it never answers. */
const SILENCE_MS = 15_000;

/** Interface sections 2.1, 2.3 and 7. */
function rawOf(imei: string | undefined, fate: Fate): RawAnswer {
  if (fate.kind === 'refused')
    return { httpStatus: fate.httpStatus, body: fate.body, reader: 'device-identity' };
  if (fate.kind === 'limited')
    return { httpStatus: 429, body: '{"errors":"Hourly limit exceeded"}', reader: 'device-identity' };
  if (imei === undefined)
    return { httpStatus: 200, body: JSON.stringify(KEY_STATUS), reader: 'device-identity' };
  const whole = JSON.stringify({ imei, brand: 'ANY', model: imei.slice(0, 8) });
  return {
    httpStatus: 200,
    body: fate.kind === 'garbage' ? whole.slice(0, -5) : whole,
    reader: 'device-identity',
  };
}

const KEY_STATUS = {
  'Has access': true,
  'Activation date': '2026-01-01',
  'Expiration date': '2027-01-01',
  'Checks left (hour)': 'No limit',
  'Checks left (day)': 'No limit',
  'Checks left (month)': 100_000,
};

/** How long a connection takes. */
const CONNECT_MS = 3;

/** The two calls of the interface as one life makes them: what has left arrives, whatever becomes of the life. */
export function createModelProvider(
  { service, time }: { readonly service: ModelService; readonly time: Clock },
  gate: Gate,
  { limits, timeoutMs }: Required<Pick<ProviderSettings, 'limits' | 'timeoutMs'>>,
): LookupProvider {
  const call = async (imei: string | undefined, canSend: CanSend): Promise<RawAnswer> => {
    await time.sleep(CONNECT_MS);
    await gate.alive();
    const fate = service.nextFate();
    if (fate.kind === 'unreachable') throw new ServiceFailure('unreachable');
    if (!canSend()) throw new SendVetoed();
    let answered: Answered | undefined;
    const outcome: Outcome = {};
    const handled = gate.outside(() => service.handle({ imei, life: gate.number, fate, outcome }));
    const come = handled.then((answer) => {
      answered = answer;
    });
    await Promise.race([come, gate.clock.sleep(timeoutMs)]);
    await gate.alive();
    outcome.knownAt = time.now();
    if (answered === undefined) throw new ServiceFailure('timeout');
    if (answered.raw === 'reset') throw new ServiceFailure('reset');
    if (answered.isReadable) outcome.answeredAt = time.now();
    return answered.raw;
  };
  return {
    ...READER,
    readStatus: readKeyStatus,
    limits,
    check: call,
    status: (canSend) => call(undefined, canSend),
  };
}
