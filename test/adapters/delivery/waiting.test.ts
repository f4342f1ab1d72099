import { describe, expect, it } from 'vitest';
import { ReplyWaits } from '../../../src/core/adapter/request-event.ts';
import {
  InvitingTransport,
  PlainTransport,
  type PlazaTarget,
  SQUARE,
  WhisperingTransport,
} from '../../support/plaza.ts';
import { replyOf } from '../../support/replies.ts';
import {
  ANSWER_WAITS,
  AT_HOME,
  asked,
  askedNext,
  HOME,
  LATE,
  secret,
  shownBy,
  stage,
  stored,
} from './stage.ts';

describe('an answer that could be shown nowhere', () => {
  it('waits until its asker opens the private chat, and the square says so', async () => {
    const { plaza, delivery, answer, square, home } = stage();
    plaza.refusing.set(HOME, 'closed');
    await expect(answer(secret)).rejects.toThrow(ReplyWaits);
    expect(square()).toEqual([ANSWER_WAITS]);
    expect(delivery.reopen(asked())).toBeUndefined();
    expect(delivery.reopen(asked(), askedNext())).toBeUndefined();
    plaza.refusing.clear();
    await shownBy(delivery.reopen(asked(), askedNext({ place: AT_HOME }))).last(secret);
    expect(home()).toEqual(['Secret']);
  });

  it('waits in a private chat that its person has closed without a further call', async () => {
    const { plaza, answer } = stage(InvitingTransport);
    plaza.refusing.set(HOME, 'closed');
    await expect(answer(secret, { place: AT_HOME })).rejects.toThrow(ReplyWaits);
    expect(plaza.calls).toBe(1);
  });

  it('waits behind an invitation that does not ask again', async () => {
    class RemindingTransport extends InvitingTransport {
      override async invitation(target: PlazaTarget) {
        return { ...(await super.invitation(target)), replyWaits: true };
      }
    }
    const { plaza, delivery, answer, square, home } = stage(RemindingTransport);
    plaza.refusing.set(HOME, 'closed');
    await expect(answer(secret)).rejects.toThrow(ReplyWaits);
    expect(square()).toEqual(['Come home']);
    plaza.refusing.clear();
    await shownBy(delivery.reopen(asked(), askedNext({ place: AT_HOME }))).last(secret);
    expect(home()).toEqual(['Secret']);
  });

  it.each([
    ['a private answer', 'closed', secret],
    ['an answer for all', 'closed', replyOf({ title: 'Answered' })],
    ['an answer that comes too late', 'expired', secret],
  ] as const)('waits if not even an invitation can be shown: %s', async (_, failure, reply) => {
    const { plaza, delivery, answer } = stage(InvitingTransport);
    plaza.refusing.set(HOME, 'closed').set(SQUARE, failure);
    await expect(answer(reply)).rejects.toThrow(ReplyWaits);
    expect(delivery.reopen(asked())).toBeUndefined();
  });

  it('is tried again by itself if its invitation fails', async () => {
    const { plaza, delivery, answer } = stage(InvitingTransport);
    plaza.refusing.set(HOME, 'closed').set(SQUARE, 'failed');
    await expect(answer(secret)).rejects.toThrow('failed');
    expect(delivery.reopen(asked())).toBeDefined();
  });

  it.each([
    ['in the private chat', PlainTransport, askedNext({ place: AT_HOME }), 'Secret'],
    ['below a newer answer', WhisperingTransport, askedNext(), `${LATE} Secret`],
  ])(
    'is tried again by itself once its asker came, if it fails %s',
    async (_, Kind, newer, shown) => {
      const { plaza, delivery, answer, home } = stage(Kind);
      plaza.refusing.set(HOME, 'closed');
      plaza.over.add(SQUARE);
      await expect(answer(secret)).rejects.toThrow(ReplyWaits);
      plaza.refusing.set(HOME, 'failed').set(SQUARE, 'failed');
      await answer('The new answer', newer).catch(() => undefined);
      const again = shownBy(delivery.reopen(asked(), newer));
      await expect(again.last(secret)).rejects.toThrow('failed');
      plaza.refusing.clear();
      await shownBy(delivery.reopen(asked())).last(secret);
      expect(home()).toEqual([shown]);
    },
  );
});

describe('an answer that waits, where the platform can whisper', () => {
  const LATE_SECRET = `${LATE} Secret`;

  /** A stage on which the answer could be shown nowhere. */
  async function withWaiting() {
    const on = stage(WhisperingTransport);
    on.plaza.refusing.set(HOME, 'closed');
    on.plaza.over.add(SQUARE);
    await expect(on.answer(secret)).rejects.toThrow(ReplyWaits);
    on.plaza.over.clear();
    return on;
  }

  it('follows the answer to the next question of its asker', async () => {
    const { delivery, open, square, squareOfAnn } = await withWaiting();
    const next = open(askedNext());
    // The platform delivers it again, and `requests` shows one of the two.
    open(askedNext());
    const waited = shownBy(delivery.reopen(asked(), askedNext())).last(secret);
    await next.last('The new answer');
    await waited;
    expect(squareOfAnn()).toEqual(['The new answer', LATE_SECRET]);
    expect(square()).toEqual(['The new answer']);
  });

  it('follows an answer whose question is delivered again later', async () => {
    const { delivery, open, answer, squareOfAnn } = await withWaiting();
    await answer('The new answer', askedNext());
    open(askedNext());
    const waited = shownBy(delivery.reopen(asked(), askedNext()));
    // Only the answer follows.
    await waited.progress(replyOf({ title: 'Asking', isPrivate: true }));
    await waited.last(secret);
    expect(squareOfAnn()).toEqual(['The new answer', LATE_SECRET]);
  });

  it('follows an answer whose progress had no place', async () => {
    const { plaza, delivery, open, squareOfAnn } = await withWaiting();
    const next = open(askedNext());
    plaza.over.add(SQUARE);
    await next.progress('Asking');
    plaza.over.clear();
    const waited = shownBy(delivery.reopen(asked(), askedNext())).last(secret);
    await next.last('The new answer');
    await waited;
    expect(squareOfAnn()).toEqual(['The new answer', LATE_SECRET]);
  });

  it('does not come before an answer that fails for now', async () => {
    const { plaza, delivery, open } = await withWaiting();
    plaza.refusing.set(SQUARE, 'failed');
    const next = open(askedNext());
    const waited = shownBy(delivery.reopen(asked(), askedNext())).last(secret);
    await expect(next.last('The new answer')).rejects.toThrow('failed');
    await expect(waited).rejects.toThrow('failed');
    expect(plaza.calls).toBe(2);
  });

  it('is shown by the next process below an answer that this did not show itself', async () => {
    const { plaza, restarted, squareOfAnn } = stage(WhisperingTransport);
    plaza.over.add(SQUARE);
    const waited = shownBy(restarted().reopen(stored(asked()), stored(askedNext())));
    plaza.over.clear();
    await waited.last(secret);
    expect(squareOfAnn()).toEqual([LATE_SECRET]);
  });
});
