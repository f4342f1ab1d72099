import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
const IMEI = '490154203237518';
const NOTES = attachment('notes.7z', 'application/x-7z-compressed');
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
    await expect.poll(() => inbox).toHaveLength(1);
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

  it('takes all its pictures, documents and tables, and those of what it forwards, each once', async () => {
    const csv = attachment('phones.csv', 'text/csv; charset=utf-8');
    const xlsx = attachment(
      'stock.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const invoice = attachment('invoice.pdf', 'application/pdf');
    const clip = attachment('clip.mp4', 'video/mp4');
    const forwarded = { message: { content: '', embeds: [], attachments: [xlsx, LABEL] } };

    const values = await valuesOf({
      content: '',
      embeds: [],
      attachments: [LABEL, clip, csv, NOTES, invoice],
      message_snapshots: [forwarded],
    });

    expect(values?.file).toMatchObject({
      name: 'label.jpg',
      others: [{ name: 'phones.csv', location: csv.url }, { name: 'invoice.pdf' }, { name: 'stock.xlsx' }],
    });
  });

  it('takes the text and the pictures that stand among its components', async () => {
    const url = 'https://cdn.discordapp.com/attachments/1/box.png?ex=1';
    const gallery = {
      type: 12,
      items: [{ media: { url, content_type: 'image/png' }, description: 'the box' }],
    };
    const section = {
      type: 9,
      components: [{ type: 10, content: `IMEI ${IMEI}` }],
      accessory: { type: 2, label: 'Buy', style: 5, url: 'https://example.org' },
    };
    const components = [
      { type: 17, components: [section, gallery] },
      { type: 13, file: { url: LABEL.url }, name: 'label.jpg' },
    ];

    const values = await valuesOf({ content: '', embeds: [], attachments: [], components });

    expect(values).toEqual({
      imei: `IMEI ${IMEI}\nthe box`,
      file: {
        name: 'box.png',
        location: url,
        contentType: 'image/png',
        others: [{ name: 'label.jpg', location: LABEL.url }],
      },
    });
  });

  it('leaves other attachments alone', async () => {
    expect(await valuesOf({ content: 'x', embeds: [], attachments: [NOTES] })).toEqual({ imei: 'x' });
  });
});
