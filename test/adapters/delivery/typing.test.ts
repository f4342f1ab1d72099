import { expect, it } from 'vitest';
import { Delivery } from '../../../src/adapters/delivery/delivery.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { testHost } from '../../support/host.ts';
import { Plaza, TypingTransport } from '../../support/plaza.ts';
import { replyOf } from '../../support/replies.ts';
import { asked } from './stage.ts';

const answered = replyOf({ title: 'Answered' });
const asking = replyOf({ title: 'Asking' });
const last = { isLast: true };
const progress = { isLast: false };

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
