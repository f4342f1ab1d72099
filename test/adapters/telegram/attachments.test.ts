import { describe, expect, it } from 'vitest';
import { TOKEN } from '../../support/telegram/server.ts';
import { type Asked, stageTelegram, textOf } from './stage.ts';

const IMEI = '490154203237518';
const LIST = { name: 'phones.csv', bytes: new TextEncoder().encode(`imei\n${IMEI}\n`) };

const fileOf = ({ request: { ask } }: Asked) =>
  ask.kind === 'command' && ask.options.kind === 'text' ? ask.options.file : undefined;

async function open() {
  const stage = await stageTelegram();
  await stage.start();
  const read = async (asked: Asked, maxBytes = 1_000_000) => {
    const file = fileOf(asked);
    if (file === undefined) throw new Error('no file was asked of');
    return stage.adapter.readFile(file, { maxBytes, signal: new AbortController().signal });
  };
  return { ...stage, read };
}

describe('a document in a private chat', () => {
  it('is asked of, with its caption as the options', async () => {
    const stage = await open();
    stage.ann.sendFile(LIST);
    stage.ann.sendFile(LIST, { caption: 'full' });
    stage.ann.sendFile(LIST, { caption: '/imei full' });
    await stage.asked(3);
    expect(stage.inbox.map(textOf)).toEqual(['/imei', '/imei full', '/imei full']);
    expect(stage.inbox.map(fileOf)).toEqual(
      Array(3).fill(expect.objectContaining({ name: 'phones.csv', sizeBytes: LIST.bytes.length })),
    );
  });
});

describe('a document in a group', () => {
  it('is asked of when the caption names the bot or a command, or it answers the bot', async () => {
    const stage = await open();
    const group = -1;
    stage.telegram.chats.groups.add(group);
    stage.ann.sendFile(LIST, { group, caption: 'holiday' });
    stage.ann.sendFile(LIST, { group, caption: '/imei full' });
    stage.ann.sendFile(LIST, {
      group,
      caption: '@imei_bot',
      parts: { caption_entities: [{ type: 'mention', offset: 0, length: 9 }] },
    });
    await stage.asked(2);
    expect(stage.inbox.map(textOf)).toEqual(['/imei full', '/imei']);
    expect(stage.inbox.map((asked) => fileOf(asked)?.name)).toEqual(['phones.csv', 'phones.csv']);
  });

  it('is asked of by a reply to it, unless the reply has a number of its own', async () => {
    const stage = await open();
    const document = { file_id: 'f', file_unique_id: 'f', file_name: 'phones.csv' };
    const reply_to_message = { message_id: 5, date: 1, chat: { id: 11, type: 'private' }, document } as never;
    stage.ann.say('/imei full', { parts: { reply_to_message } });
    stage.ann.say(`/imei ${IMEI}`, { parts: { reply_to_message } });
    await stage.asked(2);
    expect(stage.inbox.map((asked) => fileOf(asked)?.name)).toEqual(['phones.csv', undefined]);
  });
});

describe('a message of another chat', () => {
  const document = { file_id: 'f', file_unique_id: 'f', file_name: 'phones.csv' };
  const photo = [{ file_id: 'p', file_unique_id: 'p', width: 90, height: 60 }];
  const origin = { type: 'hidden_user', date: 1, sender_user_name: 'Someone' } as const;
  const replyingTo = (file: object) => ({ parts: { external_reply: { origin, ...file } } });

  it('GIVEN a reply to it with a command, a mention or words THEN its file is asked of', async () => {
    const stage = await open();
    const group = -1;
    stage.telegram.chats.groups.add(group);
    stage.ann.say('/imei full', { group, ...replyingTo({ document }) });
    stage.ann.say('@imei_bot', { group, ...replyingTo({ photo }) });
    stage.ann.say('what is it?', replyingTo({ photo }));
    stage.ann.say(`/imei ${IMEI}`, replyingTo({ document }));
    stage.ann.say(IMEI, replyingTo({ document }));
    await stage.asked(5);
    expect(stage.inbox.map((asked) => [textOf(asked), fileOf(asked)?.location])).toEqual([
      ['/imei full', 'f'],
      ['/imei', 'p'],
      ['/imei what is it?', 'p'],
      [`/imei ${IMEI}`, undefined],
      [`/imei ${IMEI}`, undefined],
    ]);
  });
});

describe('reading a document', () => {
  it('GIVEN it is larger than a bot may fetch THEN it is too large, and Telegram is not asked', async () => {
    const stage = await open();
    stage.ann.sendFile({ name: 'big.csv', bytes: new Uint8Array(20 * 1024 * 1024 + 1) });
    const asked = await stage.asked();
    await expect(stage.read(asked, 50_000_000)).rejects.toMatchObject({ why: 'too-large' });
    expect(stage.telegram.callsOf('getFile')).toEqual([]);
  });

  it('GIVEN it fails THEN the token is in no error and in no log', async () => {
    const stage = await open();
    stage.ann.sendFile(LIST);
    const asked = await stage.asked();
    stage.telegram.breakDownloads = true;
    const error = await stage.read(asked).catch((one: unknown) => one);
    expect(error).toMatchObject({ name: 'FileUnreadable', why: 'failed' });
    expect([String(error), JSON.stringify(error), JSON.stringify(stage.logged)].join()).not.toContain(TOKEN);
    expect(error).not.toHaveProperty('cause');
  });
});
