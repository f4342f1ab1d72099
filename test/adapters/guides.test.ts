import { expect, it } from 'vitest';
import { GUIDE as CONSOLE } from '../../src/adapters/console/guide.ts';
import { GUIDE as DISCORD } from '../../src/adapters/discord/guide.ts';
import { GUIDE as TELEGRAM } from '../../src/adapters/telegram/guide.ts';
import { examplesOf } from '../../src/format/help-pages.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { listLanguages } from '../../src/format/texts/text-catalogue.ts';
import { findImeis } from '../../src/imei/find.ts';

const en = sayIn('en');

it('the examples on Discord are slash commands', () => {
  expect(examplesOf(DISCORD, en).join('\n')).toMatchInlineSnapshot(`
      "/imei imei:35… · one IMEI
      /imei imei:35… detail:Full details · everything about the phone
      /imei file:label.jpg · a photo of the label
      /imei file:stock.csv · a whole list"
    `);
});

it('a German reader on Discord sees the names that the form has for them', () => {
  expect(examplesOf(DISCORD, sayIn('de'))[1]).toMatchInlineSnapshot(
    `"/imei imei:35… umfang:Alle Angaben · alles über das Telefon"`,
  );
});

it('the examples on Telegram are messages, commands and files to send', () => {
  expect(examplesOf(TELEGRAM, en).join('\n')).toMatchInlineSnapshot(`
      "35… · one IMEI
      /imei full 35… · everything about the phone
      Send a photo of the label or the *#06# screen, or a PDF
      Send a list as CSV, TSV, TXT, XLSX or ODS"
    `);
});

it('the examples in a terminal are lines to type', () => {
  expect(examplesOf(CONSOLE, en).join('\n')).toMatchInlineSnapshot(`
      "35… · one IMEI
      /imei full 35… · everything about the phone
      /imei file:label.jpg · a photo of the label
      /imei file:stock.csv · a whole list"
    `);
});

it.each(listLanguages())('no example has a number to check in the language %s', (language) => {
  for (const guide of [DISCORD, TELEGRAM, CONSOLE]) {
    const { sure, unsure, invalid } = findImeis(examplesOf(guide, sayIn(language)).join('\n'));
    expect([...sure, ...unsure, ...invalid]).toEqual([]);
  }
});

it.each(listLanguages())('each name in the examples has a text in the language %s', (language) => {
  for (const guide of [DISCORD, TELEGRAM, CONSOLE]) {
    expect(examplesOf(guide, sayIn(language)).join('\n')).not.toMatch(/[{}]|\w\.\w+\.\w/u);
  }
});
