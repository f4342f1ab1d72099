import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, type DiscordStage, type Inbox, stageDiscord } from './stage.ts';

const attachment = (filename: string, content_type: string) => ({
  id: '1',
  filename,
  size: 1_234,
  url: `https://cdn.discordapp.com/attachments/1/${filename}?ex=1`,
  proxy_url: '',
  content_type,
});
const NOTES = attachment('notes.pdf', 'application/pdf');
const LABEL = attachment('label.jpg', 'image/jpeg');

describe('“Check IMEIs” in the menu of a message', () => {
  let stage: DiscordStage;
  let inbox: Inbox;
  beforeEach(async () => {
    stage = await stageDiscord();
    inbox = createInbox();
    await stage.adapter.start(inbox.receive, suggestNothing);
  });
  afterEach(() => stage.close());

  async function valuesOf(message: object) {
    stage.discord.menu('Check IMEIs', message);
    await vi.waitFor(() => expect(inbox).toHaveLength(1));
    const ask = inbox[0]?.request.ask;
    return ask?.kind === 'command' && ask.options.kind === 'values' ? ask.options.values : undefined;
  }

  it('takes its first picture beside its text', async () => {
    const values = await valuesOf({ content: 'the new one', embeds: [], attachments: [NOTES, LABEL] });

    expect(values).toEqual({
      imei: 'the new one',
      file: { name: 'label.jpg', sizeBytes: 1_234, location: LABEL.url, contentType: 'image/jpeg' },
    });
  });

  it('takes the picture of a message that it forwards', async () => {
    const forwarded = { message: { content: '', embeds: [], attachments: [LABEL] } };

    const values = await valuesOf({
      content: '',
      embeds: [],
      attachments: [],
      message_snapshots: [forwarded],
    });

    expect(values?.file).toMatchObject({ name: 'label.jpg' });
  });

  it('leaves other attachments alone', async () => {
    expect(await valuesOf({ content: 'x', embeds: [], attachments: [NOTES] })).toEqual({ imei: 'x' });
  });
});
