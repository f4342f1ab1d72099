import { describe, expect, it } from 'vitest';
import { sayingIn } from '../../src/words/sayings.ts';
import { typedPress } from '../../src/words/typed-press.ts';
import { BUTTON_WORDS, type ButtonWord, SMALL_TALK } from '../../src/words/understood.ts';

describe('a word for a button is understood in each language', () => {
  it.each<[ButtonWord | undefined, string]>([
    ['yes', 'yes|OK|Ja!|sí|sim|oui|да|так|نعم|हाँ|haan|好的|開始查詢|👍'],
    ['no', 'no|No, thanks|never mind|nein danke|отмена|不用了|stop|Cancel!|Стоп|arrête'],
    ['full', 'full|full please|details|More!|alles|bitte mehr'],
    ['again', 'again|Check again!'],
    ['rest', 'check the rest|Continue please|den Rest|weiter|el resto|дальше|继续|बाकी|الباقي'],
    // Said twice, or in two of its words.
    ['no', 'stop the list|stop stop|STOP! stop!!|no, cancel please|nein, halt|取消，停'],
    ['yes', 'yes yes|yes, go ahead|Ok. Do it|好的，查'],
    ['yes', 'yes to all|Check them all!|ja, alle|alle prüfen|oui, tous|проверь все|全部查'],
    ['full', 'more, more details'],
    // Laughs, some of which are “yes” in Latin letters, and texts that press no button.
    [undefined, 'Ha!|jaja|thanks|how long?|490154203237518|yes and no|ok thanks|no problem'],
  ])('%s: %s', (word, texts) => {
    const understood = texts.split('|').map((text) => [text, sayingIn(text, BUTTON_WORDS)]);
    expect(understood).toEqual(texts.split('|').map((text) => [text, word]));
  });
});

it.each(['how long?', 'status?', 'Ready?', 'Hurry up!', 'wie lange noch', '好了吗'])(
  '“%s” asks how far a list is, as people do before a “yes”',
  (text) => {
    expect(sayingIn(text, SMALL_TALK)).toBe('status');
  },
);

it.each([
  ['hello', 'hello, good morning|Hallo! Guten Tag'],
  ['thanks', 'ok thanks|Great, thank you!|Super. Danke!|ok спасибо|好的谢谢|thanks 🙏|👍👍'],
  ['thanks', 'cheers!|thank you so much|👌|good night|danke, bis morgen'],
  ['price', 'how many left?|Checks left?|my balance|Guthaben?|saldo|solde|баланс|余额'],
  [undefined, 'hello thanks|thanks but no|ok 490154203237518'],
])('small talk is understood, also in several words of its kind: %s', (talk, texts) => {
  const understood = texts.split('|').map((text) => [text, sayingIn(text, SMALL_TALK)]);
  expect(understood).toEqual(texts.split('|').map((text) => [text, talk]));
});

it.each([
  ['yes', ['t.full', 't.check'], 't.check'],
  ['no', ['t.stop', 't.leave'], 't.leave'],
  ['no', ['t.stop'], 't.stop'],
  // As a file, which has all details.
  ['full', ['t.share', 't.list'], 't.list'],
  ['full', ['t.list', 't.full'], 't.full'],
  ['again', ['t.list', 't.retry', 't.fresh'], 't.fresh'],
  ['again', ['t.list', 't.retry'], 't.retry'],
  ['the rest', ['t.list', 't.next', 't.retry'], 't.retry'],
  ['the rest', ['t.list', 't.next'], 't.next'],
  // It is about other numbers than the one that is already answered.
  ['the rest', ['t.full', 't.fresh'], undefined],
  ['continue', ['t.list', 't.whole'], undefined],
  ['yes', ['t.leave', 'check'], undefined],
  ['yes, but later', ['t.check'], undefined],
] as const)('“%s” below %j presses %s', (text, tokens, pressed) => {
  expect(typedPress(text, tokens)).toBe(pressed);
});
