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
import type { Answered, Outcome } from './service.ts';
import type { World } from './world.ts';

/** How long a connection takes. */
const CONNECT_MS = 3;

/** The two calls of the interface as one life makes them: what has left arrives, whatever becomes of the life. */
export function createModelProvider(
  world: World,
  gate: Gate,
  { limits, timeoutMs }: Required<Pick<ProviderSettings, 'limits' | 'timeoutMs'>>,
): LookupProvider {
  const { service, time } = world;
  const call = async (imei: string | undefined, canSend: CanSend): Promise<RawAnswer> => {
    await time.sleep(CONNECT_MS);
    await gate.awake();
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
    await gate.awake();
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
