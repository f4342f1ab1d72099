import { describe, expect, it } from 'vitest';
import { Delivery } from '../../../src/adapters/delivery/delivery.ts';
import { AnswerWaits, type ReplyTarget } from '../../../src/core/adapter/request-event.ts';
import { deferred } from '../../../src/core/promises.ts';
import type { Button, ShownReply } from '../../../src/core/reply/reply.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import { testHost } from '../../support/host.ts';
import {
  homeOf,
  InvitingTransport,
  NOBODY,
  PlainTransport,
  Plaza,
  type PlazaTarget,
  SeparateFilesTransport,
  SQUARE,
  TypingTransport,
  WhisperingTransport,
} from '../../support/plaza.ts';
import { button, replyOf } from '../../support/replies.ts';

const en = sayIn('en');
const HOME = homeOf('ann');
const last = { isLast: true } as const;
const progress = { isLast: false } as const;
const secret = replyOf({ title: 'Secret', isPrivate: true });
const notice = replyOf({ kind: 'notice', title: 'Not yours' });

/** What one person asks in the square, unless it says otherwise. */
function asked(parts: Partial<PlazaTarget> = {}): PlazaTarget {
  return {
    kind: 'plaza',
    request: 'plaza:1',
    locale: 'en',
    place: { room: SQUARE, asker: 'ann' },
    ...parts,
  };
}

const atHome = { room: HOME, asker: 'ann' };

function stage(Kind: new (plaza: Plaza) => PlainTransport = PlainTransport) {
  const plaza = new Plaza();
  const clock = createSkippingClock();
  const transport = new Kind(plaza);
  const host = testHost(clock);
  const create = () => new Delivery({ ...host, transport });
  const delivery = create();
  const { questions } = delivery;
  return {
    plaza,
    clock,
    questions,
    /** A question in the square, an edit of it, and an edit back. */
    first: questions.describe('q', { text: 'IMEI 1' }, 0),
    edited: questions.describe('q', { text: 'IMEI 2' }, 7),
    back: questions.describe('q', { text: 'IMEI 1' }, 9),
    storedMessages: host.store.messages,
    delivery,
    /** Another process. */
    restarted: create,
    square: () => plaza.readBy('bob'),
    home: () => plaza.readBy('ann', HOME),
    /** A message of the bot that shows another reply, whose button is pressed. */
    pressed: async (reply: Partial<ShownReply> = {}): Promise<PlazaTarget> => {
      await delivery.open(asked({ request: 'plaza:0' }))(
        replyOf({ title: 'Pressed', ...reply }),
        last,
      );
      const [id = ''] = [...plaza.messages.keys()].slice(-1);
      return asked({ message: { id, shows: 'another-reply' } });
    },
  };
}

/** A delivery with a private reply that could be shown nowhere, and waits. */
async function withWaitingReply() {
  const { plaza, delivery } = stage(WhisperingTransport);
  plaza.refusing.set(HOME, 'closed');
  plaza.over.add(SQUARE);
  await expect(delivery.open(asked())(secret, last)).rejects.toThrow(AnswerWaits);
  plaza.over.clear();
  return { plaza, delivery };
}

function stored(target: ReplyTarget): ReplyTarget {
  return JSON.parse(JSON.stringify(target));
}

