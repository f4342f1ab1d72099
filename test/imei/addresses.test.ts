import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/core/async/event-loop.ts';
import { GONE, withoutAddresses } from '../../src/imei/text/addresses.ts';

/** The text with `_` for all that is blanked out. */
function left(text: string): string {
  const searched = atOnce(withoutAddresses(text));
  expect(searched).toHaveLength(text.length);
  return searched.replaceAll(GONE, '_');
}

describe('an address in a text is blanked out to its end, and nothing beside it', () => {
  it.each([
    ['a scheme', 'https://a/1'],
    ['a scheme of any kind', 'tel://490154203237518'],
    ['www', 'www.example.org'],
    ['www in capitals, in a bracket', '(WWW.example.org'],
    ['www in the text of a link', '[www.example.org/490154203237518'],
    ['a mail address', 'me@example.org'],
    ['a mail address of digits', '490154203237518@Example.org'],
    ['a host and a path', 'example.com/490154203237518'],
    ['a host in capitals', 'EXAMPLE.COM/1'],
    ['a host with a port', 'example.com:8080/1'],
    ['a host and a question', 'example.com?490154203237518'],
    ['a host and a mark', 'example.com#490154203237518'],
    ['a host as long as any', `${'a'.repeat(252)}.co/1`],
    ['a long top domain', `a.${'x'.repeat(24)}/1`],
    ['two parameters', 'a=1&b=490154203237518'],
    ['a query', '?id=490154203237518'],
    ['a query behind a word', 'check?device=490154203237518'],
    ['parameters of which the first has no name', '=1&490154203237518'],
    ['a path', '/home/490154203237518'],
    ['a path from here', './photos/490154203237518'],
    ['a path from above', '../photos/490154203237518'],
    ['a path from home', '~/photos/490154203237518'],
    ['a path of Windows', 'C:\\photos\\490154203237518'],
  ])('%s', (_what, address) => {
    expect(left(address)).toBe('_'.repeat(address.length));
    for (const end of [' ', '\n', '"', "'", '<', '>', '`', '|', '{', '}'])
      expect(left(`see${end}${address}${end}there`)).toBe(
        `see${end}${'_'.repeat(address.length)}${end}there`,
      );
  });

  it('also several of them', () => {
    expect(left('a.example/1 x b.example/2 y\nc@d.example z')).toBe(
      '___________ x ___________ y\n___________ z',
    );
  });
});

const A = '490154203237518';

/** The text with `…` for each run of what is blanked out. */
const seen = (text: string): string =>
  atOnce(withoutAddresses(text)).replace(new RegExp(`${GONE}+`, 'g'), '…');

describe('what an address says to be an IMEI stays', () => {
  it.each([
    [`imei=${A}&lang=en`, `imei=${A}…`],
    [`https://a.example/check?imei=${A}`, `…imei=${A}`],
    [`a.example/?a=1&IMEI=${A}&b=${A}#x`, `…IMEI=${A}…`],
    [`?imei1=${A}&imei_2=49-015420-323751-8;imei=${A}`, `…imei1=${A}…imei_2=49-015420-323751-8…imei=${A}`],
    [`(https://a.example/#imei=${A})`, `…imei=${A}…`],
    [`https://a.example/?imei=${A}.`, `…imei=${A}…`],
  ])('%s', (text, expected) => {
    expect(left(text)).toHaveLength(text.length);
    expect(seen(text)).toBe(expected);
  });

  it.each([
    `https://a.example/imei/${A}`,
    `https://a.example/imei=${A}/x`,
    `https://a.example/?id=${A}`,
    `https://a.example/?notimei=${A}`,
    `https://a.example/?imei=${A}7890123`,
    `https://a.example/?imei=${A}abc`,
    `https://a.example/?imei=${A}%20x`,
  ])('but nothing else: %s', (text) => {
    expect(seen(text)).toBe('…');
  });
});

describe('of a Markdown link the text stays', () => {
  it.each([
    [`[${A}](https://a.example/${A})`, `[${A}](…`],
    [`[${A}](/phones/${A})`, `[${A}](…`],
    [`[IMEI ${A}](a.example/x)!`, `[IMEI ${A}](…!`],
    [`[${A}](https://a.example/x_(y)/${A}) ${A}`, `[${A}](… ${A}`],
    [`[a](http://b),[${A}](http://c/${A})`, `[a](…,[${A}](…`],
    [`[https://a.example/${A}](https://a.example/${A})`, '…](…'],
    [`[x](https://a.example/?imei=${A})`, `[x](…imei=${A}…`],
    [`[${A}](http://a/(${A}`, `[${A}](…`],
  ])('%s', (text, expected) => {
    expect(seen(text)).toBe(expected);
    expect(left(text)).toHaveLength(text.length);
  });
});

describe('what is no address stays', () => {
  it.each([
    ['a number in groups', '490154/20/323751/8'],
    ['a number in groups with backslashes', '49\\015420\\323751\\8'],
    ['a label and a question', 'imei=490154203237518?'],
    ['a setting', 'imei=490154203237518'],
    ['a setting of another name', 'id=490154203237518'],
    ['a setting with a host', 'at=shop.example'],
    ['a question', '490154203237518?'],
    ['a question with a mark before it', '=490154203237518?no'],
    ['two words with a sign', 'R&D/490154203237518'],
    ['www in the midst of a word', 'x.www.1'],
    ['a handle', '@490154203237518'],
    ['a price', 'me@ 490154203237518'],
    ['a mail address of nobody', '5@490154203237518'],
    ['a number sign', '#490154203237518'],
    ['words with a slash', 'yes/no'],
    ['a host that is none', 'example/490154203237518'],
    ['a top domain of one letter', 'example.c/490154203237518'],
    ['a top domain with a digit', 'example.c0m/490154203237518'],
    ['a top domain with a digit before', 'example.1com/490154203237518'],
    ['a number with a point', '490154203237518.0/490154203237518'],
    ['a top domain that is longer than any', `a.${'x'.repeat(25)}/1`],
    ['a host that is longer than any', `${'a'.repeat(260)}.com/1`],
    ['a port that is none', 'example.com:123456/490154203237518'],
    ['a path of digits', '/12/34/56'],
    ['a path of one step', '/photos'],
    ['nothing at all', ''],
    ['words', 'no address here'],
  ])('%s', (_what, text) => {
    expect(left(text)).toBe(text);
  });
});
