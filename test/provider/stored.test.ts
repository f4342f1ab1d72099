import { describe, expect, it } from 'vitest';
import { type AnswerReader, ReaderUnknown, readWith } from '../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../src/provider/device-identity/definition.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';

/** A provider beside the service, whose bodies are one word: the model, or a dash for a failure. */
const WORDS: AnswerReader = {
  name: 'words',
  read: ({ body }) => {
    if (body === '-') throw new ServiceFailure('unreadable');
    return { found: true, device: { level: 'BASIC', model: body, other: {} } };
  },
};
const NAMED = { httpStatus: 200, body: '3310', reader: 'words' };
const OF_SERVICE = {
  httpStatus: 200,
  body: '{"brand":"NOKIA","model":"3310"}',
  reader: 'device-identity',
};

describe('a raw answer', () => {
  const read = readWith([DEVICE_IDENTITY, WORDS]);

  it('is read by the provider that brought it', () => {
    expect(read(NAMED)).toMatchObject({ device: { model: '3310' } });
    expect(read(OF_SERVICE)).toMatchObject({ device: { brand: 'NOKIA' } });
    expect(() => read({ ...NAMED, reader: 'device-identity' })).toThrow(ServiceFailure);
  });

  it('of a provider that is not there is no failure of the check', () => {
    expect(() => readWith([DEVICE_IDENTITY])(NAMED)).toThrow(ReaderUnknown);
  });
});
