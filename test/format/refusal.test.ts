import { describe, expect, test } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { refusals } from '../../src/format/reply/refusal.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { optionUse } from '../../src/requests/states.ts';
import { quiet, textOf } from '../support/conversation.ts';

const en = sayIn('en');

const SOMEBODY = 'discord:user:80351110224678912';

describe('refusals', () => {
  test('tell the operator’s next step to whom the bot may not answer', () => {
    const refused = refusals.notAllowed(en, SOMEBODY);
    expect(textOf(refused)).toContain(SOMEBODY);
    expect(refused.private).toBe(true);
    expect(textOf(refusals.notAdmin(en, SOMEBODY))).toContain(`ADMINS=${SOMEBODY}`);
  });

  test('say what is wrong with an option', () => {
    const said = (problem: Parameters<typeof refusals.options>[1]): string =>
      textOf(refusals.options(en, problem, {}));
    expect(said({ kind: 'missing', option: 'imei' })).toMatch(/“imei” is missing\.$/u);
    const [imei = expect.fail()] = createCommands(quiet);
    expect(textOf(refusals.options(en, { kind: 'missing', option: 'imei' }, imei))).toContain(
      '/imei 490154203237518',
    );
    const choices = ['brief', 'full'];
    const { words, examples } = optionUse(sayIn('de'), imei, true);
    const inForm = textOf(
      refusals.options(
        sayIn('de'),
        { kind: 'not-a-choice', option: 'detail', given: 'x', choices },
        { words, examples },
      ),
    );
    // As the form calls them, with what is done there.
    expect(inForm).toContain(sayIn('de')('commands.imei.options.detail.name'));
    expect(inForm).toContain(sayIn('de')('commands.imei.options.detail.choices.full'));
    expect(inForm).toContain('/imei imei:490154203237518');
    expect(inForm).not.toContain('full');
    expect(said({ kind: 'not-a-choice', option: 'detail', given: 'al\nl', choices })).toContain(
      '“detail” can be brief or full, not “al l”.',
    );
    expect(said({ kind: 'not-a-flag', option: 'fresh', given: 'maybe' })).toContain('yes or no, not “maybe”');
    expect(said({ kind: 'wrong-kind', option: 'file' })).toContain('I can’t use what you gave for “file”.');
    expect(said({ kind: 'too-long', option: 'imei', maxLength: 100_000 })).toContain(
      'up to 100,000 characters',
    );
  });

  test('say of a request that was not taken that nothing was spent', () => {
    expect(textOf(refusals.shuttingDown(en))).toContain('No check was used.');
  });

  test('say what does not work where the store fails, and nothing of checks, which may have been used by then', () => {
    expect(textOf(refusals.storeFailing(en))).toBe(
      'I can’t do that right now\nMy database isn’t working. Please try again in a moment.',
    );
  });
});
