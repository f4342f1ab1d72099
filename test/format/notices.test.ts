import { describe, expect, test } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { GUIDE } from '../../src/adapters/discord/guide.ts';
import { notices } from '../../src/format/reply/notices.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { useInForm } from '../../src/requests/invocations.ts';
import { defaultServices, textOf } from '../support/conversation.ts';

const en = sayIn('en');
const choices = ['brief', 'full'];

describe('notices', () => {
  test('call options as the form of the reader does, with an example', () => {
    const de = sayIn('de');
    const [imei = expect.fail()] = createCommands(defaultServices());
    const problem = { kind: 'not-a-choice', option: 'detail', typedValue: 'x', choices } as const;
    const inForm = textOf(notices.options(de, problem, useInForm(de, imei, GUIDE)));
    expect(inForm).toContain(de('commands.imei.options.detail.name'));
    expect(inForm).toContain(de('commands.imei.options.detail.choices.full'));
    expect(inForm).toContain('/imei imei:35…');
    expect(textOf(notices.options(en, problem, imei))).toContain('/imei 35…');
  });
});
