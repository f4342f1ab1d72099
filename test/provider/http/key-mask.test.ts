import { describe, expect, it } from 'vitest';
import { createKeyMask } from '../../../src/provider/http/caller.ts';

const KEY = 'a/b+c d"é';

describe('a key in what the service says', () => {
  it.each([
    ['as it is', KEY],
    ['in JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in JSON as PHP writes it', String.raw`a\/b+c d\"é`],
    ['in a form', 'a%2Fb%2Bc+d%22%C3%A9'],
    ['percent-encoded', 'a%2Fb%2Bc%20d%22%C3%A9'],
  ])('is taken out wherever it stands: %s', (_how, written) => {
    expect(createKeyMask(KEY)(`<${written}> and ${written}`)).toBe('<[key]> and [key]');
  });

  it('is left where it is too short to be one', () => {
    expect(createKeyMask('12345')('12345')).toBe('12345');
    expect(createKeyMask('123456')('123456')).toBe('[key]');
  });

  it('is taken from nothing else', () => {
    expect(createKeyMask(KEY)('a/b and c d')).toBe('a/b and c d');
  });
});
