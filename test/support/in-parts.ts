import type { Answer } from '../../src/checks/answer.ts';
import type { Reply } from '../../src/core/reply.ts';
import { answers, basic } from './checks/answers.ts';
import { scriptedChecker } from './checks/scripted-checker.ts';
import { conversation, type Setup } from './conversation.ts';
import { imeiOf } from './imeis.ts';

/** More IMEIs than {@link talkInParts} takes at a time. */
export const IMEIS = Array.from({ length: 25 }, (_, index) => imeiOf('35209900', index + 100));

/** A talk that takes ten IMEIs at a time, and saves what was answered; `check` fails by throwing. */
export function talkInParts(
  { needs, settings, ...setup }: Setup = {},
  check: (imei: string) => void = () => {},
) {
  const saved = new Map<string, Answer>();
  const scripted = scriptedChecker((imei) => {
    check(imei);
    return answers.found(basic());
  });
  const checker = {
    ...scripted,
    check: async (...[imei, request]: Parameters<typeof scripted.check>) => {
      const answer = saved.get(imei) ?? (await scripted.check(imei, request));
      saved.set(imei, answer);
      return answer;
    },
    peek: async (imei: string) => saved.get(imei),
  };
  return {
    /** What was not answered from memory. */
    asked: () => scripted.asked.map(({ imei }) => imei),
    saved,
    ...conversation({
      ...setup,
      settings: { batchMax: 10, batchConfirm: 5, ...settings },
      needs: { checker, ...needs },
    }),
  };
}

/** The rows of a reply's table. */
export function rowsIn({ files }: Reply): string[] {
  return new TextDecoder().decode(files[0]?.data).trim().split('\r\n');
}
