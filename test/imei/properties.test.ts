import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskCards } from '../../src/imei/cards.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { hasRightCheckDigit } from '../../src/imei/imei.ts';
import { hostileText } from '../support/hostile-texts.ts';
import { imeiFrom14 } from '../support/imeis.ts';
import { runs } from '../support/nightly.ts';

/** The zeros of some scripts; the digits follow. */
const ZEROS = [0x30, 0x6_60, 0x6_f0, 0x9_66, 0xff_10, 0x1_d7_ce];

const whole = fc
  .tuple(
    fc.constantFrom('35', '86', '01', '99', '34', '37', '50', '00', '41', '12', '35693803'),
    fc.stringMatching(/^\d{12}$/),
    fc.constantFrom(...ZEROS),
  )
  .map(([first, others, zero]) =>
    imeiFrom14((first + others).slice(0, 14)).replace(/\d/g, (digit) =>
      String.fromCodePoint(zero + Number(digit)),
    ),
  );
const SEPARATORS = [...' \n-./_:=",\t+()1éअ', ', ', '12', '356', '1234'];
const NAMES =
  'IMEI|imei: |IMEI2:|Order no. |EAN |Sean: |订单号|串号|رقم الطلب: |(01)|(21)|(8002)|"imei":|{|}| (order)| [imei]| - order\n|"kind":"imsi"}|IMSI/IMEI: |]C1|C1|000|\n kind: imsi\n|, |IMSI,IMEI\n'.split(
    '|',
  );
const ESCAPES = String.raw`\n|\r\n|\xa0|\u2068|\u00a0|\u3000|%20|%3A|%2|_x000D_|^M|${'\\'}`.split(
  '|',
);
const SIGNS =
  '\u200b|\u2068|\u00ad|\ufe0f|\u20e3|\u001b[32m|\u001b[|\ue000|\ue001|\v|\ud835|٣|𝟘'.split('|');
const FORMS = '*|•|••••••••••••|x|xx|E+14|3.5|O|l|B|4111 1111 1111 1111|3782 822463 10005'.split(
  '|',
);
const LINKS = [
  '<td>',
  '</td>',
  '<',
  '>',
  '\n>',
  '\n> ',
  'http://x.y/',
  'https://a.b/?imei=',
  'www.a/?id=',
];

const part = fc.oneof(
  { weight: 3, arbitrary: whole },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...SEPARATORS, ...NAMES, ...ESCAPES, ...SIGNS, ...FORMS, ...LINKS),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^\d{1,20}$/) },
);
const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));

/** The numbers that have to be in a reply, whatever is around them. */
function wanted(written: string): readonly string[] {
  return Array.from(written.matchAll(/(?<!\p{Nd})\p{Nd}{15}(?!\p{Nd})/gu), ([run]) =>
    plain(run),
  ).filter(hasRightCheckDigit);
}

function plain(run: string): string {
  return Array.from(run, (character) => {
    const code = character.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return (code - zero) % 10;
  }).join('');
}

function reported({ sure, unsure, invalid }: Findings): ReadonlySet<string> {
  const ofInvalid = invalid.flatMap(({ text: shown, why }) => {
    const reading = why.kind === 'letter' ? why.reading?.imei : undefined;
    return reading === undefined ? [shown, shown.replace(/\D/g, '')] : [reading];
  });
  return new Set([...sure, ...unsure].map(({ imei }): string => imei).concat(ofInvalid));
}

it('no 15 digits with a right check digit vanish', () => {
  fc.assert(
    fc.property(text, (written) => {
      const all = reported(findImeis(written));
      const lost = wanted(written).filter(
        (digits) => !all.has(digits) && !all.has(`•••••••••••${digits.slice(-4)}`),
      );
      expect(lost).toEqual([]);
    }),
    runs(200, 100_000, { seed: 32 }),
  );
});

it('what is found are IMEIs, each once', () => {
  fc.assert(
    fc.property(fc.oneof(text, hostileText), (written) => {
      const { sure, unsure, invalid } = findImeis(written, { known: () => true });
      const imeis = [...sure, ...unsure].map(({ imei }) => imei);
      expect(new Set(imeis).size).toBe(imeis.length);
      for (const imei of imeis) {
        expect(/^\d{15}$/.test(imei) && hasRightCheckDigit(imei)).toBe(true);
      }
      for (const number of invalid) expect(number.text.length).toBeLessThanOrEqual(60);
    }),
    runs(1_000, 200_000, { seed: 33 }),
  );
});

it('a text in which cards are masked has the same findings', () => {
  const plainPart = fc.oneof(
    whole,
    fc.constantFrom(' ', '\n', ', ', '; ', 'IMEI: ', 'Order no. ', 'and ', '4111 1111 1111 1111'),
  );
  const line = fc.array(plainPart, { maxLength: 10 }).map((parts) => parts.join(' '));
  const expectSame = (written: string): void => {
    expect(findImeis(maskCards(written))).toEqual(findImeis(written));
  };
  expectSame('370000000000002 350000000000006 \n IMEI:  Order no. ');
  fc.assert(fc.property(line, expectSame), runs(200, 100_000, { seed: 34 }));
});
