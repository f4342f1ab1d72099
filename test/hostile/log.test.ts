import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../../src/core/operator/operator-error.ts';
import { addSecret } from '../../src/core/operator/secrets.ts';
import { completeImei } from '../../src/imei/imei.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { StoreFailed, StoreInUse } from '../../src/store/store-errors.ts';
import { IMEI } from '../support/known.ts';
import { runs } from '../support/nightly.ts';

const SERIAL = '323751';

type Said = (log: ReturnType<typeof createLog>) => void;

/** What the log writes, as JSON lines and as a person in a terminal reads them. */
function written(say: Said): { readonly json: string; readonly pretty: string } {
  const lines = { json: '', pretty: '' };
  for (const form of ['json', 'pretty'] as const) {
    const destination = {
      write: (line: string) => {
        lines[form] += line;
      },
    };
    say(createLog({ level: 'trace', isReadable: form === 'pretty', destination }));
  }
  for (const line of lines.json.trim().split('\n')) JSON.parse(line);
  return lines;
}

/** All places of a log line that something can get into. */
function everywhere(text: string): Said {
  return (log) => {
    log.info(text);
    log.warn({ number: text, deep: { list: [text] }, [text]: 1 }, `the number ${text}, said`);
    log.error({ err: new Error(`no such phone: ${text}`, { cause: new Error(text) }) }, 'It broke');
    log.error(new Error(text));
    log.info({ body: JSON.stringify({ imei: text }) });
    log.info({ url: `https://service.example/api?imei=${text}&a=1` });
  };
}

/** The digits of a text in whatever script. */
function digitsIn(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(worthOf(digit))).replace(/\D/g, '');
}

function worthOf(digit: string): number {
  const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10];
  const code = digit.codePointAt(0) ?? 0;
  return code - (zeros.findLast((zero) => zero <= code) ?? code);
}

/**
 * Where a log shows these digits in a row. The end of a time and the digits after a mask are not a
 * row.
 */
