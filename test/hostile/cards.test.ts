import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSuggest } from '../../commands/suggest.ts';
import type { Request } from '../../src/core/adapter.ts';
import { atOnce } from '../../src/core/async/event-loop.ts';
import { listLanguages } from '../../src/format/words/catalogue.ts';
import { luhnCheckDigit } from '../../src/imei/digits.ts';
import { findImeis } from '../../src/imei/find/find.ts';
import { completeImei } from '../../src/imei/imei.ts';
import { maskCardSteps } from '../../src/imei/mask/cards.ts';
import { maskNumbers } from '../../src/imei/mask/numbers.ts';
import type { KnownTac } from '../../src/imei/number/read.ts';
import type { Barcode } from '../../src/photos/barcode.ts';
import { maskRequest } from '../../src/requests/journal/mask-request.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation, quiet } from '../support/conversation.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';

function whole(number: string): string {
  return completeImei(number.slice(0, 14)) ?? '';
}

/** Numbers that makers of payment software publish for tests; no account has them. */
const AMEX = ['378282246310005', '371449635398431', '343434343434343'];
const SIXTEEN = ['4111111111111111', '5555555555554444', '6011111111111117'];
const IMEI = '356938035643809';
const NO_BODY = whole('77000000000000');
const TEST_DEVICE = whole('00440101542032');

const CARD_TOLD = 'It looks like a payment card number. I haven’t sent it anywhere.';
const ASKED = 'No phone should have a number like this.';

function talk(as: Parameters<typeof conversation>[0] = {}) {
  const checker = scriptedChecker(() => answers.found(basic()));
  const { needs, ...rest } = as;
  const sent = (): readonly string[] => checker.asked.map(({ imei }) => imei);
  return { ...conversation({ ...rest, needs: { checker, ...needs } }), sent };
}

