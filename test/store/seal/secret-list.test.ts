import { describe, expect, it } from 'vitest';
import { isRandom, problemOfSecrets, secretsIn } from '../../../src/store/seal/secret.ts';

const HEX = '0123456789abcdef'.repeat(4);
const OTHER_HEX = 'fedcba9876543210'.repeat(4);
const BASE64 = 'Zk3vQ9x+Lm1/Pa7RtYb2WcN5dEf8HgJ4iKoUs6Xz0qA=';
const PHRASES = ['correct horse battery', 'staple of the whole day'] as const;

describe('what may be taken for 32 random bytes', () => {
  it.each([
    ...[HEX, HEX.toUpperCase(), `${HEX}00`, BASE64, BASE64.replace('=', ''), BASE64.replaceAll('+', '-')],
    // With just as many different signs as it takes.
    ...['01234567'.repeat(8), 'aB1cD2eF3gH4iJ5k'.repeat(3)],
  ])('%s', (secret) => {
    expect(isRandom(secret)).toBe(true);
  });

  it.each([
    ['too short in hexadecimal', HEX.slice(1)],
    ['of too few different digits', '01234567'.slice(0, 7).repeat(10)],
    ['no hexadecimal, nor as varied as base64', `${HEX.slice(1)}g`],
    ['too short in base64', BASE64.slice(2)],
    ['in small letters alone', 'abcdefghijklmnopqrstuvwxyz'.repeat(2)],
    ['without digits', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
    ['without small letters', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJK'],
    ['without large letters', 'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijk'],
    ['of too few different signs', 'aB1cD2eF3'.repeat(6)],
    ['with other signs', `${BASE64.slice(0, 42)} !`],
    ['with something before it', ` ${BASE64}`],
    ['with something behind it', `${BASE64} and more`],
    ['hexadecimal with something before it', `g${HEX}`],
    ['hexadecimal with something behind it', `${HEX}g`],
  ])('and what may not, since it is %s', (_why, secret) => {
    expect(isRandom(secret)).toBe(false);
  });
});

describe('a list of secrets', () => {
  it('is one, or several with commas between them and nothing else', () => {
    expect(secretsIn(HEX)).toEqual([HEX]);
    expect(secretsIn(`${HEX} , ${OTHER_HEX}`)).toEqual([HEX, OTHER_HEX]);
  });

  it('of phrases may have been one phrase with a comma, which goes on to open what it sealed', () => {
    const [one, other] = PHRASES;
    expect(secretsIn(`${one}, ${other}`)).toEqual([one, other, `${one}, ${other}`]);
    expect(secretsIn(`${HEX}, ${other}`)).toEqual([HEX, other, `${HEX}, ${other}`]);
  });

  it('may have parts of just the length that a secret has at least', () => {
    expect(secretsIn('1234567890123456,abcdefghijklmnop')).toHaveLength(3);
    expect(secretsIn('123456789012345,abcdefghijklmnop')).toHaveLength(1);
  });

  it('with a part that is too short for a secret is one phrase', () => {
    expect(secretsIn('correct horse battery, staple')).toEqual(['correct horse battery, staple']);
  });

  it.each([
    [HEX],
    [`${HEX},${OTHER_HEX}`],
    [PHRASES[0]],
    ['1234567890123456'],
    ['correct horse battery, staple'],
  ])('has nothing wrong with it: %s', (text) => {
    expect(problemOfSecrets(text)).toBeUndefined();
  });

  it.each([
    ['123456789012345', 'write at least 16 characters'],
    ['', 'write at least 16 characters'],
    [`${HEX},`, 'commas'],
    [`,${HEX}`, 'commas'],
    [`${HEX},,${OTHER_HEX}`, 'commas'],
    [`${HEX},short`, 'for each secret'],
  ])('is told what is wrong with it: "%s"', (text, problem) => {
    expect(problemOfSecrets(text)).toContain(problem);
  });
});
