import { describe, expect, it } from 'vitest';
import { renderReply as renderDiscord } from '../../src/adapters/discord/render.ts';
import { MAX_TEXT_UNITS } from '../../src/adapters/telegram/render.ts';
import { renderReply as renderTelegram } from '../../src/adapters/telegram/render.ts';
import type { Reply, ShownReply } from '../../src/core/reply.ts';
import { listLanguages } from '../../src/format/words/catalogue.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { textOf } from '../support/conversation.ts';
import { sentOf } from '../support/discord/fake.ts';
import { formProblems } from '../support/discord/limits.ts';
import { saidTwice } from '../support/sentences.ts';
import { parseHtml } from '../support/telegram/html.ts';
import { repliesIn } from './replies.ts';

const LANGUAGES = listLanguages();

/** As the core shows it: each button has a token. */
function shown({ actions, ...reply }: Reply): ShownReply {
  const buttons = actions.map(({ effect: _, ...button }, index) => ({
    ...button,
    token: `${'t'.repeat(21)}${index}`,
  }));
  return { ...reply, actions: buttons, files: [] };
}

describe.each(LANGUAGES)('nine replies in %s', (language) => {
  const say = sayIn(language);

  it('are no longer than a message of Discord, and whole in it', async () => {
    for (const { title, reply } of await repliesIn(language)) {
      const { body, files } = sentOf(renderDiscord(shown(reply), { owner: '1', say }));
      expect(formProblems(body), title).toEqual([]);
      expect(files, title).toEqual([]);
    }
  });

  it('say no sentence twice in a row', async () => {
    for (const { title, reply } of await repliesIn(language))
      expect(saidTwice(textOf(reply)), title).toEqual([]);
  });

  it('are no longer than a message of Telegram, and whole in it, with buttons it takes', async () => {
    for (const { title, reply } of await repliesIn(language)) {
      const { html, keyboard, files } = renderTelegram(shown(reply), { say, files: true });
      expect(parseHtml(html).text.length, title).toBeLessThanOrEqual(MAX_TEXT_UNITS);
      expect(files, title).toEqual([]);
      for (const button of keyboard.flat())
        expect(
          Buffer.byteLength('callback_data' in button ? button.callback_data : ''),
          title,
        ).toBeLessThanOrEqual(64);
    }
  });
});

it('say nothing in Chinese that is in no catalogue', async () => {
  for (const { title, reply } of await repliesIn('zh')) {
    const english = textOf(reply)
      .split('\n')
      .filter((line) => /\b[a-z]*[aeiou][a-z]+ [a-z]*[aeiou][a-z]+ [a-z]*[aeiou][a-z]+\b/u.test(line));
    expect(english, title).toEqual([]);
  }
});