describe('a card number', () => {
  it.each([
    ...AMEX,
    ...SIXTEEN,
    '3782 822463 10005',
    '3782-822463-10005',
    '3782 8224 6310 005',
    '3 7 8 2 8 2 2 4 6 3 1 0 0 0 5',
    '378282 246310005',
    '4111 1111 1111 1111',
    '3530 1113 3330 0000',
    '38520000023237',
    '٣٧٨٢٨٢٢٤٦٣١٠٠٠٥',
    '３７８２８２２４６３１０００５',
    'IMEI: 378282246310005',
    'my card is 4111 1111 1111 1111 ok',
    '378282246310006',
  ])('%s is called one, is never sent, and is shown with its last digits only', async (text) => {
    const { say, sent } = talk({ needs: { tacName: () => ({ brand: 'Nokia', model: '3310' }) } });
    const reply = await say(`/imei ${text}`);
    reply.expect(CARD_TOLD, '(No check used)');
    expect(sent()).toEqual([]);
    const digits = atOnce(maskCardSteps(text));
    expect(digits).toMatch(/•{10,12}\d{4}/);
    const shown = JSON.stringify(reply.states);
    expect(shown.replace(/[^\d•]/g, '')).not.toMatch(/\d{9}/);
    expect(reply.last.actions).toEqual([]);
    expect(reply.last.records?.()).toMatchObject([{ ok: false, result: 'invalid', problem: 'card' }]);
  });

  it.each([
    '+378282246310005',
    'tel +378282246310005',
    '+4111111111111111',
    'x378282246310005y',
    'card378282246310005',
    'visa4111111111111111exp1227',
    'O37828224631OOO5',
    'O37828224631OOO5l',
    '37828224631O005',
    '378,282,246,310,005',
    "378'282'246'310'005",
    '4,111,111,111,111,111',
    '3.78282246310005E+14',
    '3,78282246310005e14',
    '4.111111111111111E+15',
    '378282246310005.0',
    '378282246310005/01',
    '3782|822463|10005',
    '3782 | 822463 | 10005',
    '3782:822463:10005',
    '3782, 822463, 10005',
    '3782;822463;10005',
    '[3782] [822463] [10005]',
    '٣٧٨٢|٨٢٢٤٦٣|١٠٠٠٥',
    '2024, 3782, 822463, 10005',
    '4111|1111|1111|1111',
    '4111, 1111, 1111, 1111',
    '4111:1111:1111:1111:123',
    '3782822463100051234',
    '3782822463100051227',
    '37828224631000512271234',
    '378282246310005-1234',
    '4111111111111111123',
    '41111111111111111227123',
    '411111111111111112/27',
    '4111111111111111-123',
    '%B4111111111111111^DOE/JOHN^2712',
  ])('%s is called one however it is disguised, and what is left of it are its last digits', async (text) => {
    const end = text.replace(/\D/g, '').includes('11111111') ? '1111' : '0005';
    const { say, sent } = talk();
    const reply = await say(`/imei ${text}`);
    reply.expect(CARD_TOLD, '(No check used)');
    expect(sent()).toEqual([]);
    expect(JSON.stringify(reply.states).replace(/[^\d•]/g, '')).not.toMatch(/\d{9}/);
    for (const typed of [text, `it is ${text} here`, `${text} ${IMEI}`, `${IMEI}\n${text}`]) {
      const masked = atOnce(maskCardSteps(typed));
      expect(masked).toMatch(new RegExp(`•{11,12}${end}(?!\\d)`));
      expect(masked.replace(IMEI, '').replace(/[^\d•]/g, '')).not.toMatch(/\d{9}/);
      expect(findImeis(masked)).toEqual(findImeis(typed));
      expect(maskNumbers(typed).replace(/\D/g, '')).not.toMatch(/3782|4111/);
      expect(findImeis(typed).found.map(({ imei }) => imei)).toEqual(typed.includes(IMEI) ? [IMEI] : []);
    }
  });

  it('is one by its first two digits and its length alone, if these are 34 or 37, since no IMEI begins so', async () => {
    for (const digits of ['37828224631000', '378282246310006', '3782822463100053']) {
      const { say, sent } = talk();
      (await say(`/imei ${digits}`)).expect(CARD_TOLD);
      expect(sent()).toEqual([]);
    }
  });

  it.each(['5105105105105100123', 'IMEI: 51051051051051001227'])(
    '%s, which a security code or an expiry makes too long for any IMEI, is one whatever it begins with',
    async (text) => {
      const { say, sent } = talk();
      const reply = await say(`/imei ${text}`);
      reply.expect(CARD_TOLD);
      expect(sent()).toEqual([]);
      expect(JSON.stringify(reply.states).replace(/[^\d•]/g, '')).not.toMatch(/\d{9}/);
      expect(atOnce(maskCardSteps(text))).toMatch(/•{12}5100(?!\d)/);
      expect(maskNumbers(text)).not.toMatch(/\d{9}/);
    },
  );

  it.each([
    `${IMEI}|49015420|323751|8`,
    '1234567890123456789',
    '4901|5420|3237|518',
    '3782|822463|10006',
    '6110, 6210, 6310, 3310',
    '2021, 2022, 2023, 2024',
  ])('is not made of %s', (text) => {
    expect(atOnce(maskCardSteps(text))).toBe(text);
  });

  it.each([`x${IMEI}y`, `+${IMEI}`, '356,938,035,643,809', '3.56938035643809E+14', 'O35693803564380OO'])(
    'is not what %s is called, which begins as a phone’s number does',
    (text) => {
      expect(atOnce(maskCardSteps(text))).toBe(text);
      expect(findImeis(text).problems.map(({ problem }) => problem.kind)).not.toContain('card');
    },
  );

  it('is not sent by any flag either', async () => {
    const { say, sent } = talk();
    (await say('/imei 378282246310005 --anyway --confirmed --fresh')).expect(CARD_TOLD);
    expect(sent()).toEqual([]);
  });

  it('is told beside IMEIs that are checked, in one message and in a list', async () => {
    const { say, sent } = talk();
    const reply = await say(`/imei ${IMEI}\n${AMEX[0]}\n${whole('35209900176148')}`);
    reply.expect('•••••••••••0005 · looks like a payment card number, not sent anywhere');
    expect(sent()).toEqual([IMEI, whole('35209900176148')]);
  });

  it('does not become a check by a repair of one digit', async () => {
    const { say, sent } = talk({ needs: { tacName: () => ({ brand: 'Nokia', model: '3310' }) } });
    for (const mistyped of ['378282246310006', '358282246310005', '738282246310005']) {
      const reply = await say(`/imei ${mistyped}`);
      expect(JSON.stringify(reply.last.actions), mistyped).not.toMatch(/"imei":"3[47]/);
    }
    expect(sent()).toEqual([]);
  });

  it('in a table is listed, not sent and not paid, and is masked in the table that comes back', async () => {
    const { send, sent } = talk();
    const reply = await send({
      name: 'list.csv',
      content: `imei,name\n${IMEI},a\n${AMEX[0]},b\n${NO_BODY},c\n`,
    });
    expect(sent()).toEqual([IMEI]);
    const table = new TextDecoder().decode(reply.last.files?.[0]?.data);
    expect(table).toContain('looks like a payment card number');
    expect(table).toContain('no phone should have a number like this');
    expect(table).not.toContain(AMEX[0]);
    expect(table).toContain('•••••••••••0005,b');
  });

  it('on a picture is told, and nothing is sent', async () => {
    const corners = { topLeft: { x: 0, y: 0 }, topRight: { x: 90, y: 0 }, bottomLeft: { x: 0, y: 20 } };
    const code: Barcode = { text: AMEX[0] ?? '', symbology: 'Code128', ...corners };
    const { send, sent } = talk({
      needs: { readBarcodes: async () => ({ ok: true, codes: [code], texts: [] }) },
    });
    (await send({ name: 'a.gif', content: 'GIF89a\u0001\u0000\u0001\u0000' })).expect(CARD_TOLD);
    expect(sent()).toEqual([]);
  });

  it('on a picture with an IMEI is mentioned beside it, and the IMEI alone is sent', async () => {
    const codes = [IMEI, AMEX[0] ?? '', AMEX[0] ?? ''].map((text, index): Barcode => {
      const y = index * 50;
      const corners = { topLeft: { x: 0, y }, topRight: { x: 90, y }, bottomLeft: { x: 0, y: y + 20 } };
      return { text, symbology: 'Code128', ...(text === IMEI && { named: 'imei' }), ...corners };
    });
    const { send, sent } = talk({ needs: { readBarcodes: async () => ({ ok: true, codes, texts: [] }) } });
    const reply = await send({ name: 'a.gif', content: 'GIF89a\u0001\u0000\u0001\u0000' });
    reply.expect('•••••••••••0005 · looks like a payment card number, not sent anywhere', 'NOKIA');
    expect(JSON.stringify(reply.last.sections).match(/•0005/g)).toHaveLength(1);
    expect(JSON.stringify(reply.states)).not.toContain(AMEX[0]);
    expect(sent()).toEqual([IMEI]);
  });

  it('is masked while somebody types it, inline or in a form', async () => {
    const suggest = createSuggest(quiet);
    for (const visibility of ['private', 'shared'] as const) {
      const typist = { requester: 'test:user:1', scopes: [], locale: 'en', visibility } as const;
      const suggestions = await suggest(AMEX[0] ?? '', typist);
      expect(suggestions).toHaveLength(1);
      expect(JSON.stringify(suggestions)).not.toMatch(/\d{5}/);
    }
  });

  it.each(listLanguages())('is told in %s, in words of its own', async (locale) => {
    const { say } = talk({ as: { locale } });
    const [card, other] = [await say(AMEX[0] ?? ''), await say(NO_BODY)];
    expect(card.last.summary).toBeTruthy();
    expect(other.last.actions.map(({ id }) => id)).toEqual(['anyway']);
    if (locale !== 'en') {
      card.expectNot(CARD_TOLD);
      other.expectNot(ASKED);
    }
  });
});

describe('a number that no phone has', () => {
  it.each(
    [NO_BODY, TEST_DEVICE, '024401015420325', '004999010640000', '123456789012347'].map((one) => [
      whole(one),
    ]),
  )('%s is asked about, and checked only when the button is pressed', async (number) => {
    const { say, press, sent } = talk();
    const reply = await say(`/imei ${number}`);
    reply.expect(ASKED, '[Check anyway]');
    expect(sent()).toEqual([]);
    const answered = await press(reply.last, 'Check anyway');
    answered.expect('NOKIA');
    expect(sent()).toEqual([number]);
    // The buttons below that answer are about the same number, and need not ask again.
    expect(JSON.stringify(answered.last.actions)).toContain('"anyway":true');
  });

  it('is listed in a long list and not sent, also when the list is confirmed', async () => {
    const numbers = Array.from({ length: 5 }, (_, index) => whole(`3520990010000${index}`));
    const { say, press, sent } = talk({ settings: { batchConfirm: 2 } });
    const plan = await say([...numbers, NO_BODY, TEST_DEVICE].join('\n'));
    const done = await press(plan.last, 'Check them');
    expect(sent()).toEqual(numbers);
    done.expectNot(ASKED);
  });

  it('is not asked about where nobody meant it: a number of 14 digits in a sentence', () => {
    expect(findImeis('72345678901234 is the order that I placed here yesterday').problems).toEqual([]);
  });
});

/** Sixteen digits of a card that could as well be an IMEI with its software version. */
const IN_DOUBT = ['44', '45', '49', '51', '52', '53', '54'].map((body) => {
  const digits = `${body}0154203237510`;
  return `${digits}${luhnCheckDigit(digits)}`;
});

describe('a number that may be a card’s or an IMEI with a software version', () => {
  const request = (text: string): Request => ({
    id: 'test:1',
    requester: 'test:user:1',
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: {},
    ask: { kind: 'command', name: 'imei', options: { kind: 'text', text } },
  });
  const stored = async (text: string, known?: KnownTac): Promise<string> =>
    JSON.stringify((await maskRequest(request(text), known)).ask);

  it.each(IN_DOUBT)('%s is masked before it is written down where it is told as a card', async (number) => {
    const { say, sent } = talk({ needs: { tacName: () => undefined } });
    (await say(number)).expect(CARD_TOLD);
    expect(sent()).toEqual([]);
    for (const text of [number, `${number} and ${IMEI}`, `https://shop.example/?card=${number}`]) {
      expect((await stored(text)).replace(IMEI, '')).not.toMatch(/\d{5}/);
      expect(await stored(text)).toContain(`••••${number.slice(-4)}`);
    }
    // What is said of the masked one is what was said of the number itself.
    const masked = atOnce(maskCardSteps(number));
    expect(findImeis(masked).problems).toEqual(findImeis(number).problems);
  });

  it.each(IN_DOUBT)('%s is written down whole where it is taken for an IMEI', async (number) => {
    expect(await stored(`IMEI ${number}`)).toContain(number);
    expect(await stored(number, () => true)).toContain(number);
  });

  it('is checked where the open TAC table knows its type, and told as a card without one', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'imei-bot-cards-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const table = join(directory, 'tacs.csv');
    await writeFile(table, 'tac,brand,model\n49015420,Nokia,3110\n');
    const number = IN_DOUBT.find((one) => one.startsWith('49015420')) ?? '';
    for (const [settings, title] of [
      [{ TAC_TABLE: table }, 'NOKIA 3110'],
      [{}, 'This isn’t an IMEI'],
    ] as const) {
      const bot = await startBotInHand('test', { STORE_URL: 'sqlite://:memory:', ...settings });
      onTestFinished(bot.stop);
      expect((await bot.ask(request(number))).title).toBe(title);
      await bot.stop();
    }
  });
});

