import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TEXT_UNITS, renderAlert, renderReply } from '../../../src/adapters/telegram/render.ts';
import type { ShownReply } from '../../../src/core/reply.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { withoutIsolates } from '../../support/measure/isolates.ts';
import { leastProcessorMs } from '../../support/measure/processor-time.ts';
import { runs } from '../../support/nightly.ts';
import { MAX_CALLBACK_BYTES } from '../../support/telegram/chats.ts';
import { parseHtml, selfMadeEntities } from '../../support/telegram/html.ts';
import { button, replyOf } from './stage.ts';

const en = sayIn('en');

describe('a rendered reply', () => {
  it('looks like this', () => {
    const reply = replyOf({
      title: 'NOKIA 3310',
      summary: 'Probably.',
      progress: { done: 12, total: 40 },
      sections: [
        {
          heading: 'Numbers',
          fields: [{ label: 'IMEI', value: '490154203237518', copyable: true }],
          lines: ['R&D', 'Dial *#06#, please', '/imei full 1', '/help'],
        },
      ],
      note: 'From the service',
    });
    expect(render(reply).html).toBe(
      [
        '<b>✅ NOKIA 3310</b>',
        'Probably.',
        '███░░░░░░░ 12/40',
        '',
        '<b>Numbers</b>',
        'IMEI: <code>490154203237518</code>',
        'R&amp;D',
        'Dial <code>*#06#</code>, please',
        '<code>/imei full 1</code>',
        '/help',
        '',
        '<i>From the service</i>',
      ].join('\n'),
    );
  });

  it('has in a list the numbers in monospace, which a tap copies', () => {
    const lines = ['IMEI1 · 490154203237518 · R&D <3', 'and 352099001761481 is not told to be copied'];
    const section = { fields: [], lines, copyable: ['490154203237518'] };
    expect(render(replyOf({ sections: [section] })).html).toContain(
      'IMEI1 · <code>490154203237518</code> · R&amp;D &lt;3\nand 352099001761481 is not',
    );
  });

  it('rather has all lines of a long list than some of them in monospace', () => {
    const copyable = Array.from({ length: 120 }, (_, index) => String(490154203237518 + index));
    const section = { fields: [], lines: copyable.map((imei) => `${imei} · a phone`), copyable };
    const { html, files } = render(replyOf({ sections: [section] }));
    expect(files).toEqual([]);
    expect(html).not.toContain('<code>');
    for (const imei of copyable) expect(html).toContain(imei);
  });

  it('has a button that copies what people copy of it, which the bot is not told of', () => {
    const reply = replyOf({ actions: [button('Full details', 'x.full')], copy: '490154203237518' });
    expect(render(reply).keyboard).toEqual([
      [{ text: 'Full details', callback_data: 'hx.full' }],
      [{ text: 'Copy the IMEI', copy_text: { text: '490154203237518' } }],
    ]);
  });

  it('folds what is minor, however short the reply', () => {
    const minor = { heading: 'Parts', fields: [], lines: ['TAC 49015420'], minor: true } as const;
    const { html } = render(replyOf({ title: 'NOKIA', sections: [{ fields: [] }, minor], note: 'Note' }));
    expect(html).toContain('<blockquote expandable><b>Parts</b>\nTAC 49015420</blockquote>\n\n<i>Note</i>');
  });

  it('folds a long data sheet below its first section', () => {
    const fields = Array.from({ length: 15 }, (_, index) => ({ label: `Field ${index}`, value: 'x' }));
    const { html } = render(replyOf({ sections: [{ fields }, { heading: 'More', fields }], note: 'Note' }));
    const { entities, text } = parseHtml(html);
    const fold = entities.find(({ type }) => type === 'expandable_blockquote');
    expect(text.slice(fold?.offset, (fold?.offset ?? 0) + (fold?.length ?? 0))).toMatch(
      /^More\n.*Field 14: x$/s,
    );
    expect(text).toMatch(/\n\nNote$|\nNote$/);
  });

  it.each([
    [MAX_TEXT_UNITS, 0],
    [MAX_TEXT_UNITS + 1, 1],
  ])('of %i units goes into a message and %i files', (units, files) => {
    const title = 'T';
    const rest = units - '✅ T\n\n'.length;
    // Both halves of an emoji count, as Telegram counts.
    const line = '😀'.repeat(Math.floor(rest / 2)) + 'x'.repeat(rest % 2);
    const rendered = render(replyOf({ title, sections: [{ fields: [], lines: [line] }] }));
    expect(rendered.files).toHaveLength(files);
    expect(parseHtml(rendered.html).text.length).toBeLessThanOrEqual(MAX_TEXT_UNITS);
  });

  it('has buttons in rows that fit a phone, in their colours, with data that fits', () => {
    const token = 'x'.repeat(40);
    const actions = [
      button('Full details', token, { style: 'primary' }),
      button('Stop', token, { style: 'danger', opens: 'new' }),
      button('Check again (uses a check)', token),
      button('\u200b', token),
    ];
    const { keyboard } = render(replyOf({ actions }));
    expect(keyboard.map((row) => row.map(({ text }) => text))).toEqual([
      ['Full details', 'Stop'],
      ['Check again (uses a check)', '…'],
    ]);
    expect(keyboard.flat()[1]).toMatchObject({ style: 'danger', callback_data: `n${token}` });
    for (const key of keyboard.flat())
      expect(Buffer.byteLength('callback_data' in key ? key.callback_data : '')).toBeLessThanOrEqual(
        MAX_CALLBACK_BYTES,
      );
  });

  it('is never refused by Telegram, whatever its texts hold', () => {
    fc.assert(
      fc.property(hostileReply, fc.boolean(), (reply, files) => {
        const { html, keyboard, files: sent } = renderReply(reply, { say: en, files });
        const parsed = parseHtml(html);
        expect(parsed.text.trim()).not.toBe('');
        expect(parsed.text.length).toBeLessThanOrEqual(MAX_TEXT_UNITS);
        expect(parsed.entities.length).toBeLessThanOrEqual(100);
        expect(selfMadeEntities(parsed)).toEqual([]);
        expect(withoutIsolates(parsed.text)).not.toMatch(HIDDEN);
        for (const { text } of keyboard.flat()) expect(text.trim()).not.toBe('');
        expect(sent.length).toBeLessThanOrEqual(files ? 1 : 0);
      }),
      runs(60, 2_000, { seed: 177 }),
    );
  });

  it('is rendered in no time, however long its texts are', () => {
    const lines = [
      'a.'.repeat(200_000),
      `a.bc${'.'.repeat(200_000)}x`,
      '@'.repeat(200_000),
      '<'.repeat(200_000),
      'x'.repeat(200_000),
    ];
    const all = (): void => {
      for (const line of lines) render(replyOf({ title: line, sections: [{ fields: [], lines: [line] }] }));
    };
    expect(leastProcessorMs(all, 2_000)).toBeLessThan(2_000);
  });
});

