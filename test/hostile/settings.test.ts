import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { configOf, problemsOf, SCHEMAS, SETTING_NAMES } from '../support/settings.ts';

const exampleFile = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a schema says of itself below its default. */
function metaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return 'unwrap' in schema && typeof schema.unwrap === 'function'
    ? metaOf(schema.unwrap())
    : (schema.meta() ?? {});
}

describe('every number and every duration', () => {
  const bounds = Object.entries(SCHEMAS).flatMap(([name, schema]) => {
    const { least, most } = metaOf(schema);
    return typeof least === 'string' && typeof most === 'string'
      ? [[name, { least, most }] as const]
      : [];
  });

  it('that has a default has a least and a most', () => {
    const example = parseEnv(exampleFile);
    const numbers = SETTING_NAMES.filter((name) =>
      /^\d+(\.\d+)?(ms|s|m|h|d)?$/.test(example[name] ?? ''),
    );
    expect(numbers.length).toBeGreaterThan(10);
    for (const name of numbers) expect(bounds.map(([one]) => one)).toContain(name);
  });

  it.each(bounds)(
    'is taken at its least and its most, and not beyond: %s',
    (name, { least, most }) => {
      for (const value of [least, most]) expect(problemsOf({ [name]: value })).toEqual([]);
      const unit = most.replace(/^\d+/, '');
      const beyond = [
        `${Number.parseInt(most, 10) + 1}${unit}`,
        `99999999${unit}`,
        '-1',
        '-1s',
        '1e3',
        '∞',
        ',',
      ];
      if (Number.parseInt(least, 10) > 0) beyond.push(`0${unit}`);
      for (const value of beyond) {
        expect(problemsOf({ [name]: value }), value).toEqual([
          expect.stringMatching(new RegExp(`^${name}: .*from ${least} to ${most}`)),
        ]);
      }
    },
  );

  it.each(bounds)(
    'says in .env.example and in docs/settings.md what they are: %s',
    (name, { least, most }) => {
      const [, comment = ''] = new RegExp(`((?:^# .*\\n)+)^${name}=`, 'm').exec(exampleFile) ?? [];
      expect(comment.replaceAll('\n# ', ' ')).toContain(`From ${least} to ${most}.`);
      const [, bounds] =
        new RegExp(`^\\| \`${name}\` *\\|[^|]*\\| (.*?) *\\|`, 'm').exec(page) ?? [];
      expect(bounds).toBe(`\`${least}\` to \`${most}\``);
    },
  );

  it('can be waited for: none of those that become a timer is longer than one can be', () => {
    const { lookupTimeoutMs, limits, shutdownGraceMs } = configOf(
      Object.fromEntries(
        ['LOOKUP_TIMEOUT', 'LIMIT_WINDOW', 'SHUTDOWN_GRACE'].map((name) => [name, most(name)]),
      ),
    );
    for (const ms of [lookupTimeoutMs, limits.windowMs, shutdownGraceMs]) {
      expect(ms).toBeLessThan(MAX_TIMER_MS);
    }
  });

  function most(name: string): string {
    return bounds.find(([one]) => one === name)?.[1].most ?? '';
  }
});

describe('a person or a place in ADMINS and ALLOWED', () => {
  it.each([
    ['discord:server:1', 'discord:guild:123'],
    ['discord:user:-1', 'discord:user:123'],
    ['telegram:user:@ann', 'telegram:user:123'],
    ['telegrm:user:1', 'telegram:user:123'],
    ['discord', 'discord:user:123'],
    ['constructor:user:1', 'telegram:user:123'],
  ])('that nobody can be is refused with the right form: %s', (wrong, form) => {
    for (const name of ['ADMINS', 'ALLOWED']) {
      expect(problemsOf({ [name]: `telegram:user:1,${wrong}` })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: "${wrong}" .*${form}`)),
      ]);
    }
  });

  it('that is named in no list of commas is asked for, not taken for everybody', () => {
    for (const name of ['ADMINS', 'ALLOWED']) {
      expect(problemsOf({ [name]: ' , ,' })).toEqual([
        expect.stringMatching(`^${name}: names nobody`),
      ]);
    }
    const all =
      'discord:user:123,discord:role:9,discord:guild:1, discord:channel:5,telegram:chat:-100123,';
    expect(problemsOf({ ADMINS: all, ALLOWED: all })).toEqual([]);
    expect(problemsOf({ ADMINS: '', ALLOWED: ' ' })).toEqual([]);
  });
});