describe('what is written down', () => {
  it.each([
    `${AMEX[0]} and ${IMEI}`,
    `3782 822463 10005\n${IMEI}`,
    `https://shop.example/?card=${AMEX[1]} ${IMEI}`,
    `mail me at ${AMEX[1]}@shop.example, it is ${IMEI}`,
    `4111\n1111\n1111\n1111\n${IMEI}`,
    `4111 1111\n1111 1111, ${IMEI}`,
    `it is 4111, then 1111, then 1111 and 1111. My phone: ${IMEI}`,
    `3782\r\n822463\r\n10005\r\n${IMEI}`,
    `my card 4111-1111-1111-1111, my phone ${IMEI} ${'and so on '.repeat(1_000)}`,
  ])('of a request holds no card number, and every IMEI: %.60s', async (text) => {
    const request = {
      id: 'test:1',
      requester: 'test:user:1',
      scopes: [],
      locale: 'en',
      visibility: 'private',
      target: {},
    } as const;
    for (const options of [
      { kind: 'text', text },
      { kind: 'values', values: { imei: text, fresh: true } },
    ] as const) {
      const masked = await maskRequest({ ...request, ask: { kind: 'command', name: 'imei', options } });
      const stored = JSON.stringify(masked.ask);
      expect(stored).toContain(IMEI);
      expect(stored.replace(IMEI, '').replace(/\D/g, ' ')).not.toMatch(/\d{5}/);
    }
  });

  it('says the same of a masked number as of the number itself', () => {
    for (const number of [...AMEX, ...SIXTEEN]) {
      const masked = atOnce(maskCardSteps(number));
      expect(findImeis(masked).problems).toEqual(findImeis(number).problems);
    }
  });

  it('makes no port of a web address of a masked number', () => {
    const typed = '35-693803-564380-9.imei:O37828224631OOO5/';
    const masked = atOnce(maskCardSteps(typed));
    expect([typed, masked].map((text) => findImeis(text).found.map(({ imei }) => imei))).toEqual([
      [IMEI],
      [IMEI],
    ]);
  });

  it('leaves what follows a card number to the next IMEI', () => {
    const typed = '3700 0000 0000 002/01 000000 000000 8';
    const masked = atOnce(maskCardSteps(typed));
    for (const text of [typed, masked]) {
      expect(findImeis(text).found.map(({ imei }) => imei)).toEqual(['010000000000008']);
    }
  });

  it('takes no masked card number for the title of a column', () => {
    const typed = 'card378282246310005,\n010000000000008,';
    for (const text of [typed, atOnce(maskCardSteps(typed, () => true))])
      expect(findImeis(text).found.map(({ imei }) => imei)).toEqual(['010000000000008']);
  });

  it('finds every IMEI beside a card number as if nothing had been masked', () => {
    const digits = (length: number) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
        .map((all) => all.join(''));
    const body = fc.constantFrom('01', '35', '37', '34', '44', '49', '52', '86', '99', '77');
    const number = fc.tuple(body, digits(12)).map(([first, rest]) => completeImei(first + rest) ?? '');
    const cuts = [[15], [2, 6, 6, 1], [8, 6, 1], [4, 4, 4, 3], [4, 6, 5], [6, 2, 6, 1]];
    const written = fc
      .tuple(number, fc.constantFrom(...cuts), fc.constantFrom(' ', '-', '.'))
      .map(([one, sizes, between]) => {
        const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
        return sizes
          .map((size, index) => one.slice(starts[index], (starts[index] ?? 0) + size))
          .join(between);
      });
    const disguised = fc.constantFrom(
      '+378282246310005',
      'x378282246310005y',
      'card378282246310005',
      'O37828224631OOO5',
      '37828224631O005',
      '378,282,246,310,005',
      '3.78282246310005E+14',
      '378282246310005.0',
      '378282246310005/01',
    );
    const other = fc.constantFrom('4111 1111 1111 1111', 'imei', 'card', 'IMEI 2', 'x', '+', '01');
    const piece = fc.oneof(written, disguised, other);
    const text = fc.array(fc.tuple(piece, fc.constantFrom(' ', '\n', ', ', '/')), { maxLength: 6 });
    fc.assert(
      fc.property(text, (parts) => {
        const typed = parts.flat().join('');
        for (const known of [() => true, () => false]) {
          const imeis = (one: string): readonly string[] =>
            findImeis(one, known).found.map(({ imei }) => imei);
          const masked = atOnce(maskCardSteps(typed, known));
          expect(imeis(masked)).toEqual(expect.arrayContaining([...imeis(typed)]));
        }
      }),
      { numRuns: 300 },
    );
  });
});