describe('a pop-up', () => {
  it('is plain text on lines of its own', () => {
    expect(renderAlert(replyOf({ title: 'Not <yours>', summary: 'Ask\u202e yourself.' }))).toBe(
      'Not <yours>\nAsk yourself.',
    );
  });
});

describe('an answer in Arabic', () => {
  const fields = [
    { label: 'رقم IMEI', value: '490154203237518', copyable: true },
    { label: 'الطراز', value: 'GT-I9300' },
  ];

  it('has what is written the other way isolated, and what is copied clean', () => {
    const { html } = render(replyOf({ tone: 'good', title: 'فحص 490154203237518', sections: [{ fields }] }));
    expect(html.split('\n')).toEqual([
      '<b>✅ فحص \u2066490154203237518\u2069</b>',
      '',
      'رقم \u2066IMEI\u2069: <code>490154203237518</code>',
      'الطراز: \u2066GT-I9300\u2069',
    ]);
  });

  it('is clean in the file that holds it whole', () => {
    const lines = Array.from({ length: 400 }, () => '490154203237518 · NOKIA 3110 · محفوظ');
    const { files } = render(replyOf({ sections: [{ fields: [], lines }] }));
    const text = new TextDecoder().decode(files[0]?.data);
    expect(text).toContain('490154203237518 · NOKIA 3110 · محفوظ');
    expect(text).not.toMatch(/[\u2066-\u2069]/u);
  });
});

const HIDDEN = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u3164]/u;

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '<b>',
        '</code>',
        '&amp;',
        '&#60;',
        '&',
        '<',
        '>',
        '@admin',
        '#x',
        'http://x.de',
        '\ud83d',
        '\n',
        '\u202e',
        ' ',
        '😀',
        '\u0301',
      ),
      { maxLength: 200 },
    )
    .map((parts) => parts.join('')),
  fc.integer({ min: 1, max: 6_000 }).map((length) => '&<é😀 '.repeat(length).slice(0, length)),
);

const section = fc
  .record(
    {
      heading: hostileText,
      fields: fc.array(fc.record({ label: hostileText, value: hostileText, copyable: fc.boolean() }), {
        maxLength: 20,
      }),
      lines: fc.array(hostileText, { maxLength: 60 }),
      copyable: fc.array(hostileText, { maxLength: 5 }),
    },
    { requiredKeys: ['fields'] },
  )
  .map((one) => ({
    ...one,
    copyable: [...(one.copyable ?? []), ...(one.lines ?? []).flatMap((line) => line.split(' ').slice(0, 1))],
  }));

const hostileReply: fc.Arbitrary<ShownReply> = fc.record(
  {
    tone: fc.constantFrom('neutral', 'progress', 'good', 'warning', 'bad'),
    title: hostileText,
    lead: hostileText,
    note: hostileText,
    sections: fc.array(section, { maxLength: 5 }),
    actions: fc.array(
      hostileText.map((label) => button(label, 'token')),
      { maxLength: 6 },
    ),
    files: fc.constant([]),
    private: fc.boolean(),
  },
  { requiredKeys: ['tone', 'title', 'sections', 'actions', 'files', 'private'] },
);

function render(reply: ShownReply) {
  return renderReply(reply, { say: en, files: true });
}
