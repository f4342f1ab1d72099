import { describe, expect, it } from 'vitest';
import type { Ask, Request } from '../../../src/core/adapter.ts';
import type { RawOptions } from '../../../src/core/options.ts';
import { maskRequest } from '../../../src/requests/journal/mask-request.ts';

const CARD = '378282246310005';
const MASKED = '•••••••••••0005';
const IMEI = '356938035643809';

function requestWith(ask: Ask): Request {
  return {
    ...{ id: 'test:1', requester: 'test:user:1', scopes: [], locale: 'en', visibility: 'private' },
    target: {},
    ask,
  };
}
function optionsOf(options: RawOptions): RawOptions {
  const { ask } = maskRequest(requestWith({ kind: 'command', name: 'imei', options }));
  if (ask.kind !== 'command') return expect.fail('it was a command');
  expect(ask.name).toBe('imei');
  return ask.options;
}
const textOf = (text: string): string => {
  const options = optionsOf({ kind: 'text', text });
  return options.kind === 'text' ? options.text : expect.fail('it was a text');
};

describe('a request as it is written down', () => {
  it('has no card number, and every IMEI', () => {
    expect(textOf(`${CARD} and ${IMEI}`)).toBe(`${MASKED} and ${IMEI}`);
  });

  it('has none in any of its options either, and all else as it is', () => {
    const file = { name: `${CARD}.csv`, location: 'there' };
    const options = { kind: 'values', values: { imei: CARD, note: IMEI, fresh: true, file } } as const;
    expect(optionsOf(options)).toEqual({
      kind: 'values',
      values: { imei: MASKED, note: IMEI, fresh: true, file },
    });
  });

  it('keeps the file that came with a text', () => {
    const file = { name: 'a.csv', location: 'there' };
    expect(optionsOf({ kind: 'text', text: CARD, file })).toEqual({ kind: 'text', text: MASKED, file });
  });

  it('is looked through to the end of a long text', () => {
    const words = 'and so on '.repeat(500);
    const text = textOf(`${words}${CARD} ${IMEI}`);
    expect(text).toBe(`${words}${MASKED} ${IMEI}`);
    const long = `${words}${CARD}`;
    expect(optionsOf({ kind: 'values', values: { a: long, b: 'short', c: CARD } })).toEqual({
      kind: 'values',
      values: { a: `${words}${MASKED}`, b: 'short', c: MASKED },
    });
  });

  it('is cut where it is longer than any option may be', () => {
    expect(textOf('x'.repeat(200_001))).toHaveLength(200_000);
    expect(textOf('x'.repeat(200_000))).toHaveLength(200_000);
  });

  it('that is a press is as it is', () => {
    const press = requestWith({ kind: 'press', token: CARD });
    expect(maskRequest(press)).toBe(press);
  });
});
