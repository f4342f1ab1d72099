import type { KeyStatusAnswer } from '../src/checks/contract.ts';
import { type QuotaTrend, quotaTrend } from '../src/checks/trend.ts';
import { type Command, defineCommand } from '../src/core/command.ts';
import type { Action, ReplyFile } from '../src/core/reply.ts';
import { quotaReply, stoppedQuotaReply } from '../src/format/quota/quota.ts';
import { hasPicture, quotaPicture, quotaPictureFile } from '../src/format/quota/trend.ts';
import type { View } from '../src/format/reply/view.ts';
import { ServiceFailure } from '../src/provider/errors.ts';
import { latestStates } from './latest-states.ts';
import { type BotServices, viewOf } from './services.ts';

/** `/quota`: remaining checks, spending, the key's status, and a picture of trend and forecast. */
export function createQuota(services: BotServices): Command {
  return defineCommand({
    name: 'quota',
    audience: 'admins',
    options: [{ name: 'fresh', kind: 'flag' }],
    run: async function* (invocation) {
      const { options, signal } = invocation;
      const { settings, totals: totalsOf } = services;
      const view = () => viewOf(services, invocation);
      const [usage, totals] = await Promise.all([services.usage(), totalsOf?.() ?? {}]);
      const parts = { usage, totals, pricePerCheck: settings.pricePerCheck };
      const actions = [refresh(view())];
      const key = yield* latestStates((push) => {
        push(() => quotaReply(view(), { ...parts, key: undefined }));
        return keyOrFailure(services, options.fresh, signal);
      });
      if (key === 'stopped') return yield { ...stoppedQuotaReply(view()), actions };
      const status = key instanceof ServiceFailure ? undefined : key;
      const course = await courseOf(services, status);
      const text = () => ({ ...quotaReply(view(), { ...parts, key, course }), actions });
      // The picture takes longer than the text.
      yield text();
      const files = await filesOf(services, view(), course, status, signal);
      if (files.length > 0) yield { ...text(), files };
    },
  });
}

/** The key's status, or the failure of the call. */
async function keyOrFailure(
  { keyStatus }: BotServices,
  fresh: boolean,
  signal: AbortSignal,
): Promise<KeyStatusAnswer | ServiceFailure | 'stopped'> {
  try {
    return await keyStatus({ fresh, signal });
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

/** Trend and forecast; undefined if they cannot be read, which is only reported. */
async function courseOf(
  { past, clock, reportFault }: BotServices,
  key: KeyStatusAnswer | undefined,
): Promise<QuotaTrend | undefined> {
  try {
    return quotaTrend(await past(), key, clock.now());
  } catch (error) {
    reportFault(error);
    return undefined;
  }
}

/** The picture as a file; empty if there is too little to draw or drawing fails, which is reported. */
async function filesOf(
  { draw, reportFault }: BotServices,
  view: View,
  course: QuotaTrend | undefined,
  key: KeyStatusAnswer | undefined,
  signal: AbortSignal,
): Promise<readonly ReplyFile[]> {
  if (course === undefined || !hasPicture(course)) return [];
  try {
    const drawn = await draw(quotaPicture(view, course, key?.status.expirationDate), signal);
    return [quotaPictureFile(view, course, drawn)];
  } catch (error) {
    if (!signal.aborted) reportFault(error);
    return [];
  }
}

function refresh({ say }: View): Action {
  const effect = {
    kind: 'invoke',
    command: 'quota',
    options: { kind: 'values', values: {} },
  } as const;
  return { id: 'refresh', label: say('actions.refresh'), opens: 'here', effect };
}
