import { expect } from 'vitest';
import { describeAdapter } from '../../contract/adapter-contract.ts';
import { scaledClock } from '../../support/clocks/scaled.ts';
import { createInbox, suggestNothing } from '../../support/inbox.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { BOT } from '../../support/telegram/server.ts';
import { GROUP, stageTelegram } from './stage.ts';

/** What Telegram acts upon by itself; the rest is looks. */
const ACTED_UPON = /mention|hashtag|url|text_link/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;
const ADMIN = 33;

describeAdapter('Telegram', async ({ keepsLimits }) => {
  // By a much faster clock what the network takes would be much longer, of which Telegram's limits
  // leave only so much.
  let hasSlept = false;
  const stage = await stageTelegram({
    ...(keepsLimits && { clock: scaledClock(4) }),
    run: { hasSlept: () => hasSlept },
  });
  const { adapter, ann, telegram, shown, storedMessages } = stage;
  let said: ShownMessage | undefined;
  telegram.chats.started.add(ADMIN);
  telegram.chats.groups.add(GROUP);
  const read = (chat: number) =>
    shown(chat)
      .map(({ text, keyboard }) =>
        [text, ...keyboard.flat().map((one) => `[${one.text}]`)].join('\n'),
      )
      .join('\n');
  return {
    adapter,
    refused: () => telegram.flood.refused,
    refuseFiles: () =>
      telegram.mishap('sendDocument', { code: 413, description: 'Request Entity Too Large' }),
    mention: (text) => {
      ann.begin();
      ann.say(`@${BOT.username} ${text}`, { group: GROUP });
    },
    shownToOthers: () => read(GROUP),
    admin: `telegram:user:${ADMIN}`,
    stranger: 'telegram:user:44',
    say: async (text) => {
      // What the start writes would take its time from the calls that are measured.
      if (keepsLimits) {
        await expect.poll(() => telegram.descriptions.has('short_description')).toBe(true);
      }
      said = ann.say(text);
    },
    edit: (text) => {
      if (said !== undefined) ann.edit(said, text);
    },
    deleteReplies: () => {
      for (const message of shown()) telegram.chats.remove(message);
    },
    setSlept: (next) => {
      hasSlept = next;
    },
    restart: async () => {
      await adapter.stop();
      return (await stageTelegram({ store: { messages: storedMessages } }, stage)).adapter;
    },
    // The command is ephemeral, and the server of the next process knows no such messages.
    expired: async () => {
      const inbox = createInbox();
      await adapter.start(inbox.receive, suggestNothing);
      ann.begin();
      ann.say('/quota', { group: GROUP, ephemeral: true });
      const { request } = await inbox.received();
      await adapter.stop();
      telegram.ephemerals.version = 10.2;
      const next = await stageTelegram({ store: { messages: storedMessages } }, stage);
      await next.start();
      return next.adapter.reopen(request.target);
    },
    send: async (file) => void ann.sendFile(file),
    loseFiles: () => telegram.files.clear(),
    press: async (label) => {
      await expect.poll(() => read(ann.id)).toContain(`[${label}]`);
      ann.press(shown(ann.id).at(-1) as ShownMessage, label);
    },
    shown: () => [read(ann.id), ...telegram.popUps()].join('\n'),
    notified: () => read(ADMIN),
    obeyed: () =>
      shown().flatMap(({ text, entities }) => [
        ...entities.map(({ type }) => type).filter((type) => ACTED_UPON.test(type)),
        ...(text.match(CONTROL) ?? []),
      ]),
    close: () => adapter.stop(),
  };
});
