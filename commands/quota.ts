import { type Outlook, quotaOutlook } from '../src/checks/key/trend.ts';
import type { DatedKeyStatus } from '../src/checks/usage.ts';
import {
  type Command,
  type CommandDescriptor,
  defineCommand,
  type InvocationContext,
} from '../src/core/command/command.ts';
import { interruptionOf } from '../src/core/lifetime/interruption.ts';
import { type Action, invoke, type Reply } from '../src/core/reply/reply.ts';
import type { ReplyContext } from '../src/format/format.ts';
import { allowanceReply } from '../src/format/quota/allowance-reply.ts';
import { quotaReply, stoppedQuotaReply } from '../src/format/quota/quota-reply.ts';
import { ServiceFailure } from '../src/provider/service-failure.ts';
import { latestStates } from './latest-states.ts';
import { type BotServices, contextOf, readOr } from './services.ts';

export const QUOTA = {
  name: 'quota',
  isPersonal: true,
  options: [],
} as const satisfies CommandDescriptor;

/** `/quota`. A question such as “how many left?” runs it, too. */
export function createQuota(services: BotServices): Command {
  return defineCommand({ ...QUOTA, run: (invocation) => quotaStates(services, invocation) });
}

/** Shows how many checks a person has left today; to admins the key, the spending, a forecast. */
export async function* quotaStates(
  services: BotServices,
  invocation: InvocationContext,
): AsyncGenerator<Reply> {
  const { settings } = services;
  const contextNow = () => contextOf(services, invocation);
  if (!invocation.isAdmin) {
    yield await ownAllowanceReply(services, invocation);
    return;
  }
  const { pricePerCheck } = settings;
  const usageBefore = await services.supply.usage();
  const actions = [refreshAction(contextNow())];
  const key = yield* latestStates(services.clock, (push) => {
    push(() => quotaReply(contextNow(), { usage: usageBefore, pricePerCheck, key: undefined }));
    return keyOrFailure(services, invocation);
  });
  if (key === 'stopped') {
    yield { ...stoppedQuotaReply(contextNow()), actions };
    return;
  }
  const status = key instanceof ServiceFailure ? undefined : key;
  const outlook = await outlookOf(services, status);
  // The status may have taken a minute.
  const usage = await services.supply.usage();
  yield { ...quotaReply(contextNow(), { usage, pricePerCheck, key, outlook }), actions };
}

async function ownAllowanceReply(
  services: BotServices,
  invocation: InvocationContext,
): Promise<Reply> {
  const allowance = await services.supply.allowance(invocation);
  const { requester } = invocation;
  return allowanceReply(contextOf(services, invocation), {
    requester,
    allowance,
    pause: services.supply.pauseReason(),
  });
}

/** The status of the key, or the failure of the call for it. */
async function keyOrFailure(
  { supply }: BotServices,
  invocation: InvocationContext,
): Promise<DatedKeyStatus | ServiceFailure | 'stopped'> {
  try {
    return await supply.keyStatus(invocation);
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    const { signal } = invocation;
    if (signal.aborted && interruptionOf(signal) !== 'too-old') return 'stopped';
    throw error;
  }
}

/** The forecast; undefined if its figures cannot be read. That is only reported. */
async function outlookOf(
  services: BotServices,
  key: DatedKeyStatus | undefined,
): Promise<Outlook | undefined> {
  const { supply, clock } = services;
  return readOr(services, undefined, async () =>
    quotaOutlook(await supply.keySamples(), key, clock.now()),
  );
}

/** The button that shows the same again, with new figures. */
function refreshAction({ say }: ReplyContext): Action {
  return {
    id: 'refresh',
    label: say('actions.refresh'),
    opens: 'here',
    effect: invoke('quota'),
  };
}
