import { expect, it } from 'vitest';
import type { Button } from '../../../src/core/reply/reply.ts';
import { PlainTransport, SQUARE, WhisperingTransport } from '../../support/plaza.ts';
import { button, replyOf } from '../../support/replies.ts';
import {
  AT_HOME,
  asked,
  askedNext,
  ELSEWHERE,
  LATE,
  notice,
  shownBy,
  stage,
  stored,
} from './stage.ts';

it('a notice about a press is below the pressed reply, and the answer takes its place', async () => {
  const { plaza, answer, square, pressed } = stage();
  const press = await pressed();
  await answer(notice, press);
  expect(square()).toEqual(['Pressed', 'Not yours']);
  expect([...plaza.messages.values()][1]?.below).toBe(press.message?.id);
  await answer('All of it', press);
  expect(square()).toEqual(['All of it', 'Not yours']);
});

it('a notice about a press takes the place of the pressed reply if progress is there', async () => {
  const { open, square, pressed } = stage();
  const reply = open(await pressed());
  await reply.progress('Asking');
  await reply.last(replyOf({ kind: 'notice', title: 'It broke' }));
  expect(square()).toEqual(['It broke']);
});

it('after a second a placeholder replaces what the platform shows by itself', async () => {
  const { plaza, clock, open, square } = stage();
  await open().progress('Thinking');
  const [id = ''] = plaza.messages.keys();
  const reply = open({ message: { id, shows: 'this-reply' } });
  const shown = reply.progress(replyOf({ title: 'Asking', isPlaceholder: true }));
  expect(square()).toEqual(['Thinking']);
  clock.skip(1_000);
  await shown;
  expect(square()).toEqual(['Asking']);
  expect(plaza.calls).toBe(2);
});

it('after a restart a placeholder does not replace earlier progress', async () => {
  const { plaza, clock, open, restarted, square } = stage();
  const target = await open().progress('Half of it');
  const reply = shownBy(restarted().reopen(stored(target)));
  const shown = reply.progress(replyOf({ title: 'Asking', isPlaceholder: true }));
  clock.skip(1_000);
  await shown;
  expect(square()).toEqual(['Half of it']);
  expect(plaza.calls).toBe(1);
  await reply.progress('Most of it');
  expect(square()).toEqual(['Most of it']);
});

it.each([
  ['closed', ELSEWHERE],
  ['expired', LATE],
] as const)(
  'if a place turns out to be %s, the answer is in the private chat',
  async (failure, preface) => {
    const { plaza, open, home } = stage();
    plaza.refusing.set(SQUARE, failure);
    const reply = open();
    await expect(reply.progress('Asking')).rejects.toThrow(failure);
    await reply.last('Answered');
    expect(home()).toEqual([`${preface} Answered`]);
  },
);

it('a place that is known to be lost costs no call, and progress goes nowhere else', async () => {
  const { plaza, open, home } = stage();
  plaza.over.add(SQUARE);
  const reply = open();
  await reply.progress('Asking');
  await reply.last('Answered');
  expect(home()).toEqual([`${LATE} Answered`]);
  expect(plaza.calls).toBe(1);
});

it.each([
  ['the next process', undefined],
  ['the next process, although its asker asks something else', askedNext()],
])('a place that fails for now is tried again by %s', async (_, newer) => {
  const { plaza, answer, restarted, square, home } = stage(WhisperingTransport);
  plaza.refusing.set(SQUARE, 'failed');
  await expect(answer('Answered')).rejects.toThrow('failed');
  plaza.refusing.clear();
  await shownBy(restarted().reopen(stored(asked()), newer)).last('Answered');
  expect(square()).toEqual(['Answered']);
  expect(home()).toEqual([]);
});

it('progress that fails for now is shown by itself once that works', async () => {
  const { plaza, clock, open, square } = stage();
  plaza.refusing.set(SQUARE, 'failed');
  const shown = open().progress('Asking');
  await expect.poll(() => plaza.calls).toBe(1);
  plaza.refusing.clear();
  clock.skip(60_000);
  await shown;
  expect(square()).toEqual(['Asking']);
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
  ['the private chat', WhisperingTransport, { place: AT_HOME }, []],
])(
  'the buttons Share and Whole are offered in %s only if they do something there',
  async (...row) => {
    const [, Kind, where, labels] = row;
    const { plaza, answer } = stage(Kind);
    const actions: Button[] = [
      button('Share', 'g.share', { opens: 'shared' }),
      button('Whole', 'g.whole', { opens: 'private' }),
    ];
    await answer(replyOf({ actions }), where);
    const [message] = plaza.messages.values();
    expect(message?.buttons.map(({ label }) => label)).toEqual(labels);
  },
);

it('an admin of another platform is not sent a message', async () => {
  const { plaza, delivery } = stage();
  expect(await delivery.notify('elsewhere:user:ann', replyOf())).toBe(false);
  expect(plaza.calls).toBe(0);
});
