import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DESCRIPTORS } from '../../../commands/index.ts';
import { systemClock } from '../../../src/core/time/clock.ts';
import { type FakeDiscord, openDiscord, shownText } from '../discord/fake.ts';
import { TOKEN as DISCORD_TOKEN } from '../discord/world.ts';
import type { ShownMessage } from '../telegram/chats.ts';
import { createPerson } from '../telegram/people.ts';
import { openTelegram, TOKEN as TELEGRAM_TOKEN, type TelegramServer } from '../telegram/server.ts';

const BOT = fileURLToPath(new URL('../../../src/main.js', import.meta.url));
const LOOK_EVERY_MS = 200;
const USAGE = `Type a line, and read what the bot answers there (Ctrl-C ends both):
  discord 490154203237518         a direct message on Discord
  discord /imei 490154203237518   a command on Discord
  telegram 490154203237518        a message in Telegram
  telegram press Full details     presses the newest button with this label; so does discord press
  telegram edit 356938035643809   changes what was said there last
  telegram file ./label.jpg       sends a file of this machine`;

/** A person on one of the fakes. */
interface Talk {
  say(text: string): void;
  /** Throws if no message has this button. */
  press(label: string): void;
  /** Edits the last message of the person. */
  edit(text: string): void;
  /** Throws if the bot cannot read files of this fake. */
  sendFile(file: { readonly name: string; readonly bytes: Uint8Array }): void;
  /** All messages of the bot, by id. */
  shown(): readonly (readonly [id: unknown, text: string])[];
}

/** `npm run platforms`: the bot on fakes of Discord and Telegram on this machine. */
async function main(): Promise<void> {
  const telegram = await openTelegram(systemClock);
  const discord = await openDiscord();
  const settings = {
    DISCORD_TOKEN,
    DISCORD_API_URL: discord.apiUrl,
    TELEGRAM_TOKEN,
    TELEGRAM_API_URL: telegram.url,
  };
  print(USAGE);
  print('The settings that lead to these two, for a second terminal:');
  for (const [name, value] of Object.entries(settings)) print(`${name}=${value}`);
  const bot = spawn(process.execPath, [BOT], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  bot.once('exit', (code) => process.exit(code ?? 1));
  // Ctrl-C reaches the bot as well, which ends in order and so ends this process.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => bot.kill());
  const talks = { discord: talkOn(discord), telegram: talkIn(telegram) };
  watch(talks);
  createInterface({ input: process.stdin }).on('line', (line) => obey(line, talks));
}

function talkOn(discord: FakeDiscord): Talk {
  let latest: Parameters<FakeDiscord['edit']>[0] | undefined;
  return {
    say: (text) => {
      const [, name = '', rest = ''] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? [];
      const option = DESCRIPTORS.find((command) => command.name === name)?.options?.[0]?.name;
      if (name === '') latest = discord.say(text);
      else discord.command(name, option === undefined || rest === '' ? {} : { [option]: rest });
    },
    press: (label) => void discord.press(label),
    edit: (text) => {
      if (latest !== undefined) discord.edit(latest, text);
    },
    sendFile: () => {
      // The bot only reads files from Discord's own servers.
      throw new Error('send files in Telegram');
    },
    shown: () => discord.world.messages.map((message) => [message, shownText(message)]),
  };
}

function talkIn(telegram: TelegramServer): Talk {
  const person = createPerson(telegram, { id: 11 });
  const shownByBot = () => telegram.chats.messages.filter(({ fromBot }) => fromBot);
  let latest: ShownMessage | undefined;
  return {
    say: (text) => {
      latest = person.say(text);
    },
    press: (label) => {
      const message = shownByBot().findLast((sent) => labelsOf(sent).includes(label));
      if (message === undefined) throw new Error(`no message has a button "${label}"`);
      person.press(message, label);
    },
    edit: (text) => {
      if (latest !== undefined) person.edit(latest, text);
    },
    sendFile: (file) => {
      latest = person.sendFile(file);
    },
    shown: () =>
      shownByBot().map((message) => [
        message,
        [message.text, ...labelsOf(message).map((label) => `[${label}]`)].join('\n'),
      ]),
  };
}

function labelsOf({ keyboard }: ShownMessage): readonly string[] {
  return keyboard.flat().map(({ text }) => text);
}

/** Prints each message of the bot when it is new or has changed. */
function watch(talks: Readonly<Record<string, Talk>>): void {
  const printed = new Map<unknown, string>();
  setInterval(() => {
    for (const [name, { shown }] of Object.entries(talks)) {
      for (const [id, text] of shown()) {
        if (printed.get(id) !== text) print(`${name}: ${text.replaceAll('\n', '\n  ')}`);
        printed.set(id, text);
      }
    }
  }, LOOK_EVERY_MS);
}

function obey(line: string, talks: Readonly<Record<string, Talk>>): void {
  const [, name = '', deed = 'say', text = ''] =
    /^(\w+)\s+(?:(press|edit|file)\s+)?(.+)$/s.exec(line.trim()) ?? [];
  const talk = talks[name];
  try {
    if (talk === undefined) print(USAGE);
    else if (deed === 'press') talk.press(text);
    else if (deed === 'edit') talk.edit(text);
    else if (deed === 'file') talk.sendFile({ name: basename(text), bytes: readFileSync(text) });
    else talk.say(text);
  } catch (error) {
    print(String(error));
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
