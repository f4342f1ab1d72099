import { describe, expect, it } from 'vitest';
import type { Ask, Request } from '../../../src/core/adapter.ts';
import type { RawOptions } from '../../../src/core/options.ts';
import { maskRequest } from '../../../src/requests/journal/mask-request.ts';

const CARD = '378282246310005';
const MASKED = '•••••••••••0005';
const IMEI = '356938035643809';
/** A card's number, or an IMEI with its software version. */
const IN_DOUBT = '4900000000000086';

function requestWith(ask: Ask): Request {
  return {
    ...{ id: 'test:1', requester: 'test:user:1', scopes: [], locale: 'en', visibility: 'private' },
    target: {},
    ask,
  };
}
async function optionsOf(options: RawOptions, known?: (tac: string) => boolean): Promise<RawOptions> {
  const { ask } = await maskRequest(requestWith({ kind: 'command', name: 'imei', options }), known);
  if (ask.kind !== 'command') return expect.fail('it was a command');
  expect(ask.name).toBe('imei');
  return ask.options;
}
const textOf = async (text: string): Promise<string> => {
  const options = await optionsOf({ kind: 'text', text });
  return options.kind === 'text' ? options.text : expect.fail('it was a text');
};

describe('a request as it is written down', () => {
  it('has no card number, and every IMEI', async () => {
    expect(await textOf(`${CARD} and ${IMEI}`)).toBe(`${MASKED} and ${IMEI}`);
  });

  it('has none in any of its options either, and all else as it is', async () => {
    const file = { name: `${CARD}.csv`, location: 'there' };
    const options = { kind: 'values', values: { imei: CARD, note: IMEI, fresh: true, file } } as const;
    expect(await optionsOf(options)).toEqual({
      kind: 'values',
      values: { imei: MASKED, note: IMEI, fresh: true, file },
    });
  });

  it('keeps the file that came with a text', async () => {
    const file = { name: 'a.csv', location: 'there' };
    expect(await optionsOf({ kind: 'text', text: CARD, file })).toEqual({ kind: 'text', text: MASKED, file });
  });

  it('is looked through to the end of a long text, blanks around it left out', async () => {
    const words = 'and so on '.repeat(500);
    const text = await textOf(`  ${words}${CARD} ${IMEI}\n`);
    expect(text).toBe(`${words}${MASKED} ${IMEI}`);
    const long = `${words}${CARD}`;
    expect(await optionsOf({ kind: 'values', values: { a: long, b: 'short', c: CARD } })).toEqual({
      kind: 'values',
      values: { a: `${words}${MASKED}`, b: 'short', c: MASKED },
    });
  });

  it('is cut where it is longer than any option may be', async () => {
    expect(await textOf('x'.repeat(200_001))).toHaveLength(200_000);
    expect(await textOf('x'.repeat(200_000))).toHaveLength(200_000);
  });

  it('is made at once for a message of usual length', () => {
    const request = (text: string) =>
      requestWith({ kind: 'command', name: 'imei', options: { kind: 'text', text } });
    expect(maskRequest(request('x'.repeat(2_000)))).not.toBeInstanceOf(Promise);
    expect(maskRequest(request('x'.repeat(2_001)))).toBeInstanceOf(Promise);
  });

  it('tells by the known types what may be a card’s number or an IMEI', async () => {
    expect(await optionsOf({ kind: 'text', text: IN_DOUBT })).toMatchObject({ text: '••••••••••••0086' });
    const known = (tac: string): boolean => tac === '49000000';
    expect(await optionsOf({ kind: 'text', text: IN_DOUBT }, known)).toMatchObject({ text: IN_DOUBT });
    const long = `${IN_DOUBT} ${'and so on '.repeat(500)}.`;
    expect(await optionsOf({ kind: 'text', text: long }, known)).toMatchObject({ text: long });
  });

  it('that is a press is as it is', () => {
    const press = requestWith({ kind: 'press', token: CARD });
    expect(maskRequest(press)).toBe(press);
  });
});
