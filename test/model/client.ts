import type { RawAnswer } from '../../src/provider/device.ts';
import type { ServiceClient } from '../../src/provider/device-identity/client.ts';
import { type CanSend, SendVetoed } from '../../src/provider/device-identity/exchange.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import type { Gate } from './gate.ts';
import type { Answered, Outcome } from './service.ts';
import type { World } from './world.ts';

/** How long a connection takes. */
const CONNECT_MS = 3;

/** The two calls of the interface as one life makes them: what has left arrives, whatever becomes of the life. */
export function createModelClient(world: World, gate: Gate, timeoutMs: number): ServiceClient {
  const { service, time } = world;
  const call = async (imei: string | undefined, canSend: CanSend = () => true): Promise<RawAnswer> => {
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
    checkImei: (imei, _signal, canSend) => call(imei, canSend),
    keyStatus: (_signal, canSend) => call(undefined, canSend),
    close: async () => undefined,
  };
}
