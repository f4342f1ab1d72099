import { expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { describeAdapter } from '../../contract/adapter-contract.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { BOT, startTelegram } from '../../support/telegram/server.ts';
import { eventually, stageTelegram, type Stage as TelegramStage } from './stage.ts';

/** What Telegram acts upon by itself; the rest is looks. */
const ACTED_UPON = /mention|hashtag|url|text_link/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;

describeAdapter('Telegram', async ({ keepsLimits }) => {
  const { adapter, ann, telegram, shown, clock } = await stageAt(keepsLimits);
  const admin = 33;
  const group = -1001;
  telegram.chats.met.add(admin);
  telegram.chats.groups.add(group);
  return {
    adapter,
    refused: () => telegram.flood.refused,
    elapsed: clock.elapsed,
    refuseFiles: () =>
      telegram.mishap('sendDocument', { code: 400, description: 'Bad Request: file is strange' }),
    mention: (text) => {
      ann.say(`@${BOT.username} ${text}`, { group });
    },
    admin: `telegram:user:${admin}`,
    stranger: 'telegram:user:44',
    say: async (text) => {
      // What the start writes would take its time from the calls that are measured.
      if (keepsLimits)
        await eventually(() => expect(telegram.descriptions.has('short_description')).toBe(true));
      ann.say(text);
    },
    send: async (file) => {
      ann.sendFile(file);
    },
    loseFiles: () => telegram.files.clear(),
    press: async (label) => {
      await eventually(() => ann.press(lastOf(shown(ann.id)), label));
    },
    shown: () => shown(ann.id).map(readable).join('\n'),
    notified: () => shown(admin).map(readable).join('\n'),
    obeyed: () =>
      shown().flatMap(({ text, entities }) => [
        ...entities.map(({ type }) => type).filter((type) => ACTED_UPON.test(type)),
        ...(text.match(CONTROL) ?? []),
      ]),
    close: () => adapter.stop(),
  };
});

/** By a faster clock what the network takes would be longer as well, of which Telegram's limits leave only so much. */
async function stageAt(keepsLimits: boolean): Promise<TelegramStage> {
  if (!keepsLimits) return stageTelegram();
  return stageTelegram({}, { clock: systemClock, telegram: await startTelegram(systemClock) });
}

function lastOf(messages: readonly ShownMessage[]): ShownMessage {
  const last = messages.at(-1);
  if (last === undefined) throw new Error('nothing is shown');
  return last;
}

function readable({ text, keyboard }: ShownMessage): string {
  return [text, ...keyboard.flat().map((one) => `[${one.text}]`)].join('\n');
}
