import type { Clock } from '../../src/core/time/clock.ts';
import { type LookupProvider, SendVetoed } from '../../src/provider/contract.ts';
import type { ServiceResponse } from '../../src/provider/device.ts';
import { READER, readKeyStatus } from '../../src/provider/device-identity/read-response.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import type { Gate } from './gate.ts';

/** The fate of one request to the service. */
export type Fate =
  | { readonly kind: 'unreachable' }
  /** The request arrives, is paid for, and gets no answer. */
  | { readonly kind: 'silence' }
  /** The request is paid for; the answer may be whole, cut off, unreadable or a limit. */
  | { readonly kind: 'answer' | 'reset' | 'garbage' | 'limited'; readonly afterMs: number }
  /** A proxy refuses the request with its own text. */
  | {
      readonly kind: 'refused';
      readonly httpStatus: 403 | 429;
      readonly body: string;
      readonly afterMs: number;
    };

/** What the life that sent a request knows about its result. */
export interface Outcome {
  /** When the life learned the result: an answer or a failure. */
  knownAt?: number;
  /** When the life had a whole, readable answer. */
  answeredAt?: number;
}

/** A request that has arrived, in true time. */
export interface Arrival {
  readonly imei: string | undefined;
  readonly life: number;
  readonly at: number;
  readonly fate: Fate;
  readonly paid: boolean;
  readonly outcome: Outcome;
}

const WAY_MS = { shortest: 5, longest: 400 };
/** How long the service is busy with a request that it never answers. */
const SILENCE_MS = 15_000;
/** How long a connection takes. */
const CONNECT_MS = 3;
const KEY_STATUS = {
  'Has access': true,
  'Checks left (day)': 'No limit',
  'Checks left (month)': 100_000,
};

export type ModelService = ReturnType<typeof createModelService>;

/** The service for all lives of the bot, with a fate for each request that comes. */
export function createModelService(time: Clock, random: () => number) {
  const arrivals: Arrival[] = [];
  const fates: Fate[] = [];
  let [inFlight, mostAtOnce] = [0, 0];
  const goOneWay = (): Promise<void> =>
    time.sleep(Math.round(WAY_MS.shortest + random() * (WAY_MS.longest - WAY_MS.shortest)));
  return {
    arrivals: arrivals as readonly Arrival[],
    mostAtOnce: (): number => mostAtOnce,
    /** Gives the next `count` requests this fate. Later requests succeed. */
    foretell: (fate: Fate, count: number): void => {
      fates.push(...Array<Fate>(count).fill(fate));
    },
    nextFate: (): Fate => fates.shift() ?? { kind: 'answer', afterMs: 30 },
    recover: (): void => {
      fates.length = 0;
    },
    /**
     * Handles a request that has left a life, even if that life dies. Resolves with the response,
     * if there is one.
     */
    handle: async (request: Pick<Arrival, 'imei' | 'life' | 'fate' | 'outcome'>) => {
      const { imei, fate } = request;
      await goOneWay();
      inFlight += 1;
      mostAtOnce = Math.max(mostAtOnce, inFlight);
      const paid = imei !== undefined && fate.kind !== 'limited' && fate.kind !== 'refused';
      arrivals.push({ ...request, paid, at: time.now() });
      // The service cannot know that nobody waits any more, and stays busy.
      await time.sleep('afterMs' in fate ? fate.afterMs : SILENCE_MS);
      inFlight -= 1;
      if (fate.kind === 'silence') return new Promise<never>(() => undefined);
      await goOneWay();
      return fate.kind === 'reset' ? 'reset' : rawOf(imei, fate);
    },
  };
}

/** Interface sections 2.1, 2.3 and 7. */
function rawOf(imei: string | undefined, fate: Fate): ServiceResponse {
  const answer = (body: string, httpStatus = 200) => ({ httpStatus, body, reader: READER.name });
  if (fate.kind === 'refused') return answer(fate.body, fate.httpStatus);
  if (fate.kind === 'limited') return answer('{"errors":"Hourly limit exceeded"}', 429);
  const whole = JSON.stringify(imei ? { imei, brand: 'ANY', model: imei.slice(0, 8) } : KEY_STATUS);
  return answer(fate.kind === 'garbage' ? whole.slice(0, -5) : whole);
}

/** The calls of the interface for one life. A request that left arrives even if the life dies. */
export function createModelProvider(
  service: ModelService,
  time: Clock,
  gate: Gate,
  timeoutMs: number,
): LookupProvider {
  const call = async (
    imei: string | undefined,
    canSend: () => boolean,
  ): Promise<ServiceResponse> => {
    await time.sleep(CONNECT_MS);
    await gate.whileAlive();
    const fate = service.nextFate();
    if (fate.kind === 'unreachable') throw new ServiceFailure('unreachable');
    if (!canSend()) throw new SendVetoed();
    const outcome: Outcome = {};
    const handled = gate.outside(() => service.handle({ imei, life: gate.number, fate, outcome }));
    const answer = await Promise.race([handled, gate.clock.sleep(timeoutMs)]);
    await gate.whileAlive();
    outcome.knownAt = time.now();
    if (answer === undefined) throw new ServiceFailure('timeout');
    if (answer === 'reset') throw new ServiceFailure('reset');
    if (fate.kind === 'answer') outcome.answeredAt = time.now();
    return answer;
  };
  return {
    ...READER,
    readStatus: readKeyStatus,
    check: call,
    status: (canSend) => call(undefined, canSend),
  };
}
