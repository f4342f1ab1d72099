import { describe, expect, it } from 'vitest';
import { fitReply, type MessageLimits } from '../../../src/adapters/rendering/fit.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { replyOf } from '../../support/replies.ts';

const say = sayIn('en');
const REST = say('delivery.wholeInFile', { file: 'answer.txt' });
const LONG = 'x'.repeat(99);
const TRUNCATED = say('delivery.truncated');

function lineOf(text: string) {
  return { text, units: text.length, entities: text.startsWith('*') ? 1 : 0 };
}

function fitted(texts: readonly string[], limits: MessageLimits, canSendWholeText = true) {
  const reply = replyOf({
    title: 'List',
    summary: 'Of two',
    sections: [{ heading: 'Found', fields: [{ label: 'Brand', value: 'Nokia' }], lines: texts }],
    note: 'Just now',
    files: [{ name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('a,b') }],
  });
  const { lines, files } = fitReply(reply, {
    lines: texts.map(lineOf),
    limits,
    canSendWholeText,
    say,
    lineOf,
    startOf: ({ text }, maxUnits) => lineOf(text.slice(0, maxUnits)),
  });
  const sent = files.map(({ name, data }) => `${name}: ${new TextDecoder().decode(data)}`);
  return { shown: lines.map(({ text }) => text), sent };
}

describe('a reply that is too long for a message', () => {
  const room = REST.length + 2;

  it.each<[string, string[], MessageLimits, string[]]>([
    ['stays whole if it just fits', ['12', '34'], { units: 5 }, ['12', '34']],
    ['is cut between lines', ['12', LONG], { units: room + 3 }, ['12', '', REST]],
    ['has as many lines as fit', ['1', '2', LONG], { units: room + 3 }, ['1', '2', '', REST]],
    [
      'has no more styles than are allowed',
      ['*1', '*2'],
      { units: 999, entities: 1 },
      ['*1', '', REST],
    ],
    [
      'has the start of a line that is too long by itself',
      ['', LONG],
      { units: room + 6 },
      ['', 'xxxxx', '', REST],
    ],
  ])('a reply %s', (_, texts, limits, lines) => {
    expect(fitted(texts, limits).shown).toEqual(lines);
  });

  it('the whole text is a file, before the files of the reply', () => {
    const texts = ['12', LONG];
    const { sent } = fitted(texts, { units: room + 3 });
    expect(sent).toEqual([
      `answer.txt: List\n\nOf two\n\nFound\nBrand: Nokia\n${texts.join('\n')}\n\nJust now\n`,
      'list.csv: a,b',
    ]);
  });

  it('if no file can come along, the reply says where there is more', () => {
    const { shown, sent } = fitted(['12', LONG], { units: TRUNCATED.length + 5 }, false);
    expect(shown).toEqual(['12', '', TRUNCATED]);
    expect(sent).toEqual(['list.csv: a,b']);
  });
});
