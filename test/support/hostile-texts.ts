import fc from 'fast-check';
import { visibleLine } from '../../src/adapters/rendering/visible-text.ts';
import { button, replyOf } from './replies.ts';

/**
 * Pieces with a special meaning for some parser: markup, pings, links, escapes, marks, digits of
 * other scripts.
 */
export const HOSTILE_PIECES = [
  '**',
  '__',
  '~~',
  '||',
  '`',
  '```',
  '<b>',
  '</b>',
  '&lt;',
  '&',
  '<',
  '>',
  '#',
  '-',
  '/',
  '.',
  'a',
  '0',
  '[a](https://evil.example)',
  'https://evil.example',
  '@everyone',
  '@here',
  '<@1>',
  '<@&1>',
  '<#1>',
  '</imei:1>',
  '<t:1:R>',
  '<a:x:1>',
  '<id:guide>',
  '@admin',
  '/start',
  'tg://user?id=1',
  '<https://example.org>',
  'https://example.org/a_b_c',
  '\\',
  '\\\\',
  '*',
  '_',
  '490154203237518',
  '\u0007',
  '\b',
  '\r',
  '\n',
  '\t',
  '\u0000',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200f',
  '\ufeff',
  '\u2028',
  '\ud800',
  'é',
  'ﷺ',
  '٣',
  '３',
  ' ',
  '\u001b[31m',
  '\u001b]8;;https://evil.example\u0007',
  '\u009b31m',
  '\u{e0041}',
  '👩‍👧',
  '> ',
  '>>> ',
  '# ',
  '### ',
  '-# ',
  '- ',
  '+ ',
  '1. ',
  '35-209900-176148-1',
  'IMEI 2',
  '+49 151 23456789',
  '99999999999999999',
];

/** Also halves of pairs. The unit `binary` of fast-check lists all code points, for a second. */
const anyCodePoint = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Hostile text, short and long. */
export const hostileText = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...HOSTILE_PIECES), fc.string({ maxLength: 5 })), {
        maxLength: 14,
      })
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE_PIECES), fc.integer({ min: 1, max: 600 }))
      .map(([piece, times]) => piece.repeat(times)),
  },
  { weight: 2, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 60 }) },
);

const texts = fc.array(hostileText, { maxLength: 60 });
const section = fc.record({
  heading: hostileText,
  fields: fc.array(fc.record({ label: hostileText, value: hostileText }), {
    maxLength: 20,
  }),
  lines: texts,
  copyable: texts,
});

/** A reply of hostile texts that is not empty, with up to 30 buttons. */
export const hostileReply = fc
  .record({
    tone: fc.constantFrom('neutral', 'progress', 'good', 'warning', 'bad'),
    title: hostileText,
    summary: hostileText,
    note: hostileText,
    sections: fc.array(section, { maxLength: 5 }),
    labels: fc.array(hostileText, { maxLength: 30 }),
  })
  // A control sequence alone, such as `ESC[31m`, is not visible text.
  .filter(({ title, summary }) => /[\p{L}\p{N}]/u.test(visibleLine(`${title} ${summary}`)))
  .map(({ labels, ...parts }) =>
    replyOf({ ...parts, actions: labels.map((label, index) => button(label, `x.${index}`)) }),
  );
