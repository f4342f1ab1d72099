import { expect, it } from 'vitest';
import type { FakeDiscord } from '../support/discord/fake.ts';
import type { WorldMessage } from '../support/discord/world.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { startPlatforms } from '../support/fake-platforms.ts';
import { boxLabel } from '../support/files/drawn-labels.ts';
import { photoOf } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import { startMain } from '../support/process/process-main.ts';
import type { ShownMessage } from '../support/telegram/chats.ts';
import { createPerson } from '../support/telegram/people.ts';
import type { TelegramServer } from '../support/telegram/server.ts';
import { linesOfEntities, linesOfMarkdown, type Shown } from './pictures/chat.ts';
import { drawn, type Palette, type Picture } from './pictures/draw.ts';

// The pictures of the README: what the built program says on the sandbox. `npm run pictures` draws
// them again after a reply has changed.

const DISCORD: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    background: '#ffffff',
    text: '#313338',
    muted: '#5c5e66',
    code: '#313338',
    person: '#ffffff',
    personText: '#313338',
    bot: '#f2f3f5',
    button: '#e3e5e8',
  },
  dark: {
    background: '#313338',
    text: '#f2f3f5',
    muted: '#b5bac1',
    code: '#f2f3f5',
    person: '#313338',
    personText: '#f2f3f5',
    bot: '#2b2d31',
    button: '#4e5058',
  },
};
const TELEGRAM: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    background: '#d3e3d3',
    text: '#111111',
    muted: '#6a7078',
    code: '#1f6fb2',
    person: '#e4fdd0',
    personText: '#111111',
    bot: '#ffffff',
    button: '#b6cdb8',
  },
  dark: {
    background: '#0e1621',
    text: '#ffffff',
    muted: '#93a0ad',
    code: '#7db8f5',
    person: '#2b5278',
    personText: '#ffffff',
    bot: '#182533',
    button: '#233040',
  },
};
/** The colour of a reply that is not the last one. */
const PROGRESS = 0x3498db;
const PIXEL = imeiOf('35751110', 381_600);
const REDMI = imeiOf('86247104', 22);
const BOX = [imeiOf('86247104', 31), imeiOf('86247104', 32)];
const HUAWEI = imeiOf('86908403', 15);
const LIST = [REDMI, `iphone 13 ${HUAWEI}`, '352099001761480'].join('\n');

it('the pictures of the README show what the bot says today', async () => {
  const { telegram, discord, settings } = await startPlatforms();
  const main = startMain({
    directory: await emptyDirectory(),
    noInput: true,
    environment: { LANGUAGE: 'en', ...settings },
  });
  for (const platform of ['Discord', 'Telegram']) {
    await expect.poll(() => main.stderr).toContain(`Connected to ${platform}`);
  }
  const inDiscord: Picture = {
    title: 'Discord: a phone, and a list with a phone that is not as described and with a typo',
    layout: 'rows',
    palette: DISCORD.light,
    chat: await chatInDiscord(discord),
  };
  const inTelegram: Picture = {
    title: 'Telegram: the photo of a box with both IMEIs of its phone, and a list',
    layout: 'bubbles',
    palette: TELEGRAM.light,
    chat: await chatInTelegram(telegram),
  };
  for (const mode of ['light', 'dark'] as const) {
    await expect(drawn({ ...inDiscord, palette: DISCORD[mode] })).toMatchFileSnapshot(
      `../../.github/images/discord-${mode}.svg`,
    );
    await expect(drawn({ ...inTelegram, palette: TELEGRAM[mode] })).toMatchFileSnapshot(
      `../../.github/images/telegram-${mode}.svg`,
    );
  }
});

/** A command, whose answer one person sees, and a list in the private chat. */
async function chatInDiscord(discord: FakeDiscord): Promise<readonly Shown[]> {
  const answered = (count: number): Promise<void> =>
    expect
      .poll(() => {
        const { messages } = discord.world;
        return messages.length === count && messages.every(({ body }) => isAnswer(body));
      })
      .toBe(true);
  discord.command('imei', { imei: PIXEL });
  await answered(1);
  discord.say(LIST);
  await answered(2);
  const [first, second] = discord.world.messages.map(messageOf);
  if (first === undefined || second === undefined) throw new Error('not answered');
  return [{ by: 'person', text: `/imei ${PIXEL}` }, first, { by: 'person', text: LIST }, second];
}

const isAnswer = ({ embeds: [embed] = [] }: WorldMessage['body']): boolean =>
  embed?.footer !== undefined && colorOf(embed) !== PROGRESS;

function colorOf(embed: object | undefined): number | undefined {
  return (embed as { readonly color?: number } | undefined)?.color;
}

function messageOf({ body, ofInteraction }: WorldMessage): Shown {
  const [embed] = body.embeds ?? [];
  const title = {
    spans: linesOfMarkdown(embed?.title ?? '')[0]?.spans ?? [],
    look: 'title',
  } as const;
  const note = (embed?.footer?.text ?? '').split('\n');
  return {
    by: 'bot',
    color: colorOf(embed),
    lines: [
      title,
      ...linesOfMarkdown(embed?.description ?? ''),
      { spans: [] },
      ...note.map((line) => ({ spans: [{ text: line }], look: 'small' as const })),
    ],
    buttons: (body.components ?? []).map((row) => row.components.map(({ label }) => label)),
    below: ofInteraction === true ? 'Only you can see this' : undefined,
  };
}

/** The photo of a box, and a list, in the private chat. */
async function chatInTelegram(telegram: TelegramServer): Promise<readonly Shown[]> {
  const ann = createPerson(telegram, { id: 11 });
  const answerTo = async (act: () => void): Promise<Shown> => {
    const before = new Set(telegram.chats.messages);
    act();
    const isNew = (message: ShownMessage): boolean =>
      message.fromBot && !before.has(message) && !message.text.startsWith('⏳');
    await expect.poll(() => telegram.chats.messages.some(isNew)).toBe(true);
    const { text, entities, keyboard } = telegram.chats.messages.find(isNew) as ShownMessage;
    return {
      by: 'bot',
      lines: linesOfEntities(text, entities),
      buttons: keyboard.map((row) => row.map((button) => button.text)),
    };
  };
  const label = await boxLabel({
    imeis: BOX,
    serial: 'RF8N30ABCDE',
    ean: '4006381333931',
  });
  const png = photoOf(label, { quality: 'png', barPx: 2 });
  const photo = await answerTo(() => void ann.sendFile({ name: 'box.png', bytes: png }));
  const list = await answerTo(() => void ann.say(LIST));
  return [{ by: 'person', text: '', photo: label }, photo, { by: 'person', text: LIST }, list];
}
