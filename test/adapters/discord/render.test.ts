import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiscordRendering, renderReply } from '../../../src/adapters/discord/render.ts';
import type { ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { obeyedIn, sentOf, shownText } from '../../support/discord/fake.ts';
import { formProblems } from '../../support/discord/limits.ts';
import { HOSTILE_PIECES, hostileReply } from '../../support/hostile-texts.ts';
import { withoutIsolates } from '../../support/measure/isolates.ts';
import { runs } from '../../support/nightly.ts';
import { button, replyOf } from '../../support/replies.ts';

const en = sayIn('en');

const CONTEXT: DiscordRendering = {
  asker: '100000000000000007',
  say: en,
  isPlain: false,
  preface: undefined,
  canSendWholeText: true,
};

const shownIn = (reply: ReplyWithButtons, more: Partial<DiscordRendering> = {}) => {
  const message = sentOf(renderReply(reply, { ...CONTEXT, ...more }));
  const { body, files } = message;
  return { body, files, text: shownText(message), obeyed: obeyedIn(message) };
};

describe('a reply as a message', () => {
  it('a reply is an embed with Markdown, a footer and buttons', () => {
    const imei = '490154203237518';
    const fields = [
      { label: 'Brand', value: 'Nokia' },
      { label: 'IMEI', value: imei },
    ];
    const { body } = shownIn(
      replyOf({
        title: 'Nokia 3310',
        summary: 'From the year 2000.',
        note: 'Checked just now',
        sections: [
          { fields },
          { heading: 'Others', fields: [], lines: [`1 · ${imei} · *R*`, '3520'], copyable: [imei] },
          {
            heading: 'Parts',
            fields: [{ label: 'TAC', value: '4901' }],
            lines: ['And\nmore'],
            isMinor: true,
          },
        ],
        actions: [
          button('Full details', 'x.full', { style: 'primary' }),
          button('Stop', 'x.stop', { style: 'danger' }),
        ],
      }),
    );
    expect(body.embeds?.[0]).toEqual({
      color: 0x2ecc71,
      title: 'Nokia 3310',
      description: `
From the year 2000.

**Brand** Nokia
**IMEI** 490154203237518

### Others
1 · \`490154203237518\` · \\*R\\*
3520

-# Parts
-# **TAC** 4901
-# And
-# more`.trimStart(),
      footer: { text: 'Checked just now' },
    });
    const [full, stop] =
      body.components?.flatMap((row) => ('components' in row ? row.components : [])) ?? [];
    expect(full).toMatchObject({
      label: 'Full details',
      style: 1,
      custom_id: 'here:100000000000000007:x.full',
    });
    expect(stop).toMatchObject({
      label: 'Stop',
      style: 4,
      custom_id: 'here:100000000000000007:x.stop',
    });
  });

  it('an Arabic reply isolates what is written the other way, but not what people copy', () => {
    const imei = '490154203237518';
    const fields = [
      { label: 'رقم IMEI', value: '35' },
      { label: 'الطراز', value: 'GT-I9300' },
    ];
    const sections = [{ fields, lines: [`1 · ${imei} · محفوظ`], copyable: [imei] }];
    const { body } = shownIn(replyOf({ title: `فحص ${imei}`, sections }));
    expect(body.embeds?.[0]?.title).toBe('فحص \u2066490154203237518\u2069');
    expect(body.embeds?.[0]?.description?.split('\n')).toEqual([
      '**رقم \u2066IMEI\u2069** 35',
      '**الطراز** \u2066GT-I9300\u2069',
      '1 · \u2066`490154203237518`\u2069 · محفوظ',
    ]);
  });

  it('a reply that is too long is cut between lines, and whole in a file', () => {
    const lines = Array.from(
      { length: 500 },
      (_, index) => `Line ${index}: 490154203237518, Nokia 3310.`,
    );
    const { text, files, body } = shownIn(
      replyOf({
        title: 'Many',
        sections: [{ heading: 'Found', fields: [], lines }],
        note: 'A note',
      }),
    );
    expect(formProblems(body)).toEqual([]);
    expect(text).toMatch(
      /Line 60: 490154203237518, Nokia 3310\.\n[\s\S]*The whole answer is in answer\.txt\.[\s\S]*A note\n\(answer\.txt\)$/,
    );
    expect(files[0]?.text).toBe(`Many\n\nFound\n${lines.join('\n')}\n\nA note\n`);
  });

  it.each([0, 1, 2, 3, 4])(
    'a line that is too long is cut between emoji, after %i letters',
    (before) => {
      const summary = 'x'.repeat(before) + '👩‍👧'.repeat(900);
      const { body, text } = shownIn(replyOf({ title: 'Long', summary }), { isPlain: true });
      expect(formProblems(body)).toEqual([]);
      expect(text).toMatch(/^Long\nx*(?:👩‍👧){300,}…\n\n.*\n\(answer\.txt\)$/u);
    },
  );

  it('files go along, and a picture is shown with its description', () => {
    const data = new Uint8Array(3);
    const picture = { name: 'phone.png', contentType: 'image/png', data, altText: 'A phone' };
    const { body, files } = shownIn(
      replyOf({ files: [{ name: 'list.csv', contentType: 'text/csv', data }, picture] }),
    );
    expect(files.map(({ name }) => name)).toEqual(['list.csv', 'phone.png']);
    expect(body.attachments?.[1]).toMatchObject({ description: 'A phone' });
    expect(body.embeds?.[0]).toMatchObject({ image: { url: 'attachment://phone.png' } });
  });
});

const INVISIBLE =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF]/u;

describe('a reply with any text whatever', () => {
  it.each([
    ['as an embed', {}],
    ['as text', { isPlain: true }],
  ])('any reply %s is within all limits of Discord, and shows its text as text', (_, more) => {
    fc.assert(
      fc.property(hostileReply, (reply) => {
        const { body, text: shown, obeyed } = shownIn(reply, more);
        expect(formProblems(body)).toEqual([]);
        expect(obeyed).toEqual([]);
        expect(withoutIsolates(shown)).not.toMatch(INVISIBLE);
      }),
      runs(30, 2_000, { seed: 290 }),
    );
  });

  it('visible characters of any text are shown as they are', () => {
    const literal = fc.array(
      fc.constantFrom(...HOSTILE_PIECES.filter((part) => /^[\x20-\x7e]+$/.test(part))),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(literal, (parts) => {
        // Longer values are cut.
        const value = parts.join('').slice(0, 120).trim().replaceAll(/ +/gu, ' ');
        const { text: shown } = shownIn(
          replyOf({
            title: value,
            summary: value,
            sections: [{ fields: [{ label: value, value }] }],
          }),
        );
        expect(shown.split('\n').slice(0, 2)).toEqual(
          value === '' ? expect.anything() : [value, value],
        );
        expect(shown).toContain(value);
      }),
      runs(30, 2_000, { seed: 323 }),
    );
  });
});
