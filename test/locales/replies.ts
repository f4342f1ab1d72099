import type { Checker, Usage } from '../../src/checks/contract.ts';
import type { Reply } from '../../src/core/reply.ts';
import { ServiceFailure } from '../../src/provider/errors.ts';
import { answers, basic, DAY_MS, full, NOW } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';

const FOUND = '490154203237518';
const SAVED = '356938035643809';
const NOT_FOUND = '352099001761481';
const FAILED = '013266008012546';
const MISTYPED = '490154203237519';

const USAGE: Usage = {
  today: { paid: 12, saved: 30, inDoubt: 0 },
  month: { paid: 340, saved: 812, inDoubt: 2 },
  waiting: 3,
  inFlight: 1,
  windowUsed: 12,
  windowLimit: 19,
  windowMs: 60_000,
};

/**
 * It has one answer saved. Each reply has one of its own, since it also saves what it answers, and the replies are made at
 * the same time.
 */
async function checkerWithAnswer(): Promise<Checker> {
  const checker = scriptedChecker((imei) => {
    if (imei === FOUND) return answers.found(full());
    if (imei === SAVED) return answers.found(basic(), { source: 'cache', checkedAt: NOW - 3 * DAY_MS });
    if (imei === FAILED) return Promise.reject(new ServiceFailure('timeout'));
    return answers.notFound();
  });
  await conversation({ services: { checker } }).say(SAVED);
  return checker;
}

const keyStatus = async () => ({
  status: {
    hasAccess: true,
    activationDate: '2026-01-05',
    expirationDate: '2027-03-05',
    checksLeft: { hour: 'no-limit' as const, day: 480, month: 350 },
  },
  checkedAt: NOW - 20_000,
  sandbox: false,
});

/** What is said, and what it is called on the page. */
const LINES: readonly (readonly [title: string, line: string])[] = [
  ['A phone, from a saved answer', SAVED],
  ['A phone, with all details', `/imei full ${FOUND}`],
  ['An IMEI the service does not know', NOT_FOUND],
  ['A typo', MISTYPED],
  ['A list', [FOUND, SAVED, NOT_FOUND, FAILED, MISTYPED, FOUND].join('\n')],
  [
    'The question before a long list',
    [FOUND, SAVED, NOT_FOUND, FAILED, MISTYPED, '356938035643817'].join('\n'),
  ],
  ['The quota, for an admin', '/quota'],
  ['What is stored', '/privacy'],
  ['The help', '/help'],
];

/** One of the nine replies. */
interface Sample {
  readonly title: string;
  readonly reply: Reply;
}

/** Nine replies as a person who speaks this language gets them. */
export async function repliesIn(locale: string): Promise<readonly Sample[]> {
  return Promise.all(
    LINES.map(async ([title, line]) => {
      const asks = title.startsWith('The question');
      const { say } = conversation({
        as: { locale, admin: line === '/quota' },
        services: { checker: await checkerWithAnswer(), keyStatus, usage: async () => USAGE },
        settings: asks ? { batchConfirm: 3 } : {},
      });
      return { title, reply: (await say(line)).last };
    }),
  );
}
