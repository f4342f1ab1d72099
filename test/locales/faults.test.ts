import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { declarationOf } from './types.ts';
import { tableOf } from './untranslated.ts';

const ENGLISH = {
  found: '{count, plural, one {# phone} other {# phones}} of {name}',
  hint: 'Dial *#06#, or type /help.',
  setting: 'Set LOOKUP_API_KEY.',
};

function faultOf(key: keyof typeof ENGLISH, message: string, language = 'de'): readonly string[] {
  return faultsOf(language, { [key]: message }, ENGLISH);
}

describe('a fault of a catalogue', () => {
  it.each([
    ['a text that English does not have', () => faultsOf('de', { hnt: 'Tippen' }, ENGLISH), 'no such text'],
    ['broken ICU', () => faultOf('hint', 'Tippen Sie {'), 'no ICU MessageFormat'],
    [
      'an argument that is lost',
      () => faultOf('found', '{count, plural, one {#} other {#}}'),
      '{name} is lost',
    ],
    ['an argument that nobody gives', () => faultOf('hint', '*#06# /help {name}'), '{name} is not given'],
    ['a number of what is a text', () => faultOf('found', '{count, number} {name, number}'), 'is no number'],
    [
      'a missing plural form',
      () => faultOf('found', '{count, plural, one {#} few {#} other {#}} {name}', 'ru'),
      'no form “many”',
    ],
    [
      'a missing form of a rank',
      () => faultsOf('fr', { r: '{n, selectordinal, other {#e}}' }, { r: '{n, selectordinal, other {#th}}' }),
      'no form “one”',
    ],
    ['a command under another name', () => faultOf('hint', '*#06# oder /hilfe'), '“/help” is lost'],
    ['a code that was altered', () => faultOf('hint', '*#6# oder /help'), '“*#06#” is lost'],
    ['a setting that was altered', () => faultOf('setting', 'LOOKUP_KEY setzen'), '“LOOKUP_API_KEY” is lost'],
    ['an exclamation mark', () => faultOf('hint', '*#06# oder /help!'), 'exclamation mark'],
    ['a mark of direction', () => faultOf('hint', '\u200F*#06# oder /help'), 'mark of direction'],
    ['a straight apostrophe', () => faultOf('hint', "*#06# oder /help, wie's geht"), 'write ’'],
    ['nothing at all', () => faultOf('setting', ''), 'empty'],
  ])('is %s', (_, faults, told) => {
    expect(faults().join('\n')).toContain(told);
  });

  it('is no text that waits for its translation, and no other order of words', () => {
    expect(faultsOf('de', {}, ENGLISH)).toEqual([]);
    expect(faultOf('found', '{name}: {count, plural, one {# Handy} other {# Handys}}')).toEqual([]);
  });
});

it('a table says how much of each language is there, how much of it is English, and what is missing', () => {
  const table = tableOf(
    [
      ['de', { hint: '*#06# oder /help' }],
      ['fr', ENGLISH],
    ],
    ENGLISH,
  );
  expect(table.split('\n').slice(1)).toEqual([
    'de             1/3              0  found setting',
    'fr             3/3              3',
  ]);
});

it('the declaration asks for each argument by its kind', () => {
  expect(declarationOf(ENGLISH)).toContain(
    '  readonly found: { readonly count: number; readonly name: string };\n  readonly hint: undefined;\n',
  );
});
