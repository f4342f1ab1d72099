import type { DrawQuota } from '../src/charts/draw.ts';
import type { KeyStatusAnswer, Usage } from '../src/checks/answer.ts';
import { type QuotaTrend, quotaTrend, type UsageHistory } from '../src/checks/trend.ts';
import type { Command } from '../src/core/command.ts';
import type { Action, ReplyFile } from '../src/core/reply.ts';
import { stoppedQuotaReply } from '../src/format/imei/unanswered.ts';
import { quotaReply, type Totals } from '../src/format/quota/key-status.ts';
import { hasPicture, quotaPicture, quotaPictureFile } from '../src/format/quota/picture.ts';
import type { View } from '../src/format/reply/view.ts';
import { ServiceFailure } from '../src/provider/errors.ts';
import { defineWordedCommand, type ViewNeeds, viewOf } from './define.ts';
import { latestStates } from './latest-states.ts';

const NAME = 'quota';

interface QuotaNeeds extends ViewNeeds {
  /**
   * The key's status, at most a minute old unless `fresh`. Throws `ServiceFailure`, or the signal's reason when
   * it is aborted.
   */
  readonly keyStatus: (request: {
    readonly fresh?: boolean;
    readonly signal: AbortSignal;
  }) => Promise<KeyStatusAnswer>;
  readonly usage: () => Promise<Usage>;
  /** The full hourly, daily and monthly allowances, if known: the service tells only what is left. */
  readonly totals?: () => Promise<Totals>;
  /** What the key had left, and what was paid and saved, over the last 30 days. */
  readonly past: () => Promise<UsageHistory>;
  /** Draws the picture as PNG; throws what broke. */
  readonly draw: DrawQuota;
  /** Receives errors in a part of the reply, which would otherwise go unnoticed: the rest is shown. */
  readonly reportFault: (error: unknown) => void;
  readonly settings: ViewNeeds['settings'] & {
    /** US dollars. */
    readonly pricePerCheck?: number | undefined;
  };
}

/** `/quota`: remaining checks, spending, the key's status, and a picture of trend and forecast. */
export function createQuota(needs: QuotaNeeds): Command {
  return defineWordedCommand({
    name: NAME,
    audience: 'admins',
    options: [{ name: 'fresh', kind: 'flag' }],
    run: async function* (invocation) {
      const { options, signal } = invocation;
      const view = () => viewOf(needs, invocation);
      const [usage, totals] = await Promise.all([needs.usage(), needs.totals?.() ?? {}]);
      const parts = { usage, totals, pricePerCheck: needs.settings.pricePerCheck };
      const actions = [refresh(view().say('actions.refresh'))];
      const key = yield* latestStates((push, stopped) => {
        push(() => quotaReply(view(), { ...parts, key: undefined }));
        return keyOrFailure(needs, options.fresh, stopped);
      }, signal);
      if (key === 'stopped') {
        yield { ...stoppedQuotaReply(view()), actions };
        return;
      }
      const status = key instanceof ServiceFailure ? undefined : key;
      const course = await courseOf(needs, status);
      const text = () => ({ ...quotaReply(view(), { ...parts, key, course }), actions });
      // The text first: the picture takes longer.
      yield text();
      const files = await filesOf(needs, { view: view(), course, key: status, signal });
      if (files.length > 0) yield { ...text(), files };
    },
  });
}

/** The key's status, or the failure of the call. Throws the signal's reason if it is aborted. */
async function keyOrFailure(
  { keyStatus }: QuotaNeeds,
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

/** Trend and forecast; undefined if they cannot be read, which is reported and does not affect the rest. */
async function courseOf(
  { past, clock, reportFault }: QuotaNeeds,
  key: KeyStatusAnswer | undefined,
): Promise<QuotaTrend | undefined> {
  try {
    return quotaTrend(await past(), key, clock.now());
  } catch (error) {
    reportFault(error);
    return undefined;
  }
}

interface Drawing {
  readonly view: View;
  readonly course: QuotaTrend | undefined;
  readonly key: KeyStatusAnswer | undefined;
  readonly signal: AbortSignal;
}

/** The picture as a file; empty if there is too little to draw or drawing fails, which is reported. */
async function filesOf(
  { draw, reportFault }: QuotaNeeds,
  { view, course, key, signal }: Drawing,
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

function refresh(label: string): Action {
  const options = { kind: 'values', values: {} } as const;
  return { id: 'refresh', label, opens: 'here', effect: { kind: 'invoke', command: NAME, options } };
}
