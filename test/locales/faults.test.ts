import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { declarationOf } from './types.ts';
import { tableOf } from './untranslated.ts';

const ENGLISH = {
  found: '{count, plural, one {# phone} other {# phones}} of {name}',
  hint: 'Dial *#06#, or type /help.',
  setting: 'Set LOOKUP_API_KEY.',
  share: 'You have used {share, number, percent}: less than {most, number}.',
  last: 'Here is {count, plural, one {the last phone} other {the last # phones}}.',
  asked: 'Is this yours?',
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
      'a number that is written as a text',
      () => faultOf('share', '{share, number, percent} von {most}.'),
      '{most} is a number',
    ],
    [
      'a share that is no per cent',
      () => faultOf('share', '{share, number} von {most, number}.'),
      '{share, number, percent} is another number',
    ],
    [
      'a form that stands for 1 and 21 and says neither',
      () => faultOf('last', '{count, plural, one {телефон} few {#} many {#} other {#}}.', 'ru'),
      'in the form “one”',
    ],
    [
      'a form that stands for 0 and 1 and says neither',
      () => faultOf('last', '{count, plural, one {le dernier} many {#} other {#}}.', 'fr'),
      'in the form “one”',
    ],
    ['a number that a form lost', () => faultOf('last', '{count, plural, one {#} other {die}}.'), '“other”'],
    ['a question that asks nothing', () => faultOf('asked', 'Ist das Ihres.'), 'ends with “.”'],
    ['a sentence without its full stop', () => faultOf('last', '{count, plural, one {#} other {#}}'), '“”'],
    ['a quote of another language', () => faultOf('asked', '“Ihres”?'), '““” is not how'],
    ['a French colon that may begin a line', () => faultOf('asked', 'Dites : oui ?', 'fr'), '“:”'],
    ['a Chinese comma of half its width', () => faultOf('asked', '您好,这是您的吗？', 'zh'), '“,”'],
    ['a space in Chinese before a number', () => faultOf('asked', '是 5 个吗？', 'zh'), '“是 5”'],
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
    expect(faultOf('found', '{count, plural, one {# Handy} other {# Handys}} von {name}')).toEqual([]);
    expect(faultOf('found', 'Von {name} {count, plural, one {# Handy} other {# Handys}}')).toEqual([]);
    expect(faultOf('last', '{count, plural, =1 {le dernier} one {#} many {#} other {#}}.', 'fr')).toEqual([]);
    expect(faultOf('asked', '这是您的吗（5）？', 'zh')).toEqual([]);
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
    'de             1/6              0  found setting share last asked',
    'fr             6/6              6',
  ]);
});

it('the declaration asks for each argument by its kind', () => {
  expect(declarationOf(ENGLISH)).toContain(
    '  readonly found: { readonly count: number; readonly name: string };\n  readonly hint: undefined;\n',
  );
});
