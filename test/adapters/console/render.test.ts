import { stripVTControlCharacters } from 'node:util';
import textWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { renderJson, renderProgress, renderReply } from '../../../src/adapters/console/render.ts';
import type { ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { button, replyOf } from '../../support/replies.ts';

const NARROW = { columns: 44, colors: false };
const AROUND = { canPress: true, files: [] };

const PHONE = replyOf({
  tone: 'good',
  title: 'Nokia 3310',
  summary: 'A sentence that is longer than the terminal is wide.',
  sections: [
    {
      fields: [
        { label: 'Brand', value: 'Nokia' },
        { label: 'GSM bands', value: 'GSM 900, GSM 1800, GSM 850 and one more' },
      ],
    },
    {
      heading: 'The IMEI',
      fields: [{ label: 'TAC', value: '49015420' }],
      lines: ['Another line.'],
    },
  ],
  note: 'Checked just now',
  actions: [button('Full details', 'x.full'), button('Check again', 'x.fresh')],
});

describe('a reply as text', () => {
  it('a reply is wrapped text with its values in one column, and numbered buttons', () => {
    expect(renderReply(PHONE, NARROW, AROUND)).toBe(
      `
✔ Nokia 3310
  A sentence that is longer than the
  terminal is wide.
  Brand      Nokia
  GSM bands  GSM 900, GSM 1800, GSM 850 and
             one more

  The IMEI
  TAC        49015420
  Another line.

  Checked just now

  [1] Full details  [2] Check again`.trimStart(),
    );
  });

  it('the small print is dimmed, with its values in a column of its own', () => {
    const long = { label: 'A label that is long', value: '1' };
    const minor = { heading: 'Parts', fields: [long], isMinor: true } as const;
    const sections = [minor, { fields: [{ label: 'Brand', value: 'Nokia' }] }];
    const lines = renderReply(replyOf({ sections }), { columns: 80, colors: true }, AROUND).split(
      '\n',
    );
    const shown = lines.slice(1).map(stripVTControlCharacters);
    expect(shown).toEqual(['  Brand  Nokia', '', '  Parts', '  A label that is long  1']);
    expect(lines.at(-1)).toBe('  \u001b[2mA label that is long  1\u001b[22m');
  });

  it('without buttons a reply says what to send instead', () => {
    const reply = replyOf({ withoutButtons: 'Send it again.' });
    expect(renderReply(reply, NARROW, { ...AROUND, canPress: false })).toContain(
      '\n\n  Send it again.',
    );
    expect(renderReply(reply, NARROW, AROUND)).not.toContain('Send it again.');
  });

  it.each([20, 31, 44, 80, 200])(
    'a reply fits a terminal of %i columns, with colours or without',
    (columns) => {
      const plain = renderReply(PHONE, { columns, colors: false }, AROUND);
      const widths = plain.split('\n').map((line) => textWidth(line));
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
      const colored = renderReply(PHONE, { columns, colors: true }, AROUND);
      expect(colored).toContain('\u001b[');
      expect(stripVTControlCharacters(colored)).toBe(plain);
    },
  );

  it('wide characters are aligned, and a forged line stays inside its value', () => {
    const fields = [
      { label: '品牌', value: 'left' },
      { label: 'TAC', value: 'left\n✔ All is well' },
    ];
    const [, ...lines] = renderReply(replyOf({ sections: [{ fields }] }), NARROW, AROUND).split(
      '\n',
    );
    expect(lines.map((line) => textWidth(line.slice(0, line.indexOf('left'))))).toEqual([8, 8]);
  });
});

describe('progress', () => {
  const waiting = replyOf({
    tone: 'progress',
    title: 'Checking 40 IMEIs',
    summary: 'Ready in about two minutes, if nothing else comes in between.',
    progress: { done: 10, total: 40 },
    actions: [button('Stop', 'x.stop', { style: 'danger' })],
  });

  it.each([40, 80, 120])(
    'progress is one line of less than %i columns that says how to stop it',
    (columns) => {
      const line = renderProgress(waiting, { columns, colors: false });
      expect(line).toMatch(/^[^\n]*\[Ctrl-C\] Stop$/);
      expect(textWidth(line)).toBeLessThan(columns);
    },
  );
});

describe('a reply as JSON', () => {
  it.each([[undefined], [[]]])('a reply without records is its text as JSON', (records) => {
    const reply: ReplyWithButtons = replyOf({
      tone: 'bad',
      title: 'No',
      summary: 'Too short.',
      note: 'Free',
    });
    const parsed: unknown = JSON.parse(
      renderJson({ ...reply, ...(records && { records: () => records }) }),
    );
    expect(parsed).toEqual({ title: 'No', tone: 'bad', text: 'Too short.\n\nFree' });
  });

  it('JSON has no control characters of hostile data', () => {
    const records = [{ model: 'a\u001b[2J\u202eb\u2028c\u{e0041}' }];
    const line = renderJson(replyOf({ records: () => records }));
    expect(JSON.parse(line)).toEqual({ model: 'ab c' });
  });
});
