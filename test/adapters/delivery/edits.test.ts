import { expect, it } from 'vitest';
import { ReplyWaits } from '../../../src/core/adapter/request-event.ts';
import { deferred } from '../../../src/core/promises.ts';
import { PlainTransport, SQUARE, WhisperingTransport } from '../../support/plaza.ts';
import { replyOf } from '../../support/replies.ts';
import { asked, askedNext, HOME, notice, secret, shownBy, stage } from './stage.ts';

/** A stage with a question, an edit of it, and an edit back. */
function edits(Kind?: typeof PlainTransport) {
  const on = stage(Kind);
  const { questions } = on.delivery;
  return {
    ...on,
    questions,
    first: questions.describe('q', { text: 'IMEI 1' }, 0),
    edited: questions.describe('q', { text: 'IMEI 2' }, 7),
    back: questions.describe('q', { text: 'IMEI 1' }, 9),
  };
}

it('the reply to an edit stays, although a call of the earlier reply ends after it', async () => {
  const called = deferred<void>();
  const ended = deferred<void>();
  class SlowTransport extends PlainTransport {
    override async edit(...call: Parameters<PlainTransport['edit']>): Promise<void> {
      await super.edit(...call);
      if (!call[1].text.includes('Half')) return;
      called.resolve();
      await ended.promise;
    }
  }
  const { open, answer, questions, first, edited, back, square } = edits(SlowTransport);
  questions.remember(first);
  const earlier = open({ question: first });
  await earlier.progress('Asking');
  const half = earlier.progress('Half of it');
  await called.promise;
  questions.remember(edited);
  await answer('Two', { question: edited });
  ended.resolve();
  await half;
  await earlier.last('One was stopped');
  expect(square()).toEqual(['Two']);
  // An edit back to the first number asks something new.
  expect(await questions.needsReply(back)).toBe(true);
});

it('nothing of the earlier reply is shown once the reply to an edit begins', async () => {
  const { open, questions, first, edited, square } = edits();
  questions.remember(first);
  const earlier = open({ question: first });
  questions.remember(edited);
  const newer = open({ question: edited });
  void newer.progress(replyOf({ title: 'Asking', isPlaceholder: true }));
  await earlier.last('One was stopped');
  expect(square()).toEqual([]);
  await newer.last('Two');
  expect(square()).toEqual(['Two']);
});

it('an earlier answer that waits does not follow the reply to an edit', async () => {
  const { plaza, delivery, answer, questions, first, edited, squareOfAnn } =
    edits(WhisperingTransport);
  questions.remember(first);
  plaza.refusing.set(HOME, 'closed');
  plaza.over.add(SQUARE);
  await expect(answer(secret, { question: first })).rejects.toThrow(ReplyWaits);
  plaza.over.clear();
  const waited = shownBy(delivery.reopen(asked({ question: first }), askedNext()));
  questions.remember(edited);
  await answer('Two', askedNext({ question: edited }));
  await waited.last(secret);
  expect(squareOfAnn()).toEqual(['Two']);
});

it('the earlier answer is still shown if the edit was refused', async () => {
  const { open, answer, questions, first, edited, square } = edits();
  questions.remember(first);
  const earlier = open({ question: first });
  questions.remember(edited);
  await answer(notice, { question: edited });
  await earlier.last('One');
  expect(square()).toEqual(['Not yours', 'One']);
});

it('an edit changes the answer where it is now, after its progress was deleted', async () => {
  const { plaza, open, answer, first, edited, square } = edits();
  const reply = open({ question: first });
  await reply.progress('Asking');
  plaza.messages.clear();
  await reply.last('One');
  await answer('Two', { question: edited });
  expect(square()).toEqual(['Two']);
});

it('a question that is edited back, while the edit is being answered, asks again', async () => {
  const { answer, restarted, questions, first, edited, back } = edits();
  await answer('One', { question: first });
  await expect.poll(() => restarted().questions.previousReply(edited)).toBeDefined();
  questions.remember(edited);
  expect(await questions.needsReply(back)).toBe(true);
});

it('a question without numbers, whose number an edit restores after a restart, asks again', async () => {
  const { answer, restarted, questions, first, back } = edits();
  await answer('One', { question: first });
  await expect.poll(() => restarted().questions.previousReply(back)).toBeDefined();
  await questions.withdraw(questions.describe('q', { text: 'nothing' }, 7));
  await expect.poll(() => restarted().questions.needsReply(back)).toBe(true);
  expect(await restarted().questions.previousReply(back)).toBeDefined();
});

it('an edited question, whose row another version wrote, gets a new reply', async () => {
  const { answer, questions, edited, storedMessages, square } = edits();
  const row = { form: 'of another version' };
  await storedMessages.upsert('plaza question q', row, { keptMs: 1_000 });
  expect(await questions.needsReply(edited)).toBe(true);
  await answer('Two', { question: edited });
  expect(square()).toEqual(['Two']);
});
