import { expect, it } from 'vitest';
import {
  InvitingTransport,
  NOBODY,
  type Plaza,
  SQUARE,
  WhisperingTransport,
} from '../../support/plaza.ts';
import { replyOf } from '../../support/replies.ts';
import { ANSWERED_PRIVATELY, HOME, LATE, notice, secret, shownBy, stage, stored } from './stage.ts';

it('all states of a private reply are in the private chat, and the square says so once', async () => {
  const { delivery, open, square, home } = stage();
  const target = await open().progress(replyOf({ title: 'Asking', isPrivate: true }));
  expect(square()).toEqual([ANSWERED_PRIVATELY]);
  await shownBy(delivery.reopen(stored(target))).last(secret);
  expect(square()).toEqual([ANSWERED_PRIVATELY]);
  expect(home()).toEqual(['Secret']);
});

it('a private reply to a press leaves the pressed reply alone', async () => {
  const { answer, square, home, pressed } = stage();
  await answer(secret, await pressed());
  expect(square()).toEqual(['Pressed', ANSWERED_PRIVATELY]);
  expect(home()).toEqual(['Secret']);
});

it.each([
  ['stays above the word about its private answer', [], ['One', ANSWERED_PRIVATELY]],
  ['and its progress give way to that word', ['Asking'], [ANSWERED_PRIVATELY]],
])('the answer before an edit %s', async (_, states, shown) => {
  const { delivery, open, answer, square, home } = stage();
  const question = (version: number) =>
    delivery.questions.describe('q', { text: `IMEI ${version}` }, version);
  await answer('One', { question: question(0) });
  const reply = open({ question: question(1) });
  for (const title of states) await reply.progress(title);
  await reply.last(secret);
  expect(square()).toEqual(shown);
  expect(home()).toEqual(['Secret']);
});

it('the square says nothing of a private notice to a press', async () => {
  const { answer, square, home, pressed } = stage();
  await answer({ ...notice, isPrivate: true }, await pressed());
  expect(square()).toEqual(['Pressed']);
  expect(home()).toEqual(['Not yours']);
});

it('the square says where a private notice to a question is', async () => {
  const { delivery, answer, square, home } = stage();
  const question = delivery.questions.describe('q', { text: 'IMEI 1' }, 0);
  await answer({ ...notice, isPrivate: true }, { question });
  expect(square()).toEqual([ANSWERED_PRIVATELY]);
  expect(home()).toEqual(['Not yours']);
});

it('where the platform can whisper, a private reply to a press is a whisper', async () => {
  const { answer, square, squareOfAnn, pressed } = stage(WhisperingTransport);
  await answer(secret, await pressed());
  expect(square()).toEqual(['Pressed']);
  expect(squareOfAnn()).toEqual(['Pressed', 'Secret']);
});

it('a whisper removes its progress first, and is tried again later while it cannot', async () => {
  let canRemove = false;
  class StickyTransport extends WhisperingTransport {
    override async remove(...call: Parameters<WhisperingTransport['remove']>): Promise<void> {
      if (!canRemove) throw new Error('no answer came');
      await super.remove(...call);
    }
  }
  const { delivery, open, square, squareOfAnn, home } = stage(StickyTransport);
  const reply = open();
  const target = await reply.progress('Asking');
  await expect(reply.last(secret)).rejects.toThrow('no answer came');
  expect(squareOfAnn()).toEqual(['Asking']);
  canRemove = true;
  await shownBy(delivery.reopen(stored(target))).last(secret);
  expect(square()).toEqual([]);
  expect(squareOfAnn()).toEqual(['Secret']);
  expect(home()).toEqual([]);
});

it.each([
  ['is over', (plaza: Plaza) => plaza.over.add(SQUARE), `${LATE} Secret`],
  [
    'turns out to be over',
    (plaza: Plaza) => plaza.refusing.set(SQUARE, 'expired'),
    `${LATE} Secret`,
  ],
  ['is closed', (plaza: Plaza) => plaza.refusing.set(SQUARE, 'closed'), 'Secret'],
])('if the place of a whisper %s, its reply is in the private chat', async (_, lose, shown) => {
  const { plaza, answer, home } = stage(WhisperingTransport);
  lose(plaza);
  await answer(secret);
  expect(home()).toEqual([shown]);
});

it('if the private chat is closed, an invitation is below the pressed reply', async () => {
  const { plaza, answer, square, pressed } = stage(InvitingTransport);
  const press = await pressed();
  plaza.refusing.set(HOME, 'closed');
  await answer(secret, press);
  expect(square()).toEqual(['Pressed', 'Come home']);
});

it('if the asker is unknown, an invitation is shown once the reply is complete', async () => {
  const { open, square } = stage(InvitingTransport);
  const reply = open({ place: { room: SQUARE, asker: NOBODY } });
  await reply.progress(replyOf({ title: 'Asking', isPrivate: true }));
  expect(square()).toEqual([]);
  await reply.last(secret);
  expect(square()).toEqual(['Come home']);
});

it('a closed private chat is tried once, not with each state', async () => {
  const { plaza, open } = stage();
  plaza.refusing.set(HOME, 'closed');
  const reply = open();
  const asking = replyOf({ title: 'Asking', isPrivate: true });
  await expect(reply.progress(asking)).rejects.toThrow('closed');
  await reply.progress(asking);
  expect(plaza.calls).toBe(1);
});
