import { afterAll, describe, expect, it } from 'vitest';
import { areTwoNamed } from '../../src/photos/text/judge.ts';
import type { TextLine } from '../../src/photos/text/lines.ts';
import { iosAbout, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import { photoOf } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import { createBuiltReader, createBuiltRunner } from '../support/process/built-work.ts';

const IMEI = imeiOf('35693803', 564_380);
const never = new AbortController().signal;

/** Words of one line; two spaces are a wide gap. */
function line(text: string): TextLine {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const wide = text.slice(0, index).split('  ').length - 1;
    return {
      text: word,
      x: index * 6 + wide * 60,
      y: 20,
      width: word.length * 6,
      height: 10,
      confidence: 90,
    };
  });
}

describe('two IMEIs', () => {
  it.each([
    ['each with its number', ['IMEI1 356938035643809', 'IMEI2 356938035643817']],
    ['the first without its slot', ['IMEI  35 693803 564380 9', 'IMEI2']],
    ['in one word with the number', ['IMEI1:356938035643809', 'IMEI2:3569380Z']],
    ['by their slots', ['IMEI (SIM slot 1)', '356938035643809', 'IMEI (SIM slot 2)']],
    ['in one row', ['IMEI 1  IMEI 2', '356938035643809']],
  ])('are named where the words are there: %s', (_, lines) => {
    expect(areTwoNamed(lines.map(line))).toBe(true);
  });

  it.each([
    ['one', ['IMEI 356938035643809', 'Serial 2']],
    ['the first slot', ['IMEI1 356938035643809']],
    ['the second slot alone', ['IMEI2 356938035643809']],
    ['a second one that there is not', ['IMEI 1  356938035643809', 'IMEI 2  n/a']],
    ['an order of two', ['IMEI 356938035643809', 'IMEI check order 2']],
  ])('are not named by %s', (_, lines) => {
    expect(areTwoNamed(lines.map(line))).toBe(false);
  });
});

describe('a screen on which one of two IMEIs cannot be read', () => {
  const runner = createBuiltRunner();
  const read = createBuiltReader(runner);
  afterAll(() => runner.close());

  it.each([
    ['hidden', [IMEI, ''], true],
    ['not there', [IMEI], undefined],
  ] as const)('says whether it names two: %s', async (_, imeis, namesTwo) => {
    const shown = { imeis, serial: 'R58M1234ABC', eid: '8'.repeat(32), iccid: '8944110068123456789' };
    const drawing = iosAbout(shown, { dark: false, words: SCREEN_WORDS.en });
    const reading = await read(photoOf(drawing, { barPx: 3, margin: 1, quality: 'png' }), never);

    expect(reading.ok && reading.texts).toEqual([{ imei: IMEI }]);
    expect(reading.ok && reading.namesTwo).toBe(namesTwo);
  });
});
