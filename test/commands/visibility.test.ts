import { describe, expect, test } from 'vitest';
import { deferred } from '../../src/core/promises.ts';
import type { Reply } from '../../src/core/reply/reply.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { answers, basic, full } from '../support/checks/answers.ts';
import { talk } from '../support/conversation.ts';
import { linesOf } from '../support/imeis.ts';
import { IMEI } from '../support/known.ts';

const SERIAL = '323751';

/** All that others can read of a reply: the bot does not send what its buttons do. */
function readable(states: readonly Reply[]): string {
  return JSON.stringify(
    states.map((state) => ({ ...state, actions: state.actions.map(({ label }) => label) })),
  );
}

/** A device with the IMEI in every text. */
const telling = full({
  imei: IMEI,
  model: `SGH-A800 (${IMEI})`,
  info: {
    build: IMEI,
    os: `${IMEI.slice(0, 13)}**`,
    int_memory: `serial ${SERIAL}`,
    other: { imei2: '49-015420-323751-8' },
  },
  other: { asked: [IMEI], serial: SERIAL },
});

const OUTCOMES = {
  found: (imei: string) => answers.found(imei === IMEI ? telling : basic()),
  'not found': () => answers.notFound(),
  failed: () =>
    Promise.reject(new ServiceFailure('unknown-error', { serviceMessage: `no luck with ${IMEI}` })),
};
const TEXTS = [
  `full ${IMEI}`,
  `${IMEI}\n490154203237517\n4901542032375`,
  `full ${IMEI}\n352099001761481`,
  '490154203237517',
  '49015420323751O',
];

describe('where others can read', () => {
  for (const [name, outcome] of Object.entries(OUTCOMES)) {
    test.each(TEXTS)(`no serial is shown: ${name}, %s`, async (text) => {
      const { say, press } = talk(outcome, { as: { visibility: 'shared', isAdmin: true } });
      const { states, last } = await say(`/imei ${text}`);
      expect(readable(states)).not.toContain(SERIAL.slice(0, 4));
      expect(readable(states)).toContain('49015420');
      const whole = last.actions.find(({ id }) => id === 'whole');
      if (whole === undefined) return;
      // The button opens it for the asker alone.
      expect(whole.effect).toMatchObject({ visibility: 'private' });
      expect(readable((await press(last, 'whole')).states)).not.toContain(IMEI);
    });
  }
});

test.each([
  ['490154203237517', 'the last one should be 8, not 7'],
  [`${IMEI}\n490154203237517`, 'the last one is 8, not 7'],
  ['49015420323751', 'I added the check digit 8'],
  [`full ${IMEI}`, 'unit number •••••• · check digit 8'],
  [`full ${IMEI}`, 'Check digit (CD): 8'],
])(
  'the check digit is shown where others can read, so that the text says something: %s',
  async (text, said) => {
    const { say } = talk(OUTCOMES.found, { as: { visibility: 'shared' } });
    (await say(text)).expect(said).expectNot(SERIAL);
  },
);

describe('what was asked in private', () => {
  const NUMBERS = linesOf(8).split('\n');

  test.each([
    { what: 'a single number', sent: NUMBERS.slice(0, 1), said: 'ready?' },
    { what: 'a list', sent: NUMBERS, said: 'status' },
    { what: 'a list', sent: NUMBERS, said: NUMBERS.slice(3).join('\n') },
  ])(
    'is not shown while it is under way where its person says $said: $what',
    async ({ sent, said }) => {
      const isAnswered = deferred<void>();
      const { begin, say } = talk(async (imei) => {
        if (imei === sent.at(-1)) await isAnswered.promise;
        return answers.found(basic());
      });
      const states = begin(sent.join('\n'));
      await states.next();
      (await say('ready?')).expect(sent.length > 1 ? '7 of 8 done' : (NUMBERS[0] ?? ''));
      const asked = say(said, { visibility: 'shared' });
      await new Promise(setImmediate);
      isAnswered.resolve();
      const inGroup = await asked;
      for (const number of NUMBERS) expect(readable(inGroup.states)).not.toContain(number);
      inGroup.expectNot('of 8 done');
    },
  );
});

test('the whole list for the asker still asks about what nobody has confirmed', async () => {
  const ORDER = '356938035643809';
  const { say, press, checked } = talk(() => answers.found(full()), {
    as: { visibility: 'shared' },
  });
  const list = await say(`IMEI: ${IMEI}\nOrder no.: ${ORDER}\nSN: 352099001761481`);
  list.expect('[Check Order no.]');
  const whole = await press(list.last, 'whole');
  whole.expect('# Check these too? (2)', 'Order no.: 356938', '[Check Order no.]');
  whole.expectNot('ot checked', '[Check the rest');
  expect(checked()).toEqual([IMEI]);
  await press(whole.last, 'Check Order no.');
  expect(checked()).toEqual([IMEI, ORDER]);
  // Its answer is saved now.
  (await press(list.last, 'whole')).expect('2 from saved answers', '[Check SN]');
});

test('a private reply shows the whole IMEI, without a button for that', async () => {
  const reply = await talk(() => answers.found(full())).say(`full ${IMEI}`);
  reply.expect(IMEI, `unit number ${SERIAL}`, `Unit number (SNR): ${SERIAL}`);
  expect(reply.last.actions.map(({ id }) => id)).not.toContain('whole');
});

test.each(Object.entries(OUTCOMES))(
  'every reply of the sandbox says so: %s',
  async (_, outcome) => {
    const { say } = talk(outcome, { settings: { isSandbox: true } });
    for (const text of [IMEI, `${IMEI} 352099001761481`]) {
      for (const { note } of (await say(text)).states) {
        expect(note).toContain('Sandbox data, not from the real service');
        expect(note).not.toContain('From the service');
      }
    }
  },
);

test.each([true, false])(
  'each result for scripts says under `sandbox` whether it is invented: %s',
  async (isSandbox) => {
    const { say } = talk(() => answers.found(full(), { isSandbox }), { settings: { isSandbox } });
    const texts = [IMEI, `${IMEI} 352099001761482`, 'NOKIA 3310'];
    const replies = await Promise.all(texts.map((text) => say(text)));
    const records = replies.flatMap(({ last }) => last.records?.() ?? []);
    expect(records.map(({ result, sandbox }) => [result, sandbox])).toEqual([
      ['found', isSandbox],
      ['found', isSandbox],
      ['invalid', isSandbox],
      ['invalid', isSandbox],
    ]);
  },
);
