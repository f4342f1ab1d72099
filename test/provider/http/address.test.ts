import { describe, expect, it } from 'vitest';
import { addressIn, realmOf } from '../../../src/provider/http/caller.ts';

const WAYS = ['https://a.example/gate', 'https://a.example/gate/', 'https://a.example/gate//?key=1#top'];

describe('a base address', () => {
  it.each(WAYS)('%s is one service, however it is written', (way) => {
    expect(realmOf(way)).toBe('https://a.example/gate');
    expect(addressIn(way, '/api/status').href).toBe('https://a.example/gate/api/status');
    expect(addressIn(way).href).toBe('https://a.example/gate');
  });

  it('without a path is one service as well', () => {
    for (const way of ['http://a.example:81', 'http://A.example:81/'])
      expect(realmOf(way)).toBe('http://a.example:81');
  });

  it('keeps what stands between its slashes', () => {
    expect(realmOf('https://a.example//one//two')).toBe('https://a.example//one//two');
  });

  it('is one of HTTP', () => {
    for (const way of ['ftp://a.example', 'a.example']) expect(() => addressIn(way)).toThrow(TypeError);
  });
});
