import { describe, expect, it } from 'vitest';
import { visibleLine, visibleText } from '../../../src/adapters/rendering/visible-text.ts';

describe('text from outside that any platform shows', () => {
  it.each([
    ['a terminal sequence', 'red \u001b[31malarm\u001b[0m', 'red alarm'],
    ['what sets the title of a window', '\u001b]0;owned\u0007Nokia', 'Nokia'],
    ['a change of direction', 'IMEI \u202e715723302451094', 'IMEI 715723302451094'],
    ['what cannot be seen', 'No\u200bk\u2060i\u00ada\u2800\u3164', 'Nokia'],
    ['a joiner between plain letters', 'No\u200dkia', 'Nokia'],
    ['a sign of colour after a plain letter', 'No\ufe0fkia', 'Nokia'],
    ['a heap of marks', `a${'\u0301'.repeat(9)}`, `a${'\u0301'.repeat(4)}`],
    ['half a character', 'Nokia \ud83d', 'Nokia \ufffd'],
  ])('%s is left out', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each([
    ['an emoji of several', '👩‍🔧 has repaired it'],
    ['a sign with its colour', 'broken ⚠️ screen'],
    ['Persian', 'می‌خواهم'],
    ['lines', 'one\ntwo'],
    ['a number that is grouped as the French do', '1\u202f234'],
  ])('%s stays as it is', (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it('a line end of Windows is a plain one, and a separator of Unicode a space', () => {
    expect(visibleText('one\r\ntwo\u2028three')).toBe('one\ntwo three');
  });

  it('a title is one line', () => {
    expect(visibleLine(' one\r\ntwo\n')).toBe('one two');
  });
});
