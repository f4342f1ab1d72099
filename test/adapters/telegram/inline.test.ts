import { expect, it } from 'vitest';
import type { Suggestion } from '../../../src/core/adapter/suggestions.ts';
import { reply } from '../../../src/core/reply/reply.ts';
import { IMEI, OTHER_IMEI } from '../../support/known.ts';
import { parseHtml } from '../../support/telegram/html.ts';
import { stageTelegram, textOf } from './stage.ts';

const LINK = /https:\/\/t\.me\/imei_bot\?start=(ask-[\w-]{43})/;
const NOT_KNOWN: Suggestion = { value: IMEI, label: `${IMEI} · Apple <iPhone>` };
const KNOWN = {
  ...NOT_KNOWN,
  reply: reply({ tone: 'good', title: 'NOKIA 3310', note: 'Kept from yesterday' }),
};

it('while somebody types, known answers are offered, and no check is spent', async () => {
  const { stage, answer, result, text, typists } = await typed(KNOWN);
  expect(answer).toMatchObject({
    cache_time: 0,
    is_personal: true,
    button: { start_parameter: IMEI },
  });
  const description = 'Kept from yesterday';
  expect(result).toMatchObject({ type: 'article', title: `${IMEI} · Apple <iPhone>`, description });
  expect(text).toBe('✅ NOKIA 3310\n\nKept from yesterday');
  const typist = {
    requester: 'telegram:user:11',
    scopes: [],
    locale: 'en-GB',
    visibility: 'shared',
  };
  expect(typists).toEqual([typist]);
  expect(stage.inbox).toHaveLength(0);
});

it('the button of an unknown number checks in the private chat, only for its owner', async () => {
  const { stage, result, text } = await typed(NOT_KNOWN);
  expect(text).toContain('Not checked yet.');
  expect(result).toMatchObject({ title: NOT_KNOWN.label, description: 'Not checked yet.' });
  expect(result.reply_markup.inline_keyboard).toMatchObject([
    [{ text: 'Check it', url: expect.stringMatching(LINK) }],
  ]);
  // Everybody's client can read it.
  expect(JSON.stringify([result.id, result.reply_markup])).not.toContain(IMEI);
  const [, parameter] = LINK.exec(JSON.stringify(result.reply_markup)) ?? [];
  stage.bob.say(`/start ${parameter}`);
  expect(textOf(await stage.received())).toBe('/help');
  stage.ann.say(`/start ${parameter}`);
  expect(textOf(await stage.received(2))).toBe(`/imei ${IMEI}`);
});

it('a mention in a chat without the bot is answered with what is known, and a button for the rest', async () => {
  const stage = await stageTelegram();
  stage.telegram.supportsGuests = true;
  await stage.start(undefined, async (value) => [
    { value, label: `${value.slice(0, 8)}…`, ...(value === IMEI && { reply: KNOWN.reply }) },
  ]);
  await expect
    .poll(() => stage.telegram.callsOf('getUpdates')[0]?.payload.allowed_updates)
    .toContain('guest_message');
  const { inline } = stage.telegram.chats;
  stage.ann.saysAsGuest(`@imei_bot ${IMEI}`, 'q1');
  await expect.poll(() => inline.get('guest-q1')?.text).toContain('✅ NOKIA 3310');
  stage.ann.saysAsGuest(`@imei_bot ${OTHER_IMEI}`, 'q2');
  await expect.poll(() => inline.get('guest-q2')?.text).toContain('35693803…');
  expect(stage.inbox).toHaveLength(0);
  expect(inline.get('guest-q2')?.keyboard).toMatchObject([[{ text: 'Check it' }]]);
});

it('a refused inline answer is a note without the message, and a bug is an error with its stack', async () => {
  const stage = await stageTelegram();
  const found: (readonly Suggestion[])[] = [[KNOWN]];
  await stage.start(undefined, async () => {
    const [suggestions] = found.splice(0);
    if (suggestions === undefined) throw new TypeError('no suggestions');
    return suggestions;
  });
  stage.telegram.mishap('answerInlineQuery', { code: 400, description: 'query is too old' });
  const unanswered = () =>
    stage.logged.filter(({ msg }) => msg === 'An inline query could not be answered');
  stage.ann.type(IMEI);
  await expect.poll(unanswered).toHaveLength(1);
  expect(unanswered()).toMatchObject([{ level: 20, reason: expect.stringContaining('too old') }]);
  expect(JSON.stringify(unanswered())).not.toContain(IMEI);
  stage.ann.type(IMEI);
  await expect.poll(unanswered).toHaveLength(2);
  const stack = expect.stringContaining('no suggestions');
  expect(unanswered()[1]).toMatchObject({ level: 50, err: { stack } });
});

interface Result {
  readonly id: string;
  readonly input_message_content: { readonly message_text: string };
  readonly reply_markup: { readonly inline_keyboard: unknown };
}

/** What is offered to a person who types the number, if this is suggested. */
async function typed(suggestion: Suggestion) {
  const stage = await stageTelegram();
  const typists: unknown[] = [];
  await stage.start(undefined, async (_, typist) => {
    typists.push(typist);
    return [suggestion];
  });
  stage.ann.type(IMEI);
  await expect.poll(() => stage.telegram.callsOf('answerInlineQuery')).toHaveLength(1);
  const [answer = {}] = stage.telegram.callsOf('answerInlineQuery').map(({ payload }) => payload);
  const [result] = answer.results as [Result];
  return {
    stage,
    answer,
    result,
    text: parseHtml(result.input_message_content.message_text).text,
    typists,
  };
}
