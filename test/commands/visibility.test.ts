import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/core/reply.ts';
import { NO_HISTORY } from '../../src/history/history.ts';
import { findImeis } from '../../src/imei/find.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { answers, basic, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';

const IMEI = '490154203237518';
const SERIAL = '323751';

/** All that others can read of a reply: what a button does is kept by the bot. */
function readable(states: readonly Reply[]): string {
  return JSON.stringify(
    states.map((state) => ({ ...state, actions: state.actions.map(({ label }) => label) })),
  );
}

/** A device whose every text tells on its owner. */
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

const outcomes = {
  found: (imei: string) => answers.found(imei === IMEI ? telling : basic()),
  'not found': () => answers.notFound(),
  failed: () => Promise.reject(new ServiceFailure('unknown-error', { said: `no luck with ${IMEI}` })),
};

describe('where others can read', () => {
  for (const [name, outcome] of Object.entries(outcomes)) {
    test.each([
      ['one', `full ${IMEI}`],
      ['one with invalid numbers', `${IMEI}\n490154203237517\n4901542032375`],
      ['several', `full ${IMEI}\n352099001761481`],
    ])(`no serial is shown: ${name}, %s`, async (_, text) => {
      const { say } = conversation({
        services: { checker: scriptedChecker(outcome) },
        as: { visibility: 'shared', admin: true },
      });
      const shown = readable((await say(`/imei ${text}`)).states);
      expect(shown).not.toContain(IMEI);
      expect(shown).not.toContain(SERIAL.slice(0, 4));
      expect(shown).toContain('49015420');
    });
  }

  test.each(['490154203237517', '4901542032375', '49015420323751O'])(
    'nor that of an invalid number: %s',
    async (text) => {
      const { say } = conversation({ as: { visibility: 'shared' } });
      const shown = readable((await say(`/imei ${text}`)).states);
      expect(shown).not.toMatch(/49015420\d/u);
    },
  );

  test('bands and other plain numbers are left as they are', async () => {
    const device = full({ info: { build: '850/900/1800/1900', gsm_band: ['850 900 1800 1900'], other: {} } });
    const { say } = conversation({
      services: { checker: scriptedChecker(() => answers.found(device)) },
      as: { visibility: 'shared' },
    });
    (await say(`full ${IMEI}`)).expect('Build: 850/900/1800/1900', 'GSM bands: 850 900 1800 1900');
  });

  test('a button shows it whole to the asker, of one as of several', async () => {
    const { say, press } = conversation({
      services: { checker: scriptedChecker(() => answers.found(basic())) },
      as: { visibility: 'shared' },
    });
    for (const text of [IMEI, `${IMEI} 352099001761481`]) {
      const { last } = await say(text);
      expect(last.actions.find(({ id }) => id === 'whole')?.effect).toMatchObject({ visibility: 'private' });
      // What it opens is shown as the place where it is pressed says: here, to others.
      expect(readable((await press(last, 'whole')).states)).not.toContain(IMEI);
    }
    const alone = conversation({ services: { checker: scriptedChecker(() => answers.found(basic())) } });
    expect((await alone.say(IMEI)).last.actions.map(({ id }) => id)).not.toContain('whole');
  });

  test('one’s recent checks are whole, since nobody else is shown them', async () => {
    const parsed = findImeis(IMEI).found.map(({ imei }) => imei);
    const { last } = await conversation({
      services: { history: { ...NO_HISTORY, recent: async () => parsed.map((imei) => ({ imei, at: NOW })) } },
      as: { visibility: 'shared' },
    }).say('/recent');
    expect(last.private).toBe(true);
    expect(readable([last])).toContain(IMEI);
  });

  test('a private reply shows it whole', async () => {
    const { say } = conversation({ services: { checker: scriptedChecker(() => answers.found(full())) } });
    (await say(`full ${IMEI}`)).expect(
      `IMEI: ${IMEI}`,
      `unit number ${SERIAL}`,
      `Unit number (SNR): ${SERIAL}`,
    );
  });
});

describe('on the sandbox', () => {
  test('every reply with data says so, and not that it is the service’s', async () => {
    for (const outcome of Object.values(outcomes)) {
      const { say } = conversation({
        services: { checker: scriptedChecker(outcome) },
        settings: { sandbox: true },
      });
      for (const text of [IMEI, `${IMEI} 352099001761481`]) {
        const { states } = await say(text);
        for (const { note } of states) expect(note).toContain('Sandbox data, not from the real service');
        for (const { note } of states) expect(note).not.toContain('From the service');
      }
    }
  });
});