function partsWith(digits: string, line: string): readonly string[] {
  return line.split(/[…"\n]/).filter((part) => digitsIn(part).includes(digits));
}

const SCRIPTS = { Arabic: 0x660, Persian: 0x6f0, Devanagari: 0x966, 'full-width': 0xff10 };

function inScript(zero: number, digits: string): string {
  return [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
}

/** Any groups and signs are below. */
const WRITTEN = [
  IMEI,
  '4901 5420 3237 517',
  '49015420323751',
  '4901542032375101',
  `IMEI2:${IMEI};`,
  `x${IMEI}y`,
  `${IMEI}.0`,
  'IMEI49-015420-323751-8',
  '490154 203237 518abc',
  '4901542032375 18',
  '49015420323751 8',
  '49,015420,3237518',
  '490’154’203’237’518',
  '490154  -  203237  -  518',
  '4|9|0|1|5|4|2|0|3|2|3|7|5|1|8',
  '49|015420|323751|8',
  '49:015420:323751:8',
  '49·015420·323751',
  '49015420, 323751, 8',
  '490154;20;323751;78',
  ...Object.values(SCRIPTS).map((zero) => inScript(zero, IMEI)),
];

describe('the log', () => {
  it.each(WRITTEN)('the log shows only the last four digits of an IMEI: %s', (text) => {
    const lines = written(everywhere(text));
    for (const line of Object.values(lines)) {
      expect(line).toMatch(/…\d{4}/);
      expect(partsWith(SERIAL, line)).toEqual([]);
    }
  });

  it('shows the last four digits of an IMEI only where it was logged as a number', () => {
    const { json, pretty } = written((log) =>
      log.info({ imei: Number(IMEI), all: [BigInt(IMEI)] }, 'asked'),
    );
    expect(JSON.parse(json)).toMatchObject({ imei: '…7518', all: ['…7518'] });
    expect(pretty).not.toContain(SERIAL);
  });

  it.each(['4111 1111 1111 1111', '3782 822463 10005', '٣٧٨٢٨٢٢٤٦٣١٠٠٠٥'])(
    'the log shows only the last four digits of a card number: %s',
    (text) => {
      const digits = digitsIn(text);
      for (const line of Object.values(written(everywhere(text)))) {
        expect(line).toContain(`…${digits.slice(-4)}`);
        expect(partsWith(digits.slice(0, 6), line)).toEqual([]);
      }
    },
  );

  it('lets no IMEI out in any groups, with any signs between them', () => {
    const gap = fc.constantFrom(
      ' ',
      '-',
      '.',
      '/',
      '_',
      '\u00a0',
      '–',
      '\u200b',
      ' - ',
      '\u2009',
      '\t',
      '(',
    );
    const cut = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), gap), {
      minLength: 15,
      maxLength: 15,
    });
    const around = fc.constantFrom('', ' is mine', ', and so on', '; x');
    const zero = fc.constantFrom(0x30, ...Object.values(SCRIPTS));
    fc.assert(
      fc.property(cut, around, zero, (cuts, after, from) => {
        let rest = IMEI;
        let text = '';
        for (const [size, between] of cuts) {
          if (rest === '') break;
          text += (text === '' ? '' : between) + inScript(from, rest.slice(0, size));
          rest = rest.slice(size);
        }
        const { json } = written((log) => log.info(`Phone ${text}${after}`));
        expect(digitsIn(JSON.parse(json).msg)).toBe(IMEI.slice(-4));
      }),
      runs(60, 5_000, { seed: 11 }),
    );
  });

  it('leaves all other numbers as they are, so that it stays useful', () => {
    const kept = {
      at: '2026-11-22T03:56:14.123Z',
      times: '2026-11-22 03:56:14.123 to 2026-11-23 04:00:00',
      epoch: 1_763_722_800_000,
      telegram: 'telegram:chat:-1001234567890 12',
      request: 'console:line:e4c01542-3237-4518-8abc-123456789012',
      requests: 'console:line:01542032-3751-4518-8012-123456789012 1763722800000',
      file: 'bot.sqlite.before-20261122T035614.123Z',
      edited: 'discord:message:1305234567890123456:1763722800000',
      ports: [8080, 8081, 8082, 8083, 8084],
      versions: 'node v20.19.0, grammy 5.11.1, sqlite 3.44.2',
      tookMs: 12.345678901234567,
      shards: '0-3/8 of 10/20',
      few: '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13',
      powers: 'x² + y² ≤ 10⁻⁶, see note ① and ②',
      left: '3 of 10 in 60000 ms',
      stack: 'at run (file:///app/dist/src/main.js:123:45)',
    };
    const { json, pretty } = written((log) => log.info(kept, 'Kept'));
    expect(JSON.parse(json)).toMatchObject(kept);
    for (const value of Object.values(kept)) {
      if (typeof value !== 'object') expect(pretty).toContain(String(value));
    }
    // Its own time as well.
    const timed = written((log) => log.info('Now')).json;
    expect(timed).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
  });

  it('shows of an error nothing that a library has attached to it, such as what a person wrote', () => {
    const attached = { update: { text: 'my wife may not know' }, body: ['to Ann'] };
    const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' }, attached);
    const error = Object.assign(new Error('It failed', { cause }), attached, { error: cause });
    const { json, pretty } = written((log) => {
      log.error({ err: error }, 'It broke');
      log.warn(cause);
    });
    for (const line of [json, pretty]) {
      expect(line).toContain('It failed');
      expect(line).toContain('ECONNRESET');
      expect(line).not.toMatch(/wife|Ann/);
    }
  });

  it.each([
    new OperatorError('Telegram does not accept TELEGRAM_TOKEN.'),
    new StoreFailed(Object.assign(new Error('it is full'), { code: 'SQLITE_FULL' })),
    new StoreInUse('bot.sqlite'),
  ])('the log shows no line of code for errors that an operator can fix: %s', (error) => {
    const { json, pretty } = written((log) => log.warn({ err: error }, 'Standing by'));
    for (const line of [json, pretty]) {
      expect(line).toContain(error.message);
      expect(line).not.toMatch(/stack|\.ts:/);
    }
  });

  it('masks an IMEI next to the id of a person, which an operator needs whole', () => {
    const text = `the IMEI ${completeImei('35209900176148')} of discord:user:80351110224678912 took 60000 ms`;
    const { json } = written((log) =>
      log.info({ request: 'discord:interaction:1305234567890123456' }, text),
    );
    expect(JSON.parse(json)).toMatchObject({
      request: 'discord:interaction:1305234567890123456',
      msg: 'the IMEI …1481 of discord:user:80351110224678912 took 60000 ms',
    });
  });

  it.each([
    `discord:user:${IMEI}`,
    `imei:of:${IMEI}`,
    `my sim 8949020000000000001`,
    `a:b:12345678901234567890123`,
    `a:b:352099-00-176148-1`,
    'a:b:-352099001761 481',
  ])('the log masks numbers that only resemble the id of a platform: %s', (text) => {
    expect(JSON.parse(written((log) => log.info(text)).json).msg).toMatch(/…\d{4}$/);
  });
});

const SECRET = 'k&y "with" spaces/+?ü%41';

describe('a secret', () => {
  it.each([SECRET, 'aVeryPlainToken123', '1234567:AA-bbCC_dd'])(
    'a secret does not leave the process through the log: %s',
    (secret) => {
      addSecret(secret);
      for (const text of [secret, `?key=${encodeURIComponent(secret)}&a=1`]) {
        const { json, pretty } = written((log) => {
          log.warn({ number: text, deep: { list: [text] }, [text]: 1 }, `it is ${text}, said`);
          log.error({ err: new Error(`refused: ${text}`, { cause: new Error(text) }) }, 'It broke');
        });
        const shown = [pretty, json, ...json.trim().split('\n').flatMap(stringsIn)].join('\n');
        expect(shown).toContain('[secret]');
        for (const form of [secret, encodeURIComponent(secret)]) expect(shown).not.toContain(form);
      }
    },
  );

  it('of which another one is a part is masked whole, and one that is too short is none', () => {
    for (const secret of ['secret-of-two', 'longer-secret-of-two', '', 'a', 'msg']) {
      addSecret(secret);
    }
    const { json } = written((log) => log.info('a longer-secret-of-two'));
    expect(JSON.parse(json).msg).toBe('a [secret]');
  });
});

/** The strings and names in a line, as they were before JSON escaped them. */
function stringsIn(line: string): readonly string[] {
  const found: string[] = [];
  JSON.parse(line, (name, value: unknown) => {
    found.push(name, String(value));
    return value;
  });
  return found;
}
