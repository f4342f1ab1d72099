import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderReply as renderConsole } from '../../src/adapters/console/render.ts';
import { renderReply as renderDiscord } from '../../src/adapters/discord/render.ts';
import {
  MAX_TEXT_UNITS,
  renderReply as renderTelegram,
} from '../../src/adapters/telegram/render.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { answerReply } from '../../src/format/imei/answer.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { findImeis } from '../../src/imei/find.ts';
import { readCheckAnswer } from '../../src/provider/device-identity/read.ts';
import { obeyedIn, sentOf } from '../support/discord/fake.ts';
import { withoutIsolates } from '../support/measure/isolates.ts';
import { cases, runs } from '../support/nightly.ts';
import { hostileBody, hostileText } from '../support/process/hostile.ts';
import { parseHtml, selfMadeEntities } from '../support/telegram/html.ts';

const en = sayIn('en');

const [FOUND] = findImeis('356938035643809').found;
const HIDDEN = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/u;

/**
 * What people would be shown of a hostile answer of the service, or of a hostile text of
 * somebody's.
 */
function replyTo(body: string, text: string, detail: 'brief' | 'full'): ShownReply | undefined {
  const view = { say: en, visibility: 'private', admin: true, now: 0, sandbox: false } as const;
  if (FOUND === undefined) throw new Error('no IMEI');
  const nothing = { checked: [], unsure: [], problems: [], repeats: [] };
  try {
    const answer = readCheckAnswer({ httpStatus: 200, body });
    if (!answer.found) return undefined;
    const provenance = { source: 'service', checkedAt: 0, sandbox: false } as const;
    const outcome = { kind: 'answered', answer: { ...answer, ...provenance } } as const;
    const checked = [{ found: FOUND, tableName: undefined, outcome }];
    return { ...answerReply(view, { ...nothing, checked }, { detail }), actions: [] };
  } catch {
    // Without a device in it, the reply is about what the person wrote.
    const { problems } = findImeis(text);
    return problems.length === 0
      ? undefined
      : { ...answerReply(view, { ...nothing, problems }, { detail }), actions: [] };
  }
}

it('whatever the service or a person says, each platform shows it as text and obeys none of it', () => {
  let shown = 0;
  fc.assert(
    fc.property(
      hostileBody,
      hostileText,
      fc.constantFrom('brief', 'full'),
      (body, text, detail) => {
        const reply = replyTo(body, text, detail);
        if (reply === undefined) return;
        shown += 1;
        const terminal = renderConsole(
          reply,
          { columns: 80, colors: false },
          { buttons: true, files: [] },
        );
        const telegram = parseHtml(renderTelegram(reply, { say: en, canSendWholeText: true }).html);
        for (const one of [terminal, withoutIsolates(telegram.text)])
          expect(one).not.toMatch(HIDDEN);
        expect(telegram.text.length).toBeLessThanOrEqual(MAX_TEXT_UNITS);
        expect(selfMadeEntities(telegram)).toEqual([]);
        expect(obeyedIn(sentOf(renderDiscord(reply, { asker: '1', say: en })))).toEqual([]);
      },
    ),
    runs(100, 20_000, { seed: 2_010 }),
  );
  expect(shown).toBeGreaterThan(cases(100, 20_000) / 20);
});
