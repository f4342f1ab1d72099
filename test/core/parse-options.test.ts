import { describe, expect, it } from 'vitest';
import type { OptionSpec, RawOptions } from '../../src/core/command/command-options.ts';
import { parseOptions } from '../../src/core/command/parse-options.ts';

const SPECS = [
  { name: 'imei', kind: 'text', required: true, maxLength: 100 },
  { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
  { name: 'fresh', kind: 'flag' },
  { name: 'file', kind: 'file', required: false },
] as const satisfies readonly OptionSpec[];

const fromText = (text: string) => parseOptions(SPECS, { kind: 'text', text });
const fromValues = (values: (RawOptions & { kind: 'values' })['values']) =>
  parseOptions(SPECS, { kind: 'values', values });
const NUMBER = '490154203237518';
const plain = { imei: NUMBER, detail: undefined, fresh: false, file: undefined };

describe('options in free text', () => {
  it.each([
    [NUMBER, plain],
    [`full ${NUMBER}`, { ...plain, detail: 'full' }],
    [`${NUMBER} FULL`, { ...plain, detail: 'full' }],
    [`${NUMBER} detail=full`, { ...plain, detail: 'full' }],
    [`detail:brief ${NUMBER}`, { ...plain, detail: 'brief' }],
    [`--detail=full ${NUMBER}`, { ...plain, detail: 'full' }],
    [`--full ${NUMBER}`, { ...plain, detail: 'full' }],
    [`${NUMBER} --fresh`, { ...plain, fresh: true }],
  ])('reads "%s"', (text, options) => {
    expect(fromText(text)).toEqual({ ok: true, options });
  });

  it('leaves a word in the middle of the text, or inside another word, where it is', () => {
    expect(fromText('is it full or brief then')).toMatchObject({
      options: { imei: 'is it full or brief then', detail: undefined },
    });
    expect(fromText('fuller freshness')).toMatchObject({
      options: { imei: 'fuller freshness', fresh: false },
    });
    expect(fromText('1 detail:fuller')).toMatchObject({
      options: { imei: '1 detail:fuller', detail: undefined },
    });
  });

  it.each(['Model:iPhone13\nDetail:128GB\nIMEI:490154203237518', '1 detail='])(
    'leaves a line about a phone, which only looks like an option, in the text: %j',
    (text) => {
      expect(fromText(text)).toEqual({ ok: true, options: { ...plain, imei: text } });
    },
  );

  it('reads an option after a line that only looks like it', () => {
    expect(fromText('Detail:128GB\n1 detail=full')).toEqual({
      ok: true,
      options: { ...plain, imei: 'Detail:128GB\n1', detail: 'full' },
    });
  });

  it.each([
    ['', { kind: 'missing', option: 'imei' }],
    ['full', { kind: 'missing', option: 'imei' }],
    ['1'.repeat(101), { kind: 'too-long', option: 'imei', maxLength: 100 }],
  ])('says what is wrong with "%s"', (text, problem) => {
    expect(fromText(text)).toEqual({ ok: false, problem });
  });
});

describe('a file sent with a text', () => {
  const file = { name: 'a.csv', location: 'x' };

  it('is the first file option, in addition to the text', () => {
    expect(parseOptions(SPECS, { kind: 'text', text: `full ${NUMBER}`, file })).toEqual({
      ok: true,
      options: { ...plain, detail: 'full', file },
    });
  });

  it('cannot be named in the text: a location is never typed', () => {
    expect(fromText('1 file=a.csv')).toMatchObject({
      options: { imei: '1 file=a.csv', file: undefined },
    });
  });
});

describe('an internal option', () => {
  const internal = [
    { name: 'page', kind: 'text', required: false, isInternal: true },
    { name: 'as', kind: 'choice', required: false, choices: ['csv'], isInternal: true },
    { name: 'saved', kind: 'flag', isInternal: true },
    { name: 'find', kind: 'text', required: false },
  ] as const;

  it('is set by a button', () => {
    const values = { page: '2', as: 'csv', saved: true };
    expect(parseOptions(internal, { kind: 'values', values })).toEqual({
      ok: true,
      options: { page: '2', as: 'csv', saved: true, find: undefined },
    });
  });

  it('is a part of the text where it is typed', () => {
    const text = 'csv page=2 --saved as=csv';
    expect(parseOptions(internal, { kind: 'text', text })).toEqual({
      ok: true,
      options: { page: undefined, as: undefined, saved: false, find: text },
    });
  });
});

describe("options from a platform's own form", () => {
  const file = { name: 'a.csv', location: 'x' };

  it('are taken as they are', () => {
    expect(fromValues({ imei: 'full', detail: 'full', fresh: true, file })).toEqual({
      ok: true,
      options: { imei: 'full', detail: 'full', fresh: true, file },
    });
  });

  it.each([
    ['imei', { imei: true }],
    ['file', { imei: '1', file: 'a.csv' }],
    ['fresh', { imei: '1', fresh: file }],
  ] as const)('are refused when %s is of another kind than declared', (option, values) => {
    expect(fromValues(values)).toEqual({ ok: false, problem: { kind: 'wrong-kind', option } });
  });

  it('are refused if one is not a choice', () => {
    expect(fromValues({ imei: '1', detail: 'wide' })).toEqual({
      ok: false,
      problem: {
        kind: 'not-a-choice',
        option: 'detail',
        typedValue: 'wide',
        choices: ['brief', 'full'],
      },
    });
  });

  it('that nobody declared are left out', () => {
    expect(fromValues({ imei: '1', admin: true })).toEqual({
      ok: true,
      options: { ...plain, imei: '1' },
    });
  });
});
