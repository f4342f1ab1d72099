import type { PhotoSize } from 'grammy/types';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/core/clock.ts';
import { sayIn } from '../../../../src/format/words/say.ts';
import { createMessageTable } from '../../../../src/store/schema/message.ts';
import { createMemorySql, NO_SEAL } from '../../../support/store/memory-sql.ts';
import { createPerson } from '../../../support/telegram/people.ts';
import { type Asked, eventually, replyOf, stageTelegram, textOf } from '../stage.ts';

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

async function open(options: Parameters<typeof stageTelegram>[0] = {}) {
  const stage = await stageTelegram(options);
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

  it('has its caption as the options', async () => {
    const stage = await open();
    stage.ann.sendFile({ name: '', bytes: BYTES }, { caption: 'full', parts: asPhoto });

    const asked = await stage.asked();

    expect(textOf(asked)).toBe('/imei full');
    expect(fileOf(asked)?.location).toBe('large');
  });

  it('in a group is asked of when the caption names a command, and left alone otherwise', async () => {
    const stage = await open();
    const group = -1;
    stage.telegram.chats.groups.add(group);
    stage.ann.sendFile({ name: '', bytes: BYTES }, { group, caption: 'holiday', parts: asPhoto });
    stage.ann.sendFile({ name: '', bytes: BYTES }, { group, caption: '/imei', parts: asPhoto });

    const asked = await stage.asked();

    expect(textOf(asked)).toBe('/imei');
    expect(fileOf(asked)?.location).toBe('large');
  });

  describe('in an album in a group', () => {
    const group = -1;
    const inAlbum = (id: number) => ({ ...asPhoto, message_id: id, media_group_id: 'an-album' });
    const album = async (
      captions: readonly (string | undefined)[],
      options: Parameters<typeof stageTelegram>[0] = {},
    ) => {
      const stage = await open(options);
      stage.telegram.chats.groups.add(group);
      const cat = createPerson(stage.telegram, { id: 55, privacy: false });
      for (const [index, caption] of captions.entries()) {
        const parts = inAlbum(index + 1);
        cat.sendFile({ name: '', bytes: BYTES }, { group, ...(caption && { caption }), parts });
      }
      return stage;
    };
    const onlyOne = sayIn('en')('telegram.onlyOneOfAlbum');

    it('is asked of with the words of the first, and nothing is said of others', async () => {
      const stage = await album(['/imei full', undefined, undefined]);
      await stage.asked(3);
      expect(stage.inbox.map(textOf)).toEqual(['/imei full', '/imei full', '/imei full']);
      expect(stage.inbox.map((one) => fileOf(one)?.name)).toEqual(['photo.jpg', 'photo.jpg', 'photo.jpg']);
      await stage.inbox[0]?.show(replyOf({ title: 'Answered' }), { last: true });
      expect(stage.shown(group)[0]?.text).not.toContain(onlyOne);
    });

    it('is asked of with those words also where other processes are told of them later', async () => {
      const rows = createMessageTable(createMemorySql(), NO_SEAL, systemClock);
      let inbox: readonly Asked[] = [];
      const came = (count: number) => eventually(() => expect(inbox.length).toBeGreaterThanOrEqual(count));
      const get: typeof rows.get = async (id) => {
        await came(1);
        return rows.get(id);
      };
      const insert: typeof rows.insert = async (id, ...row) => {
        if (id.endsWith('asked')) await came(2);
        return rows.insert(id, ...row);
      };
      const memory = {
        messages: { ...rows, get, insert },
        hash: (name: string) => name,
      };
      const stage = await album(['/imei full', undefined], { memory });
      inbox = stage.inbox;
      await stage.asked(2);
      expect(inbox.map(textOf)).toEqual(['/imei full', '/imei full']);
    });

    it('is not asked of again for the numbers in the words', async () => {
      const stage = await album(['/imei 490154203237518', undefined]);
      await stage.asked(2);
      expect(stage.inbox.map(textOf)).toEqual(['/imei 490154203237518', '/imei']);
    });

    it('is left alone when its words ask nothing', async () => {
      const stage = await album(['holiday', undefined, undefined]);
      stage.ann.say('/imei 490154203237518', { group });
      await stage.asked();
      expect(stage.inbox).toHaveLength(1);
    });

    it('says that it saw only this one, where privacy mode keeps the others from it', async () => {
      const stage = await album(['/imei']);
      await (await stage.asked()).show(replyOf({ title: 'Answered', note: 'Just now' }), { last: true });
      expect(stage.shown(group)[0]?.text).toContain(`Just now\n${onlyOne}`);
    });
  });

  it('sent as a document, uncompressed, is asked of as well', async () => {
    const stage = await open();
    stage.ann.sendFile({ name: 'label.png', bytes: BYTES });

    expect(fileOf(await stage.asked())?.name).toBe('label.png');
  });
});
