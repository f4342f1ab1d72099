import { describe, expect, it } from 'vitest';
import { renderReply as renderDiscord } from '../../src/adapters/discord/render.ts';
import { renderReply as renderTelegram } from '../../src/adapters/telegram/render.ts';
import type { Reply, ReplyWithButtons } from '../../src/core/reply/reply.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { listLanguages } from '../../src/format/texts/text-catalogue.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { answers, basic, full, NOW } from '../support/checks/answers.ts';
import { talk, textOf } from '../support/conversation.ts';
import { sentOf } from '../support/discord/fake.ts';
import { formProblems } from '../support/discord/limits.ts';
import { DAY_MS } from '../support/known.ts';
import { parseHtml } from '../support/telegram/html.ts';

const FOUND = '490154203237518';
const SAVED = '356938035643809';
const NOT_FOUND = '352099001761481';
const FAILED = '013266008012546';
const LIST = [FOUND, SAVED, NOT_FOUND, FAILED, '490154203237519', FOUND].join('\n');
/** What a person types, with the longest answers. */
const LINES = [
  `/imei full ${FOUND}`,
  SAVED,
  '490154203237519',
  LIST,
  '/quota',
  '/privacy',
  '/help',
];
const SPENT = { paid: 340, saved: 812, inDoubt: 2 };

/**
 * The replies to these lines, as a person with this language gets them, and the question before a
 * long list.
 */
async function repliesIn(locale: string): Promise<readonly Reply[]> {
  const { say } = talk(
    (imei) => {
      if (imei === FOUND) return answers.found(full());
      if (imei === SAVED) {
        return answers.found(basic(), { source: 'cache', checkedAt: NOW - 3 * DAY_MS });
      }
      if (imei === FAILED) return Promise.reject(new ServiceFailure('timeout'));
      return answers.notFound();
    },
    {
      as: { locale, isAdmin: true },
      settings: { batchConfirm: 3 },
      supply: {
        keyStatus: async () => ({
          status: {
            hasAccess: true,
            activationDate: '2026-01-05',
            expirationDate: '2027-03-05',
            checksLeft: { hour: 'no-limit', day: 480, month: 350 },
          },
          askedAt: NOW - 20_000,
          isSandbox: false,
        }),
        usage: async () => ({
          today: SPENT,
          month: SPENT,
          waiting: 3,
          inFlight: 1,
          windowUsed: 12,
          windowLimit: 19,
          windowMs: 60_000,
        }),
      },
    },
  );
  const plan = await say(`${LIST}\n356938035643817`);
  const replies = [plan.last];
  for (const line of LINES) replies.push((await say(line)).last);
  return replies;
}

/** As the core hands it to an adapter. */
function shown({ actions, ...reply }: Reply): ReplyWithButtons {
  const buttons = actions.map(({ effect: _, ...button }, index) => ({
    ...button,
    token: `${'t'.repeat(21)}${index}`,
  }));
  return { ...reply, actions: buttons, files: [] };
}

/** Between sentences: a stop with a space behind it, or one that needs none. */
const BETWEEN = /(?<=[.!?।؟:])\s+|(?<=[。！？])\s*|\n/u;

/** The sentences that a text says twice in a row. */
function saidTwice(text: string): readonly string[] {
  const sentences = text.split(BETWEEN).filter((one) => one !== '');
  return sentences.filter((one, index) => one === sentences[index - 1]);
}

describe.each(listLanguages())('replies in %s', (language) => {
  const say = sayIn(language);

  it('fit into one message of each platform, and repeat no sentence', async () => {
    for (const reply of await repliesIn(language)) {
      expect(saidTwice(textOf(reply))).toEqual([]);
      const inDiscord = { isPlain: false, preface: undefined, canSendWholeText: true };
      const sent = renderDiscord(shown(reply), { asker: '1', say, ...inDiscord });
      const { body, files } = sentOf(sent);
      expect([formProblems(body), files], reply.title).toEqual([[], []]);
      const inTelegram = renderTelegram(shown(reply), { say, canSendWholeText: true });
      expect(parseHtml(inTelegram.html).text.length, reply.title).toBeLessThanOrEqual(4_096);
      expect(inTelegram.files, reply.title).toEqual([]);
      for (const button of inTelegram.keyboard.flat()) {
        if ('callback_data' in button) {
          expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
        }
      }
    }
  });
});