describe('a reply', () => {
  it('a reply is one message, which each state changes', async () => {
    const { plaza, delivery, square } = stage();
    const show = delivery.open(asked());
    await show(replyOf({ title: 'Asking' }), progress);
    expect(square()).toEqual(['Asking']);
    const target = await show(replyOf({ title: 'Answered' }), last);
    expect(square()).toEqual(['Answered']);
    expect(plaza.calls).toBe(2);
    expect(stored(target)).toEqual(target);
  });

  it('the next process shows the answer to a press in place of the pressed reply', async () => {
    const { restarted, square, pressed } = stage();
    const target = stored(await pressed());
    await restarted().reopen(target)?.(replyOf({ title: 'All of it' }), last);
    expect(square()).toEqual(['All of it']);
  });

  it('a reply takes the place of the pressed one, but a notice is below it', async () => {
    const { plaza, delivery, square, pressed } = stage();
    const target = await pressed();
    await delivery.open(target)(notice, last);
    expect(square()).toEqual(['Pressed', 'Not yours']);
    expect([...plaza.messages.values()][1]?.below).toBe(target.message?.id);
    await delivery.open(target)(replyOf({ title: 'All of it' }), last);
    expect(square()).toEqual(['All of it', 'Not yours']);
  });

  it('the reply to an edited question changes the earlier answer, but a notice is below it', async () => {
    const { delivery, first, edited, square } = stage();
    await delivery.open(asked({ question: first }))(replyOf({ title: 'One' }), last);
    await delivery.open(asked({ question: edited }))(notice, last);
    expect(square()).toEqual(['One', 'Not yours']);
    await delivery.open(asked({ question: edited }))(replyOf({ title: 'Two' }), last);
    expect(square()).toEqual(['Two', 'Not yours']);
  });

  it('the reply to an edited question stays, although a call of the earlier reply ends after it', async () => {
    const called = deferred<void>();
    const answered = deferred<void>();
    class SlowTransport extends PlainTransport {
      override async edit(...call: Parameters<PlainTransport['edit']>): Promise<void> {
        await super.edit(...call);
        if (!call[1].text.includes('Half')) return;
        called.resolve();
        await answered.promise;
      }
    }
    const { delivery, questions, first, edited, back, square } = stage(SlowTransport);
    questions.remember(first);
    const show = delivery.open(asked({ question: first }));
    await show(replyOf({ title: 'Asking' }), progress);
    const half = show(replyOf({ title: 'Half of it' }), progress);
    await called.promise;
    questions.remember(edited);
    await delivery.open(asked({ question: edited }))(replyOf({ title: 'Two' }), last);
    answered.resolve();
    await half;
    await show(replyOf({ title: 'One was stopped' }), last);
    expect(square()).toEqual(['Two']);
    // An edit back to the first number asks something new.
    expect(await questions.needsAnswer(back)).toBe(true);
  });

  it('the next process changes the answer that a person’s edit is about', async () => {
    const { delivery, restarted, first, edited, square } = stage();
    await delivery.open(asked({ question: first }))(replyOf({ title: 'One' }), last);
    // It is stored while nobody waits for that.
    await expect.poll(() => restarted().questions.previousReply(edited)).toBeDefined();
    await restarted().open(asked({ question: edited }))(replyOf({ title: 'Two' }), last);
    expect(square()).toEqual(['Two']);
  });

  it('an edit changes the answer where it is now, after somebody has deleted its message', async () => {
    const { plaza, delivery, first, edited, square } = stage();
    const show = delivery.open(asked({ question: first }));
    await show(replyOf({ title: 'Asking' }), progress);
    plaza.messages.clear();
    await show(replyOf({ title: 'One' }), last);
    await delivery.open(asked({ question: edited }))(replyOf({ title: 'Two' }), last);
    expect(square()).toEqual(['Two']);
  });

  it('nothing of the earlier reply is shown once the reply to an edited question begins', async () => {
    const { delivery, questions, first, edited, square } = stage();
    questions.remember(first);
    const older = delivery.open(asked({ question: first }));
    questions.remember(edited);
    const newer = delivery.open(asked({ question: edited }));
    void newer(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
    await older(replyOf({ title: 'One was stopped' }), last);
    expect(square()).toEqual([]);
    await newer(replyOf({ title: 'Two' }), last);
    expect(square()).toEqual(['Two']);
  });

  it('the earlier answer is still shown if the edit of its question was refused', async () => {
    const { delivery, questions, first, edited, square } = stage();
    questions.remember(first);
    const older = delivery.open(asked({ question: first }));
    questions.remember(edited);
    await delivery.open(asked({ question: edited }))(notice, last);
    await older(replyOf({ title: 'One' }), last);
    expect(square()).toEqual(['Not yours', 'One']);
  });

  it('a question that is edited back, while the edit is being answered, asks again', async () => {
    const { delivery, restarted, questions, first, edited, back } = stage();
    await delivery.open(asked({ question: first }))(replyOf({ title: 'One' }), last);
    await expect.poll(() => restarted().questions.previousReply(edited)).toBeDefined();
    questions.remember(edited);
    expect(await questions.needsAnswer(back)).toBe(true);
  });

  it('an edited question, whose row another version wrote, gets a new reply', async () => {
    const { delivery, questions, edited, storedMessages, square } = stage();
    const row = { form: 'of another version' };
    await storedMessages.upsert('plaza question q', row, { keptMs: 1_000 });
    expect(await questions.needsAnswer(edited)).toBe(true);
    await delivery.open(asked({ question: edited }))(replyOf({ title: 'Two' }), last);
    expect(square()).toEqual(['Two']);
  });

  it('a reply ends in the pressed message if its progress is there', async () => {
    const { delivery, square, pressed } = stage();
    const show = delivery.open(await pressed());
    await show(replyOf({ title: 'Asking' }), progress);
    await show(replyOf({ kind: 'notice', title: 'It broke' }), last);
    expect(square()).toEqual(['It broke']);
  });
});

describe('a private reply', () => {
  it('a private reply is in the private chat, and the square says so in place of the progress', async () => {
    const { delivery, square, home } = stage();
    const show = delivery.open(asked());
    await show(replyOf({ title: 'Asking' }), progress);
    await show(secret, last);
    expect(square()).toEqual([en('delivery.answeredPrivately')]);
    expect(home()).toEqual(['Secret']);
  });

  it('all states of a private reply are in the private chat, and the square says so once', async () => {
    const { delivery, square, home } = stage();
    const show = delivery.open(asked());
    const target = await show(replyOf({ title: 'Asking', isPrivate: true }), progress);
    expect(square()).toEqual([en('delivery.answeredPrivately')]);
    const again = delivery.reopen(stored(target));
    await again?.(secret, last);
    expect(square()).toEqual([en('delivery.answeredPrivately')]);
    expect(home()).toEqual(['Secret']);
  });

  it('a private reply to a press leaves the pressed reply alone', async () => {
    const { delivery, square, home, pressed } = stage();
    await delivery.open(await pressed())(secret, last);
    expect(square()).toEqual(['Pressed', en('delivery.answeredPrivately')]);
    expect(home()).toEqual(['Secret']);
  });

  it.each([
    [
      'stays above the word about its private answer',
      [],
      ['One', en('delivery.answeredPrivately')],
    ],
    ['and its progress give way to that word', ['Asking'], [en('delivery.answeredPrivately')]],
  ])('the answer before an edit %s', async (_, states, shown) => {
    const { delivery, first, edited, square, home } = stage();
    await delivery.open(asked({ question: first }))(replyOf({ title: 'One' }), last);
    const show = delivery.open(asked({ question: edited }));
    for (const title of states) await show(replyOf({ title }), progress);
    await show(secret, last);
    expect(square()).toEqual(shown);
    expect(home()).toEqual(['Secret']);
  });

  it('where the platform can whisper, a private reply is a whisper, and its progress is removed', async () => {
    const { plaza, delivery, square, home } = stage(WhisperingTransport);
    const show = delivery.open(asked());
    await show(replyOf({ title: 'Asking' }), progress);
    await show(secret, last);
    expect(square()).toEqual([]);
    expect(plaza.readBy('ann')).toEqual(['Secret']);
    expect(home()).toEqual([]);
  });

  it('a whisper is tried again later while its progress cannot be removed', async () => {
    let canRemove = false;
    class StickyTransport extends WhisperingTransport {
      override async remove(...call: Parameters<WhisperingTransport['remove']>): Promise<void> {
        if (!canRemove) throw new Error('no answer came');
        await super.remove(...call);
      }
    }
    const { plaza, delivery, square } = stage(StickyTransport);
    const show = delivery.open(asked());
    const target = await show(replyOf({ title: 'Asking' }), progress);
    await expect(show(secret, last)).rejects.toThrow('no answer came');
    expect(plaza.readBy('ann')).toEqual(['Asking']);
    canRemove = true;
    await delivery.reopen(stored(target))?.(secret, last);
    expect(square()).toEqual([]);
    expect(plaza.readBy('ann')).toEqual(['Secret']);
  });

  it.each([
    ['is over', (plaza: Plaza) => plaza.over.add(SQUARE), `${en('delivery.late')} `],
    [
      'turns out to be over',
      (plaza: Plaza) => plaza.refusing.set(SQUARE, 'expired'),
      `${en('delivery.late')} `,
    ],
    ['is closed', (plaza: Plaza) => plaza.refusing.set(SQUARE, 'closed'), ''],
  ])('if the place of a whisper %s, its reply is in the private chat', async (_, lose, preface) => {
    const { plaza, delivery, home } = stage(WhisperingTransport);
    lose(plaza);
    await delivery.open(asked())(secret, last);
    expect(home()).toEqual([`${preface}Secret`]);
  });

  it('a private reply to a press is a whisper, and the pressed reply stays', async () => {
    const { plaza, delivery, square, pressed } = stage(WhisperingTransport);
    await delivery.open(await pressed())(secret, last);
    expect(square()).toEqual(['Pressed']);
    expect(plaza.readBy('ann')).toEqual(['Pressed', 'Secret']);
  });

  it('the square says nothing of a private notice to a press', async () => {
    const { delivery, square, home, pressed } = stage();
    await delivery.open(await pressed())({ ...notice, isPrivate: true }, last);
    expect(square()).toEqual(['Pressed']);
    expect(home()).toEqual(['Not yours']);
  });

  it('the square says where a private notice to a question is', async () => {
    const { delivery, first, square, home } = stage();
    await delivery.open(asked({ question: first }))({ ...notice, isPrivate: true }, last);
    expect(square()).toEqual([en('delivery.answeredPrivately')]);
    expect(home()).toEqual(['Not yours']);
  });

  it('if the private chat is closed, an invitation is below the pressed reply', async () => {
    const { plaza, delivery, square, pressed } = stage(InvitingTransport);
    const target = await pressed();
    plaza.refusing.set(HOME, 'closed');
    await delivery.open(target)(secret, last);
    expect(square()).toEqual(['Pressed', 'Come home']);
  });

  it('an answer in a private chat that its person has closed waits without a further call', async () => {
    const { plaza, delivery } = stage(InvitingTransport);
    plaza.refusing.set(HOME, 'closed');
    const shown = delivery.open(asked({ place: atHome }))(secret, last);
    await expect(shown).rejects.toThrow(AnswerWaits);
    expect(plaza.calls).toBe(1);
  });

  it('an invitation that does not ask again says by itself that the answer waits', async () => {
    class RemindingTransport extends InvitingTransport {
      override async invitation(target: PlazaTarget) {
        return { ...(await super.invitation(target)), answerWaits: true };
      }
    }
    const { plaza, delivery, square, home } = stage(RemindingTransport);
    plaza.refusing.set(HOME, 'closed');
    await expect(delivery.open(asked())(secret, last)).rejects.toThrow(AnswerWaits);
    expect(square()).toEqual(['Come home']);
    plaza.refusing.clear();
    const newer = asked({ request: 'plaza:2', place: atHome });
    await delivery.reopen(asked(), newer)?.(secret, last);
    expect(home()).toEqual(['Secret']);
  });

  it('if the asker is unknown, an invitation is shown once the reply is complete', async () => {
    const { delivery, square } = stage(InvitingTransport);
    const show = delivery.open(asked({ place: { room: SQUARE, asker: NOBODY } }));
    await show(replyOf({ title: 'Asking', isPrivate: true }), progress);
    expect(square()).toEqual([]);
    await show(secret, last);
    expect(square()).toEqual(['Come home']);
  });

  it('without invitations, the private reply waits until its asker opens the private chat', async () => {
    const { plaza, delivery, square, home } = stage();
    plaza.refusing.set(HOME, 'closed');
    await expect(delivery.open(asked())(secret, last)).rejects.toThrow(AnswerWaits);
    expect(square()).toEqual([en('delivery.answerWaits')]);
    expect(delivery.reopen(asked())).toBeUndefined();
    expect(delivery.reopen(asked(), asked({ request: 'plaza:2' }))).toBeUndefined();
    plaza.refusing.clear();
    await delivery.reopen(asked(), asked({ request: 'plaza:2', place: atHome }))?.(secret, last);
    expect(home()).toEqual(['Secret']);
  });

  it.each([
    ['in the private chat', PlainTransport, asked({ request: 'plaza:2', place: atHome }), 'Secret'],
    [
      'below a newer answer',
      WhisperingTransport,
      asked({ request: 'plaza:2' }),
      `${en('delivery.late')} Secret`,
    ],
  ])(
    'a private reply that waited is tried again by itself once its asker came, if it fails %s',
    async (_, Kind, newer, text) => {
      const { plaza, delivery, home } = stage(Kind);
      plaza.refusing.set(HOME, 'closed');
      plaza.over.add(SQUARE);
      await expect(delivery.open(asked())(secret, last)).rejects.toThrow(AnswerWaits);
      plaza.refusing.set(HOME, 'failed').set(SQUARE, 'failed');
      await delivery
        .open(newer)(replyOf(), last)
        .catch(() => undefined);
      await expect(delivery.reopen(asked(), newer)?.(secret, last)).rejects.toThrow('failed');
      plaza.refusing.clear();
      await delivery.reopen(asked())?.(secret, last);
      expect(home()).toEqual([text]);
    },
  );

  it('a closed private chat is tried once, not with each state', async () => {
    const { plaza, delivery } = stage();
    plaza.refusing.set(HOME, 'closed');
    const show = delivery.open(asked());
    const asking = replyOf({ title: 'Asking', isPrivate: true });
    await expect(show(asking, progress)).rejects.toThrow('closed');
    await show(asking, progress);
    expect(plaza.calls).toBe(1);
  });

  it('a private reply that waits follows the answer to the next question of its asker', async () => {
    const { plaza, delivery } = await withWaitingReply();
    const newer = asked({ request: 'plaza:2' });
    const next = delivery.open(newer);
    // The platform delivers it again, and the core shows one of the two.
    delivery.open(newer);
    const waited = delivery.reopen(asked(), newer)?.(secret, last);
    await next(replyOf({ title: 'The new answer' }), last);
    await waited;
    expect(plaza.readBy('ann')).toEqual(['The new answer', `${en('delivery.late')} Secret`]);
    expect(plaza.readBy('bob')).toEqual(['The new answer']);
  });

  it('a private reply that waits follows an answer whose question is delivered again later', async () => {
    const { plaza, delivery } = await withWaitingReply();
    const newer = asked({ request: 'plaza:2' });
    await delivery.open(newer)(replyOf({ title: 'The new answer' }), last);
    delivery.open(newer);
    const waited = delivery.reopen(asked(), newer);
    // Only the answer follows.
    await waited?.(replyOf({ title: 'Asking', isPrivate: true }), progress);
    await waited?.(secret, last);
    expect(plaza.readBy('ann')).toEqual(['The new answer', `${en('delivery.late')} Secret`]);
  });

  it('a private reply that waits does not follow an answer whose progress had no place', async () => {
    const { plaza, delivery } = await withWaitingReply();
    const newer = asked({ request: 'plaza:2' });
    const next = delivery.open(newer);
    plaza.over.add(SQUARE);
    await next(replyOf({ title: 'Asking' }), progress);
    plaza.over.clear();
    const waited = delivery.reopen(asked(), newer)?.(secret, last);
    await next(replyOf({ title: 'The new answer' }), last);
    await waited;
    expect(plaza.readBy('ann')).toEqual(['The new answer', `${en('delivery.late')} Secret`]);
  });

  it('a private reply that waits does not follow an answer that is not shown yet', async () => {
    const { plaza, delivery } = await withWaitingReply();
    plaza.refusing.set(SQUARE, 'failed');
    const newer = asked({ request: 'plaza:2' });
    const next = delivery.open(newer);
    const waited = delivery.reopen(asked(), newer)?.(secret, last) ?? expect.unreachable();
    const answered = next(replyOf({ title: 'The new answer' }), last);
    await expect(answered).rejects.toThrow('failed');
    await expect(waited).rejects.toThrow('failed');
    expect(plaza.calls).toBe(2);
  });

  it('the next process shows an answer whose place is over below a newer answer that it did not show', async () => {
    const { plaza, restarted } = stage(WhisperingTransport);
    const newer = asked({ request: 'plaza:2' });
    const again = restarted();
    plaza.over.add(SQUARE);
    const waited = again.reopen(stored(asked()), stored(newer));
    plaza.over.clear();
    await waited?.(secret, last);
    expect(plaza.readBy('ann')).toEqual([`${en('delivery.late')} Secret`]);
  });
});

describe('a place that is lost', () => {
  it.each([
    ['closed', `${en('delivery.elsewhere')} `],
    ['expired', `${en('delivery.late')} `],
  ] as const)(
    'if the place is %s, the last state is sent to the private chat',
    async (failure, preface) => {
      const { plaza, delivery, home } = stage();
      plaza.refusing.set(SQUARE, failure);
      const show = delivery.open(asked());
      await expect(show(replyOf({ title: 'Asking' }), progress)).rejects.toThrow(failure);
      await show(replyOf({ title: 'Answered' }), last);
      expect(home()).toEqual([`${preface}Answered`]);
    },
  );

  it('a place that is known to be lost costs no call, and progress goes nowhere else', async () => {
    const { plaza, delivery, home } = stage();
    plaza.over.add(SQUARE);
    const show = delivery.open(asked());
    await show(replyOf({ title: 'Asking' }), progress);
    await show(replyOf({ title: 'Answered' }), last);
    expect(home()).toEqual([`${en('delivery.late')} Answered`]);
    expect(plaza.calls).toBe(1);
  });

  it.each([
    ['the next process', undefined],
    ['the next process, although its asker asks something else', asked({ request: 'plaza:2' })],
  ])('a place that fails for now is tried again by %s', async (_, newer) => {
    const { plaza, delivery, restarted, square, home } = stage(WhisperingTransport);
    plaza.refusing.set(SQUARE, 'failed');
    await expect(delivery.open(asked())(replyOf({ title: 'Answered' }), last)).rejects.toThrow(
      'failed',
    );
    plaza.refusing.clear();
    await restarted().reopen(stored(asked()), newer)?.(replyOf({ title: 'Answered' }), last);
    expect(square()).toEqual(['Answered']);
    expect(home()).toEqual([]);
  });

  it('progress that fails for now is shown by itself once that works', async () => {
    const { plaza, clock, delivery, square } = stage();
    plaza.refusing.set(SQUARE, 'failed');
    const shown = delivery.open(asked())(replyOf({ title: 'Asking' }), progress);
    await expect.poll(() => plaza.calls).toBe(1);
    plaza.refusing.clear();
    clock.skip(60_000);
    await shown;
    expect(square()).toEqual(['Asking']);
  });
});

describe('a message to an admin', () => {
  it('a message to an admin comes with its files', async () => {
    const { delivery, home } = stage(SeparateFilesTransport);
    const files = [{ name: 'use.csv', contentType: 'text/csv', data: new Uint8Array(3) }];
    expect(await delivery.notify('plaza:user:ann', replyOf({ title: 'News', files }))).toBe(true);
    expect(home()).toEqual(['News', ' (use.csv)']);
  });

  it('a message to an admin of another platform is not sent', async () => {
    const { plaza, delivery } = stage();
    expect(await delivery.notify('elsewhere:user:ann', replyOf())).toBe(false);
    expect(plaza.calls).toBe(0);
  });
});

describe('typing', () => {
  const answered = replyOf({ title: 'Answered' });
  const asking = replyOf({ title: 'Asking' });

  function typingStage() {
    const plaza = new Plaza();
    const clock = createFakeClock();
    const delivery = new Delivery({ ...testHost(clock), transport: new TypingTransport(plaza) });
    return {
      clock,
      open: (request: string) => delivery.open(asked({ request })),
      /** How often "typing" is shown in the next ten seconds. */
      typed: async () => {
        const before = plaza.typed;
        await clock.advance(10_000);
        return plaza.typed - before;
      },
    };
  }

  it('the bot is typing while replies are under way, once for all of a chat', async () => {
    const { open, typed } = typingStage();
    const first = open('plaza:1');
    const second = open('plaza:2');
    for (const show of [first, first, second]) await show(asking, progress);
    expect(await typed()).toBe(3);
    await first(answered, last);
    expect(await typed()).toBe(2);
    await second(answered, last);
    expect(await typed()).toBe(0);
    await open('plaza:3')(asking, progress);
    expect(await typed()).toBe(3);
  });

  it('the bot is not typing if it answers at once', async () => {
    const { clock, open, typed } = typingStage();
    const show = open('plaza:1');
    await show(asking, progress);
    await clock.advance(100);
    await show(answered, last);
    expect(await typed()).toBe(0);
  });

  it('a reply that is left to the next process ends its own typing, and no other', async () => {
    const { open, typed } = typingStage();
    const first = open('plaza:1');
    const second = open('plaza:2');
    const left = new AbortController();
    await first(asking, { isLast: false, ended: left.signal });
    await second(asking, progress);
    left.abort(new Error('left'));
    await first(answered, last);
    expect(await typed()).toBe(3);
    await second(answered, last);
    expect(await typed()).toBe(0);
    const third = open('plaza:3');
    await third(asking, { isLast: false, ended: new AbortController().signal });
    expect(await typed()).toBe(3);
  });
});

it('after a second a placeholder replaces what the platform shows by itself', async () => {
  const { plaza, clock, delivery, square } = stage();
  await delivery.open(asked())(replyOf({ title: 'Thinking' }), progress);
  const [id = ''] = plaza.messages.keys();
  const show = delivery.open(asked({ message: { id, shows: 'this-reply' } }));
  const shown = show(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
  expect(square()).toEqual(['Thinking']);
  clock.skip(1_000);
  await shown;
  expect(square()).toEqual(['Asking']);
  expect(plaza.calls).toBe(2);
});

it('a placeholder does not replace earlier progress after a restart', async () => {
  const { plaza, clock, delivery, restarted, square } = stage();
  const target = await delivery.open(asked())(replyOf({ title: 'Half of it' }), progress);
  const show = restarted().reopen(stored(target));
  const shown = show?.(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
  clock.skip(1_000);
  await shown;
  expect(square()).toEqual(['Half of it']);
  expect(plaza.calls).toBe(1);
  await show?.(replyOf({ title: 'Most of it' }), progress);
  expect(square()).toEqual(['Most of it']);
});

describe('the files of a reply', () => {
  const again: Button = { ...button('Again', 'g.file'), ifUnsent: true };
  const files = [10, 1_000, 500].map((bytes) => ({
    name: `${bytes}.csv`,
    contentType: 'text/csv',
    data: new Uint8Array(bytes),
  }));
  const missing = (names: string) => en('files.leftOut', { names });
  const list = replyOf({ title: 'List', summary: 'Below.', files, actions: [again] });

  it.each([
    [Number.POSITIVE_INFINITY, 'List Below. (10.csv) (1000.csv) (500.csv)'],
    [500, `List Below. ${missing('1000.csv')} (10.csv) (500.csv)`],
    [10, `List Below. ${missing('1000.csv, 500.csv')} (10.csv)`],
    [1, `List Below. ${missing('1000.csv, 500.csv, 10.csv')} [Again]`],
  ])(
    'files of at most %i bytes come with the reply, and it names the others',
    async (maxBytes, text) => {
      const { plaza, delivery, square } = stage();
      plaza.maxFileBytes = maxBytes;
      await delivery.open(asked())(list, last);
      expect(square()).toEqual([text]);
    },
  );

  it('a reply without a second line names the files that it lacks', async () => {
    const { plaza, delivery, square } = stage();
    plaza.refusesFiles = true;
    await delivery.open(asked())(replyOf({ title: 'List', files }), last);
    expect(square()).toEqual([`List ${missing('10.csv, 1000.csv, 500.csv')}`]);
  });

  it('a file that failed for another reason than its size can be asked for again', async () => {
    class FailingTransport extends SeparateFilesTransport {
      override async sendFile(...call: Parameters<SeparateFilesTransport['sendFile']>) {
        if (call[1].name === '500.csv') throw new Error('no answer came');
        await super.sendFile(...call);
      }
    }
    const { plaza, delivery, square } = stage(FailingTransport);
    plaza.maxFileBytes = 500;
    await delivery.open(asked())(list, last);
    const text = `List Below. ${missing('1000.csv, 500.csv')} [Again]`;
    expect(square()).toEqual([text, ' (10.csv)']);
  });

  it.each([
    [1, PlainTransport, [`${missing('10.csv, 1000.csv, 500.csv')} [Again]`]],
    [1, SeparateFilesTransport, [`${missing('10.csv, 1000.csv, 500.csv')} [Again]`]],
    [500, PlainTransport, [`${missing('1000.csv')} (10.csv) (500.csv)`]],
    [500, SeparateFilesTransport, [missing('1000.csv'), ' (10.csv)', ' (500.csv)']],
  ])(
    'a file that is larger than the %i bytes of the platform is not uploaded',
    async (maxBytes, Kind, [text, ...below]) => {
      const { plaza, delivery, square } = stage(Kind);
      plaza.maxFileBytes = maxBytes;
      plaza.namesLimit = true;
      await delivery.open(asked())(list, last);
      expect(square()).toEqual([`List Below. ${text}`, ...below]);
      expect(plaza.calls).toBe(1 + below.length);
    },
  );

  it('all files are left out at once if they were not refused for their size', async () => {
    const { plaza, delivery, square } = stage();
    plaza.refusesFiles = true;
    await delivery.open(asked())(list, last);
    expect(square()).toEqual([`List Below. ${missing('10.csv, 1000.csv, 500.csv')} [Again]`]);
    expect(plaza.calls).toBe(2);
  });

  it('files go along to the private chat if the place has expired', async () => {
    const { plaza, delivery, home } = stage();
    plaza.refusing.set(SQUARE, 'expired');
    await delivery.open(asked())(list, last);
    expect(home()).toEqual([`${en('delivery.late')} List Below. (10.csv) (1000.csv) (500.csv)`]);
    expect(plaza.calls).toBe(2);
  });

  it('files that are messages follow the last state, which then names those that failed', async () => {
    const { plaza, delivery, square } = stage(SeparateFilesTransport);
    plaza.maxFileBytes = 500;
    const show = delivery.open(asked());
    await show(list, progress);
    expect(plaza.calls).toBe(1);
    await show(list, last);
    expect(square()).toEqual([`List Below. ${missing('1000.csv')}`, ' (10.csv)', ' (500.csv)']);
  });
});

it.each([
  ['the square', PlainTransport, {}, []],
  ['a square in which the platform can whisper', WhisperingTransport, {}, ['Whole']],
  [
    'a whisper',
    WhisperingTransport,
    { place: { room: SQUARE, asker: 'ann', isWhisper: true } },
    ['Share'],
  ],
  ['the private chat', WhisperingTransport, { place: atHome }, []],
])(
  'the buttons Share and Whole are offered in %s only if they do something there',
  async (_, Kind, parts, labels) => {
    const { plaza, delivery } = stage(Kind);
    const actions: Button[] = [
      button('Share', 'g.share', { opens: 'shared' }),
      button('Whole', 'g.whole', { opens: 'private' }),
    ];
    await delivery.open(asked(parts))(replyOf({ actions }), last);
    const [message] = plaza.messages.values();
    expect(message?.buttons.map(({ label }) => label)).toEqual(labels);
  },
);
