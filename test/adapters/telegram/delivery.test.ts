import { describe, expect, it } from 'vitest';
import type { Show } from '../../../src/core/adapter.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { slowClock } from '../../support/telegram/clock.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { startTelegram } from '../../support/telegram/server.ts';
import { button, eventually, replyOf, type Stage, stageTelegram } from './stage.ts';

const de = sayIn('de');

const IMEI = '490154203237518';
const GROUP = -1001;

describe('a reply in Telegram', () => {
  it('is sent anew when the message was deleted', async () => {
    const { stage, show } = await asked();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    const [gone] = stage.shown();
    if (gone !== undefined) stage.telegram.chats.remove(gone);
    await show(replyOf({ title: 'Answered' }), { last: true });
    expect(stage.shown()).toMatchObject([{ text: '✅ Answered' }]);
  });

  it('shows that it is being typed while it takes longer than a moment', async () => {
    const { stage, show } = await asked();
    await show(replyOf({ title: 'Waiting' }), { last: false });
    await eventually(() => expect(stage.telegram.callsOf('sendChatAction').length).toBeGreaterThan(1));
    await show(replyOf({ title: 'Answered' }), { last: true });
    const before = stage.telegram.callsOf('sendChatAction').length;
    await stage.clock.sleep(10_000);
    expect(stage.telegram.callsOf('sendChatAction').length - before).toBeLessThanOrEqual(1);
  });

  it('brings what does not fit as a file, and its own files', async () => {
    const { stage, show } = await asked();
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} & more`);
    const data = new TextEncoder().encode('imei,brand\n');
    await show(
      replyOf({
        sections: [{ fields: [], lines }],
        files: [
          { name: 'list.csv', contentType: 'text/csv', data },
          { name: 'card.png', contentType: 'image/png', data, altText: 'A card' },
        ],
      }),
      { last: true },
    );
    const [message, ...files] = stage.shown();
    expect(message?.text).toContain('Line 0 & more');
    expect(message?.text).toContain('answer.txt');
    expect(files.map(({ file }) => file?.name)).toEqual(['answer.txt', 'list.csv', 'card.png']);
    expect(files[0]?.file?.content).toContain('Line 399 & more');
    expect(files[2]).toMatchObject({ text: 'A card', file: { photo: true }, replyTo: message?.id });
  });
});

describe('a file that could not be sent', () => {
  const data = new TextEncoder().encode('imei\n');
  const files = ['a.csv', 'b.csv'].map((name) => ({ name, contentType: 'text/csv', data }));
  const again = button('Send the file again', 'a.file', { opens: 'new', ifUnsent: true });
  const reply = replyOf({ title: 'Answered', summary: 'Here is your table.', files, actions: [again] });

  it.each([
    ['is refused', { code: 400, description: 'Bad Request: file is strange' }],
    ['may have been lost on the way', 'answer-lost'],
  ] as const)('is told of when it %s, with a button to have it again', async (_, mishap) => {
    const { stage, show } = await asked();
    stage.telegram.mishap('sendDocument', mishap);
    const target = await show(reply, { last: true });
    const [message] = stage.shown();
    expect(message?.text).toBe('⚠️ Answered\nI couldn’t send the file.');
    expect(stage.shown().at(-1)?.file?.name).toBe('b.csv');
    expect(target).toMatchObject({ message: message?.id });
    stage.ann.press(first(stage), 'Send the file again');
    expect((await stage.asked(2)).request.ask).toMatchObject({ kind: 'press', token: 'a.file' });
  });
});

describe('a button in Telegram', () => {
  it('is answered at once', async () => {
    const { stage, show } = await asked();
    await show(replyOf({ actions: [button('Full details', 'a.full')] }), { last: true });
    stage.ann.press(first(stage), 'Full details');
    await stage.asked(2);
    // Whatever becomes of the request itself.
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery').map(({ payload }) => payload)).toEqual([
        { callback_query_id: expect.any(String) },
      ]),
    );
  });

  it('says to somebody else in a pop-up that it is not theirs, and leaves the reply alone', async () => {
    const { stage, show } = await asked(GROUP, slowClock());
    await show(replyOf({ title: 'Answered', actions: [button('Full details', 'a.full')] }), { last: true });
    stage.bob.press(first(stage), 'Full details');
    const press = await stage.asked(2);
    const refusal = replyOf({ tone: 'warning', title: 'Not yours', summary: 'Ask yourself.', private: true });
    await press.show(refusal, { last: true });
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([
        { payload: { text: 'Not yours\nAsk yourself.', show_alert: true } },
      ]),
    );
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered']);
  });

  it.each([
    ['in a private chat', undefined],
    ['in a group', GROUP],
  ])(
    'keeps the reply that was pressed %s when all there is to say comes later, and is only a word',
    async (_, group) => {
      const { stage, show } = await asked(group);
      await show(replyOf({ title: 'Answered', actions: [button('Full details', 'a.full')] }), { last: true });
      stage.bob.begin();
      stage.bob.press(first(stage), 'Full details');
      const press = await stage.asked(2);
      await eventually(() => expect(stage.telegram.callsOf('answerCallbackQuery')).toHaveLength(1));
      await press.show(replyOf({ tone: 'warning', title: 'Too late', private: true }), { last: true });
      expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered', '⚠️ Too late']);
    },
  );

  it('keeps the reply of another person in a group, whose private chat is closed, too', async () => {
    const { stage, show } = await asked(GROUP);
    await show(replyOf({ title: 'Answered', actions: [button('Figures', 'a.figures')] }), { last: true });
    stage.bob.press(first(stage), 'Figures');
    const press = await stage.asked(2);
    const sections = [{ fields: [], lines: ['12 left'] }];
    await press.show(replyOf({ title: 'Figures', sections, private: true }), { last: true });
    expect(stage.shown().map(({ text }) => text)).toEqual(['✅ Answered', de('telegram.openPrivateChat')]);
    expect(stage.shown()[1]).toMatchObject({ replyTo: first(stage).id });
  });
});

/** @param clock one that is slower, for who acts before a time is over */
async function asked(group?: number, clock?: Clock): Promise<{ stage: Stage; show: Show }> {
  const stage = await stageTelegram({}, clock && { clock, telegram: await startTelegram(clock) });
  stage.telegram.chats.groups.add(GROUP);
  await stage.start();
  createPerson(stage.telegram, { id: 33 }).begin();
  stage.ann.say(`/imei ${IMEI}`, group === undefined ? {} : { group });
  const { show } = await stage.asked();
  return { stage, show };
}

function first(stage: Stage) {
  const [one] = stage.shown();
  if (one === undefined) throw new Error('nothing is shown');
  return one;
}
