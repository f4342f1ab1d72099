import type { PhotoSize } from 'grammy/types';
import { describe, expect, it } from 'vitest';
import { slowClock } from '../../support/telegram/clock.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { type Asked, eventually, replyOf, type Stage, stageTelegram, textOf } from './stage.ts';

const BYTES = new TextEncoder().encode('a picture');

const fileOf = ({ request: { ask } }: Asked) =>
  ask.kind === 'command' && ask.options.kind === 'text' ? ask.options.file : undefined;

/** A photo as Telegram tells it: in several sizes, here with the largest in the middle. */
const photo: PhotoSize[] = [
  { file_id: 'small', file_unique_id: 's', width: 90, height: 60, file_size: 900 },
  { file_id: 'large', file_unique_id: 'l', width: 1_280, height: 853, file_size: BYTES.byteLength },
  { file_id: 'middle', file_unique_id: 'm', width: 320, height: 213, file_size: 9_000 },
];

/** A photo is no document. */
const asPhoto: object = { photo, document: undefined };

async function open() {
  const stage = await stageTelegram();
  await stage.start();
  stage.telegram.files.set('large', BYTES);
  return stage;
}

describe('a photo', () => {
  it('is asked of in its largest size, which can be read', async () => {
    const stage = await open();
    stage.ann.sendFile({ name: '', bytes: BYTES }, { parts: asPhoto });

    const file = fileOf(await stage.asked());

    expect(file).toEqual({
      name: 'photo.jpg',
      location: 'large',
      contentType: 'image/jpeg',
      sizeBytes: BYTES.byteLength,
    });
    if (file === undefined) return;
    const read = await stage.adapter.readFile(file, { maxBytes: 99, signal: new AbortController().signal });
    expect(new Uint8Array(read)).toEqual(BYTES);
  });
});

describe('an album', () => {
  const group = -1;
  /** Sends pictures with these captions. */
  const send = (stage: Stage, captions: readonly string[], where: object = {}) => {
    stage.telegram.chats.groups.add(group);
    const cat = createPerson(stage.telegram, { id: 55, privacy: false });
    captions.forEach((caption, index) => {
      const sizes = [{ file_id: `photo-${index}`, file_unique_id: 'p', width: 1, height: 1 }];
      const parts = { document: undefined, photo: sizes, media_group_id: 'an-album' } as object;
      cat.sendFile({ name: '', bytes: BYTES }, { ...where, ...(caption !== '' && { caption }), parts });
    });
  };
  const filesOf = (asked: Asked) => [
    fileOf(asked)?.location,
    ...(fileOf(asked)?.others ?? []).map((one) => one.location),
  ];

  it.each([
    ['in a private chat', ['full', '', ''], {}, '/imei full'],
    ['in a private chat, without words', ['', '', ''], {}, '/imei'],
    ['in a group, for its words', ['/imei full', '', ''], { group }, '/imei full'],
    ['in a group, with a mention', ['@imei_bot', '', ''], { group }, '/imei'],
  ])('is one question with all its pictures: %s', async (_, captions, where, text) => {
    const stage = await open();
    send(stage, captions, where);
    const asked = await stage.asked();
    expect(textOf(asked)).toBe(text);
    expect(filesOf(asked)).toEqual(['photo-0', 'photo-1', 'photo-2']);
    await asked.show(replyOf({ title: 'Answered' }), { last: true });
    expect(stage.shown()).toMatchObject([{ text: '✅ Answered' }]);
    expect(stage.inbox).toHaveLength(1);
  });

  it('is left alone in a group if its words ask nothing', async () => {
    const stage = await open();
    send(stage, ['holiday', ''], { group });
    stage.ann.say('/imei 490154203237518', { group });
    await stage.asked();
    await stage.clock.sleep(5_000);
    expect(stage.inbox).toHaveLength(1);
  });

  it('is confirmed once each picture is persisted, and asked by the next process if this one is killed', async () => {
    const stage = await stageTelegram({ clock: slowClock() });
    await stage.start();
    send(stage, ['full', '']);
    await eventually(() => expect(stage.telegram.updates.waiting).toEqual([]));
    expect(stage.inbox).toEqual([]);
    await stage.adapter.stop();
    const next = await stageTelegram({ messages: stage.messages }, stage);
    await next.start();
    expect(filesOf(await next.asked())).toEqual(['photo-0', 'photo-1']);
  });
});
