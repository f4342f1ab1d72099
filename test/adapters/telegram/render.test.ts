import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TEXT_UNITS, renderReply } from '../../../src/adapters/telegram/render.ts';
import type { ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { hostileReply } from '../../support/hostile-texts.ts';
import { IMEI } from '../../support/known.ts';
import { withoutIsolates } from '../../support/measure/isolates.ts';
import { leastProcessorMs } from '../../support/measure/processor-time.ts';
import { runs } from '../../support/nightly.ts';
import { button, replyOf } from '../../support/replies.ts';
import { MAX_CALLBACK_BYTES } from '../../support/telegram/chats.ts';
import { parseHtml, selfMadeEntities } from '../../support/telegram/html.ts';

const en = sayIn('en');
const HIDDEN = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/u;
const render = (reply: Partial<ReplyWithButtons>) =>
  renderReply(replyOf(reply), { say: en, canSendWholeText: true });

describe('a reply as a message of Telegram', () => {
  it('a reply has its title in bold, its numbers to copy, and its small print folded', () => {
    const { html } = render({
      title: 'NOKIA 3310',
      summary: 'Probably.',
      progress: { done: 12, total: 40 },
      sections: [
        {
          heading: 'Numbers',
          fields: [{ label: 'IMEI', value: IMEI }],
          lines: [
            'R&D',
            'Dial *#06#, please',
            '/imei full 1',
            '/help',
            `IMEI1 · ${IMEI} · R&D <3`,
            'and 352099001761481 is not to be copied',
          ],
          copyable: [IMEI],
        },
        { heading: 'Parts', fields: [], lines: ['TAC 49015420'], isMinor: true },
      ],
      note: 'From the service',
    });
    expect(html).toBe(
      [
        '<b>✅ NOKIA 3310</b>',
        'Probably.',
        '███░░░░░░░ 12/40',
        '',
        '<b>Numbers</b>',
        `IMEI: ${IMEI}`,
        'R&amp;D',
        'Dial <code>*#06#</code>, please',
        '<code>/imei full 1</code>',
        '/help',
        `IMEI1 · <code>${IMEI}</code> · R&amp;D &lt;3`,
        'and 352099001761481 is not to be copied',
        '<blockquote expandable><b>Parts</b>',
        'TAC 49015420</blockquote>',
        '',
        '<i>From the service</i>',
      ].join('\n'),
    );
  });

  it('an Arabic reply isolates what is written the other way, but not what people copy', () => {
    const fields = [
      { label: 'رقم IMEI', value: '35' },
      { label: 'الطراز', value: 'GT-I9300' },
    ];
    const sections = [{ fields, lines: [`1 · ${IMEI} · محفوظ`], copyable: [IMEI] }];
    expect(render({ title: `فحص ${IMEI}`, sections }).html.split('\n')).toEqual([
      `<b>✅ فحص \u2066${IMEI}\u2069</b>`,
      '',
      'رقم \u2066IMEI\u2069: 35',
      'الطراز: \u2066GT-I9300\u2069',
      `1 · <code>${IMEI}</code> · محفوظ`,
    ]);
    const lines = Array.from({ length: 400 }, () => `${IMEI} · NOKIA 3110 · محفوظ`);
    const text = new TextDecoder().decode(
      render({ sections: [{ fields: [], lines }] }).files[0]?.data,
    );
    expect(text).toContain(`${IMEI} · NOKIA 3110 · محفوظ`);
    expect(text).not.toMatch(/[\u2066-\u2069]/u);
  });

  it('nobody is mentioned, not even by a line with nothing to copy', () => {
    const sections = [{ fields: [], lines: ['@everyone  now'], copyable: [''] }];
    expect(render({ sections }).html).toContain('<code>@everyone</code>');
  });

  it('a long list is whole, although its numbers are not in monospace then', () => {
    const copyable = Array.from({ length: 120 }, (_, index) => String(490154203237518 + index));
    const section = { fields: [], lines: copyable.map((imei) => `${imei} · a phone`), copyable };
    const { html, files } = render({ sections: [section] });
    expect(files).toEqual([]);
    expect(html).not.toContain('<code>');
    for (const imei of copyable) expect(html).toContain(imei);
  });

  it('a long data sheet is folded below its first section', () => {
    const fields = Array.from({ length: 15 }, (_, index) => ({
      label: `Field ${index}`,
      value: 'x',
    }));
    const { html } = render({ sections: [{ fields }, { heading: 'More', fields }], note: 'Note' });
    const [, before, folded, after] =
      /^(.*)<blockquote expandable>(.*)<\/blockquote>(.*)$/s.exec(html) ?? [];
    expect(before).not.toContain('More');
    expect(folded).toMatch(/^<b>More.*14: x$/s);
    expect(after).toContain('Note');
  });

  it('a short reply is not folded, however long its small print is', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `Source ${index}`);
    const { html } = render({
      sections: [
        { fields: [{ label: 'Model', value: '3310' }] },
        { heading: 'Network', fields: [{ label: '2G', value: 'yes' }] },
        { fields: [], lines, isMinor: true },
      ],
    });
    const [open = '', folded] = html.split('<blockquote expandable>');
    expect(open).toContain('<b>Network</b>\n2G: yes');
    expect(folded).toMatch(/^Source 0/);
  });

  it('buttons are in rows that fit a phone, and one of them copies the number', () => {
    const token = 'x'.repeat(40);
    const actions = [
      button('Full details', token, { style: 'primary' }),
      button('Stop', token, { style: 'danger', opens: 'new' }),
      button('Check again (uses a check)', token),
      button('\u200b', token),
    ];
    const { keyboard } = render({ actions, copy: IMEI });
    expect(keyboard.map((row) => row.map(({ text }) => text))).toEqual([
      ['Full details', 'Stop'],
      ['Check again (uses a check)', '…'],
      ['Copy the IMEI'],
    ]);
    expect(keyboard.flat()[1]).toMatchObject({ style: 'danger', callback_data: `new:${token}` });
    expect(Buffer.byteLength(`private:${token}`)).toBeLessThanOrEqual(MAX_CALLBACK_BYTES);
    expect(keyboard.at(-1)).toEqual([{ text: 'Copy the IMEI', copy_text: { text: IMEI } }]);
  });

  it('Telegram refuses no reply, whatever its texts are', () => {
    fc.assert(
      fc.property(hostileReply, fc.boolean(), (reply, canSendWholeText) => {
        const { html, keyboard, files: sent } = renderReply(reply, { say: en, canSendWholeText });
        const parsed = parseHtml(html);
        expect(parsed.text.trim()).not.toBe('');
        expect(withoutIsolates(parsed.text)).not.toMatch(HIDDEN);
        expect(parsed.text.length).toBeLessThanOrEqual(MAX_TEXT_UNITS);
        expect(parsed.entities.length).toBeLessThanOrEqual(100);
        expect(selfMadeEntities(parsed)).toEqual([]);
        for (const { text } of keyboard.flat()) expect(text.trim()).not.toBe('');
        expect(sent.length).toBeLessThanOrEqual(canSendWholeText ? 1 : 0);
      }),
      runs(60, 2_000, { seed: 177 }),
    );
  });

  it('a reply with very long texts is rendered at once', () => {
    const long = ['a.', '.', '@', '<', 'x'].map((part) => part.repeat(200_000));
    const all = (): void => {
      for (const text of long) {
        render({ title: text, sections: [{ fields: [], lines: [`a.bc${text}x`] }] });
      }
    };
    expect(leastProcessorMs(all, 2_000)).toBeLessThan(2_000);
  });
});
