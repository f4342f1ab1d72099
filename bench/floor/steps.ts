import { oneActions } from '../../commands/imei/actions.ts';
import type { ImeiUse } from '../../commands/imei/use.ts';
import { createChatQueues } from '../../src/adapters/telegram/outbound/queue.ts';
import type { Answer } from '../../src/checks/answer.ts';
import { type Clock, systemClock as clock } from '../../src/core/clock.ts';
import type { Reply, ShownReply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import type { FoundImei } from '../../src/imei/findings.ts';
import { maskCards } from '../../src/imei/mask.ts';
import { createAccess } from '../../src/requests/access.ts';
import { createButtons } from '../../src/requests/buttons.ts';
import type { Store } from '../../src/store/contract.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import type { Seal } from '../../src/store/seal/seal.ts';
import { fail, openBooks } from '../books.ts';

/**
 * How much of what this bot does for an answer the floor does, each with all of those before it: `fewest` rows, `all` rows,
 * `buttons` that work below the answer, and `limits`: who may ask, how much at once, how much in Telegram, what is counted,
 * and the person's last checks as they are.
 */
export const STEPS = ['fewest', 'all', 'buttons', 'limits'] as const;
export type Step = (typeof STEPS)[number];

/** Whether what is done has the other in it. */
export function has(step: Step, other: Step): boolean {
  return STEPS.indexOf(step) >= STEPS.indexOf(other);
}

/** An answer that is about to be shown. */
interface Answered {
  readonly requestId: string;
  readonly requester: Principal;
  readonly found: FoundImei;
  readonly answer: Answer;
}

/** The buttons below an answer, as this bot makes and keeps them. */
export function createFloorButtons(store: Store, seal: Seal) {
  const buttons = createButtons({
    table: createButtonTable(store.sql, seal),
    seal,
    clock,
    onError: fail,
  });
  return {
    offer: (reply: Reply, { requestId, requester, found, answer }: Answered): ShownReply => {
      const invocation = { requestId, requester, visibility: 'private', locale: 'en', admin: false } as const;
      // What else this bot hands in, the buttons of an answer do not use.
      const needs = { clock, settings: { sandbox: true } };
      const use = { ...USE, needs, invocation } as unknown as ImeiUse;
      const checked = { found, tableName: undefined, outcome: { kind: 'answered', answer } } as const;
      const whole = {
        ...reply,
        actions: oneActions(use, checked, { asked: [], problems: [] }),
        copy: found.imei,
      };
      return buttons.offer(whole, { requestId, requester });
    },
    shown: (from: Pick<Answered, 'requestId' | 'requester'>, at: string | undefined): void => {
      buttons.shown(from, at);
      buttons.over(from);
    },
  };
}

const USE = { command: 'imei', detail: 'brief', fresh: false, anyway: false, savedOnly: false } as const;

/** Who may ask, how much at once, and what is counted and remembered, as this bot does it. */
export function createFloorLimits(store: Store, seal: Seal, quick: Clock) {
  const access = createAccess({ allowed: [], admins: [] });
  const open = new Map<Principal, number>();
  const queues = createChatQueues(quick);
  const met = new Set<string>();
  const { spending, history } = openBooks(store, seal);
  return {
    /** Answers a request that may be, once, with its cards masked; it counts as open until then. */
    take: async (
      { id, by, text }: { readonly id: string; readonly by: Principal; readonly text: string },
      work: (masked: string) => Promise<void>,
    ): Promise<void> => {
      if (met.has(id) || (open.get(by) ?? 0) >= 50) return;
      if (!access.isAllowed({ requester: by, scopes: [] })) return;
      met.add(id);
      open.set(by, (open.get(by) ?? 0) + 1);
      await work(maskCards(text)).finally(() => open.set(by, (open.get(by) ?? 0) - 1));
    },
    /** Resolves when Telegram takes a message to this chat. */
    turn: (chat: number): Promise<void> => queues.turn({ chat, group: false, rank: 'answer' }),
    count: ({ requester, found, answer }: Answered): void => {
      spending.saved();
      const name = answer.found ? `${answer.device.brand} ${answer.device.model}` : undefined;
      void history.add(requester, [{ imei: found.imei, name, at: clock.now() }]);
    },
  };
}
