import { describe, expect, it } from 'vitest';
import type { Suggest, Suggestion } from '../../../src/core/adapter.ts';
import { reply } from '../../../src/core/reply.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { parseHtml } from '../../support/telegram/html.ts';
import type { Call } from '../../support/telegram/server.ts';
import { eventually, replyOf, type Stage, stageTelegram, textOf } from './stage.ts';

const de = sayIn('de');

const IMEI = '490154203237518';
const NOT_KNOWN: Suggestion = { value: IMEI, label: `${IMEI} · Apple <iPhone>` };

describe('inline mode', () => {
  it('offers what is known, and spends nothing while somebody types', async () => {
    const known = reply({ tone: 'good', title: 'NOKIA 3310', note: 'Kept from yesterday' });
    const { stage, answer } = await typed(async () => [{ ...NOT_KNOWN, reply: known }]);
    expect(answer.payload).toMatchObject({
      cache_time: 0,
      is_personal: true,
      results: [{ type: 'article', title: `${IMEI} · Apple <iPhone>`, description: 'Kept from yesterday' }],
    });
    expect(textIn(answer)).toBe('✅ NOKIA 3310\n\nKept from yesterday');
    expect(stage.inbox).toEqual([]);
  });

  it('tells who types, and that the result is for others to read', async () => {
    const typists: unknown[] = [];
    await typed(async (_, typist) => {
      typists.push(typist);
      return [];
    });
    expect(typists).toEqual([
      { requester: 'telegram:user:11', scopes: [], locale: 'en-GB', visibility: 'shared' },
    ]);
  });

  it('offers a result whose button runs the check, in the place where it was posted', async () => {
    const { stage, answer } = await typed(async () => [NOT_KNOWN]);
    expect(textIn(answer)).toContain('Not checked yet.');
    expect(resultsOf(answer)).toMatchObject([{ title: NOT_KNOWN.label, description: 'Not checked yet.' }]);
    stage.ann.post(resultsOf(answer)[0], 'inline-message');
    stage.ann.pressInline('inline-message', 'Check it');
    const asked = await stage.asked();
    expect(textOf(asked)).toBe(`/imei ${IMEI}`);
    expect(asked.request).toMatchObject({ requester: 'telegram:user:11', visibility: 'shared' });
    await asked.show(replyOf({ title: 'Waiting' }), { last: false });
    await asked.show(replyOf({ title: 'NOKIA 3310' }), { last: true });
    expect(stage.telegram.chats.inline.get('inline-message')?.text).toBe('✅ NOKIA 3310');
    const again = await stage.adapter.reopen(asked.request.target);
    await again?.(replyOf({ title: 'After a restart' }), { last: true });
    expect(stage.telegram.chats.inline.get('inline-message')?.text).toBe('✅ After a restart');
  });

  it('puts neither the number nor the person into a button, which everybody’s client can read', async () => {
    const { answer } = await typed(async () => [NOT_KNOWN]);
    const [{ text, callback_data: data = '' } = { text: '' }] = buttonsOf(answer);
    expect(text).toBe('Check it');
    expect(data).toMatch(/^c[\w-]{43}$/);
    expect(data).not.toMatch(/\d{6}/);
    expect(JSON.stringify(resultsOf(answer)[0]).replaceAll(`${IMEI} · Apple`, '')).not.toContain(IMEI);
  });

  it.each([`c${'A'.repeat(43)}`, 'c', 'h', ''])(
    'takes the data "%s", of long ago or made up, for a button that is too old',
    async (data) => {
      const stage = await stageTelegram();
      await stage.start();
      stage.ann.pressData('inline-message', data);
      const { request } = await stage.asked();
      expect(request.ask).toMatchObject({ kind: 'press', token: '' });
    },
  );

  it('lets nobody else press that button', async () => {
    const { stage, answer } = await typed(async () => [NOT_KNOWN]);
    stage.ann.post(resultsOf(answer)[0], 'inline-message');
    stage.bob.pressInline('inline-message', 'Check it');
    await eventually(() =>
      expect(stage.telegram.callsOf('answerCallbackQuery')).toMatchObject([
        { payload: { show_alert: true, text: de('telegram.notYourButton') } },
      ]),
    );
    expect(stage.inbox).toEqual([]);
  });

  it('offers the private chat, with the number as the start parameter', async () => {
    const { answer } = await typed(async () => []);
    expect(answer.payload.button).toMatchObject({ start_parameter: IMEI });
  });
});

describe('guest mode', () => {
  it('is asked for where the bot supports it, and shows what is known, with a button that checks the rest', async () => {
    const stage = await stageTelegram();
    stage.telegram.supportsGuests = true;
    const known = reply({ tone: 'good', title: 'NOKIA 3310' });
    await stage.start(undefined, async (value) => [
      { value, label: `${value.slice(0, 8)}…`, ...(value === IMEI && { reply: known }) },
    ]);
    await eventually(() =>
      expect(stage.telegram.callsOf('getUpdates')[0]?.payload.allowed_updates).toContain('guest_message'),
    );
    stage.ann.saysAsGuest(`@imei_bot ${IMEI}`, 'q1');
    const { inline } = stage.telegram.chats;
    await eventually(() => expect(inline.get('guest-q1')?.text).toBe('✅ NOKIA 3310'));
    stage.ann.saysAsGuest('@imei_bot 356938035643809', 'q2');
    await eventually(() => expect(inline.get('guest-q2')?.text).toContain('35693803…'));
    expect(stage.inbox).toEqual([]);
    stage.ann.pressInline('guest-q2', 'Check it');
    const { show } = await stage.asked();
    expect(textOf(await stage.asked())).toBe('/imei 356938035643809');
    await show(replyOf({ title: 'Another phone' }), { last: true });
    expect(inline.get('guest-q2')?.text).toBe('✅ Another phone');
  });
});

async function typed(suggest: Suggest): Promise<{ stage: Stage; answer: Call }> {
  const stage = await stageTelegram();
  const receive = async (
    request: Stage['inbox'][number]['request'],
    show: Stage['inbox'][number]['show'],
  ) => {
    stage.inbox.push({ request, show });
    return 'persisted' as const;
  };
  await stage.start(receive, suggest);
  stage.ann.type(IMEI);
  return { stage, answer: await firstAnswer(stage) };
}

async function firstAnswer(stage: Stage): Promise<Call> {
  let answer: Call | undefined;
  await eventually(() => {
    [answer] = stage.telegram.callsOf('answerInlineQuery');
    expect(answer).toBeDefined();
  });
  if (answer === undefined) throw new Error('no answer came');
  return answer;
}

interface Result {
  readonly input_message_content: { readonly message_text: string };
  readonly reply_markup: {
    readonly inline_keyboard: readonly (readonly {
      readonly text: string;
      readonly callback_data?: string;
    }[])[];
  };
}

function buttonsOf(answer: Call) {
  return resultsOf(answer)[0]?.reply_markup.inline_keyboard.flat() ?? [];
}

function resultsOf({ payload }: Call): readonly Result[] {
  return payload.results as ReturnType<typeof resultsOf>;
}

function textIn(answer: Call): string {
  return parseHtml(resultsOf(answer)[0]?.input_message_content.message_text ?? '').text;
}
