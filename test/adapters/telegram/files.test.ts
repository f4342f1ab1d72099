import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FileReference } from '../../../src/core/command/command-options.ts';
import { deferred } from '../../../src/core/promises.ts';
import { StoreFailed } from '../../../src/store/store-errors.ts';
import { createSkippingClock } from '../../support/clocks/skipping.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';
import type { Received } from '../../support/inbox.ts';
import { IMEI } from '../../support/known.ts';
import { replyOf } from '../../support/replies.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { TOKEN } from '../../support/telegram/server.ts';
import { GROUP, inGroup, type Stage, stageTelegram, textOf, titles } from './stage.ts';

const LIST = { name: 'phones.csv', bytes: new TextEncoder().encode(`imei\n${IMEI}\n`) };
const document = { file_id: 'f', file_unique_id: 'f', file_name: 'phones.csv' };
/** A photo as Telegram describes it, in several sizes. */
const photo = ['small', 'large'].map((file_id, index) => ({
  file_id,
  file_unique_id: file_id,
  width: 90 * (index + 1),
  height: 60 * (index + 1),
  file_size: LIST.bytes.byteLength,
}));
const origin = { type: 'hidden_user', date: 1, sender_user_name: 'Someone' } as const;

const fileOf = ({ request: { input } }: Received) =>
  input.kind === 'command' && input.options.kind === 'text' ? input.options.file : undefined;

async function receivedFile(stage: Stage): Promise<FileReference> {
  return fileOf(await stage.received()) ?? expect.fail('no file was received');
}

const upTo = (maxBytes: number) => ({ maxBytes, signal: new AbortController().signal });

async function textsFrom(say: (stage: Stage) => void, count: number) {
  const stage = await inGroup();
  say(stage);
  await stage.received(count);
  return stage.inbox.map((received) => [
    textOf(received),
    fileOf(received)?.location ?? fileOf(received)?.name,
  ]);
}

describe('a file', () => {
  it('a reply without a number is about the file of a message in another chat', async () => {
    const parts = { external_reply: { origin, document } } as object;
    const received = textsFrom((stage) => {
      for (const text of ['what is it?', IMEI]) stage.ann.say(text, { parts });
      stage.ann.say('@imei_bot', { group: GROUP, parts });
    }, 3);
    expect(await received).toEqual([
      ['/imei what is it?', 'f'],
      [`/imei ${IMEI}`, undefined],
      ['/imei', 'f'],
    ]);
  });

  it('a photo is read in its largest size', async () => {
    const received = textsFrom((stage) => {
      stage.ann.sendFile(
        { name: '', bytes: LIST.bytes },
        { parts: { photo, document: undefined } as object },
      );
    }, 1);
    expect(await received).toEqual([['/imei', 'large']]);
  });

  it('a file of 30 MB is refused without a call', async () => {
    const stage = await inGroup();
    stage.ann.sendFile(
      { name: 'big.csv', bytes: LIST.bytes },
      { parts: { document: { ...document, file_size: 30_000_000 } } },
    );
    const file = await receivedFile(stage);
    await expect(stage.adapter.readFile(file, upTo(20 * 1024 * 1024))).rejects.toMatchObject({
      why: 'too-large',
    });
    expect(stage.telegram.callsOf('getFile')).toEqual([]);
  });

  it.each([
    ['of this machine is read there', 'file_0.csv', undefined],
    [
      'of another machine is reported, with what the operator can do',
      'file_1.csv',
      'its files are not on this machine',
    ],
    ['that cannot be opened is reported as such', '', 'this bot cannot read its files'],
  ])('on a server in local mode, a file %s', async (_, name, fault) => {
    const stage = await inGroup();
    const folder = await emptyDirectory();
    await writeFile(join(folder, 'file_0.csv'), LIST.bytes);
    stage.telegram.localPath = join(folder, name);
    stage.ann.sendFile(LIST);
    const file = await receivedFile(stage);
    const bytes = stage.adapter.readFile(file, upTo(1_000));
    if (fault === undefined) return expect(new Uint8Array(await bytes)).toEqual(LIST.bytes);
    await expect(bytes).rejects.toMatchObject({ why: 'failed' });
    const reported = `The Bot API server of TELEGRAM_API_URL runs with --local, but ${fault}`;
    expect(stage.warnings(reported)).toHaveLength(1);
  });

  it('on a server in local mode, a file that is too large is not a mistake of the operator', async () => {
    const stage = await inGroup();
    const path = join(await emptyDirectory(), 'file_0.csv');
    await writeFile(path, LIST.bytes);
    stage.telegram.localPath = path;
    stage.ann.sendFile(LIST);
    const { name, location } = await receivedFile(stage);
    const reading = stage.adapter.readFile({ name, location }, upTo(3));
    await expect(reading).rejects.toMatchObject({ why: 'too-large' });
    expect(stage.logged.filter(({ level }) => level > 30)).toEqual([]);
  });

  it('a file that Telegram does not name just now can be read later', async () => {
    const stage = await inGroup();
    stage.ann.sendFile(LIST);
    const file = await receivedFile(stage);
    stage.telegram.mishap('getFile', 'dropped');
    await expect(stage.adapter.readFile(file, upTo(1_000))).rejects.toMatchObject({
      why: 'failed',
    });
    expect(new Uint8Array(await stage.adapter.readFile(file, upTo(1_000)))).toEqual(LIST.bytes);
  });

  it.each([
    ['is larger than a bot may fetch', 20 * 1024 * 1024 + 1, 'too-large'],
    ['does not come', 3, 'failed'],
  ] as const)(
    'a file that %s is an error that says why, without the token',
    async (_, bytes, why) => {
      const stage = await inGroup();
      stage.ann.sendFile({ name: 'big.csv', bytes: new Uint8Array(bytes) });
      const file = await receivedFile(stage);
      stage.telegram.breakDownloads = true;
      const error = await stage.adapter
        .readFile(file, upTo(50_000_000))
        .catch((one: unknown) => one);
      expect(error).toMatchObject({ name: 'FileUnreadable', why });
      expect(
        [String(error), JSON.stringify(error), JSON.stringify(stage.logged)].join(),
      ).not.toContain(TOKEN);
      expect(error).not.toHaveProperty('cause');
      expect(stage.telegram.downloads).toHaveLength(why === 'failed' ? 1 : 0);
    },
  );
});

describe('an album', () => {
  /** Sends pictures with these captions; answers how the first one is edited. */
  const send = (
    stage: Stage,
    captions: readonly string[],
    where: { readonly group?: number; readonly parts?: object; readonly first?: number } = {},
  ) => {
    const cat = createPerson(stage.telegram, { id: 55, privacy: false });
    const said = captions.map((caption, index) => {
      const file_id = `photo-${(where.first ?? 0) + index}`;
      const sizes = [{ file_id, file_unique_id: 'p', width: 1, height: 1 }];
      const album = { document: undefined, photo: sizes, media_group_id: 'an-album' };
      const parts = { ...album, ...where.parts } as object;
      const words = caption !== '' && { caption };
      return cat.sendFile({ name: '', bytes: LIST.bytes }, { ...where, ...words, parts });
    });
    return (text: string) => said[0] && cat.edit(said[0], text);
  };
  /** Stops the bot while an album is incomplete; `startNext` starts the next process. */
  const stoppedWithAlbum = async () => {
    const clock = createSkippingClock();
    const stage = await inGroup({ clock });
    send(stage, ['/imei full', ''], { group: GROUP });
    await expect.poll(() => stage.telegram.updates.waiting).toEqual([]);
    expect(stage.inbox).toHaveLength(0);
    await stage.adapter.stop();
    const startNext = async () => {
      const next = await stageTelegram({ store: { messages: stage.storedMessages } }, stage);
      await next.start();
      /** Skips the time in which more pictures may come. */
      const gathered = async (count = 1) => {
        const requests = () => {
          clock.skip(500);
          return next.inbox;
        };
        await expect.poll(requests).toHaveLength(count);
        return next.received(count);
      };
      return { ...next, gathered };
    };
    return { stage, startNext };
  };
  const filesOf = (received: Received) => [
    fileOf(received)?.location,
    ...(fileOf(received)?.others ?? []).map(({ location }) => location),
  ];

  const photos = ['photo-0', 'photo-1', 'photo-2'];
  const videos = { parts: { photo: undefined, video: {} } };
  it.each([
    ['in a private chat', ['full', '', ''], {}, '/imei full', photos],
    ['in a private chat, without words', ['', '', ''], {}, '/imei', photos],
    [
      'in a private chat, of videos, with the words below the second',
      ['', IMEI, ''],
      videos,
      `/imei ${IMEI}`,
      [],
    ],
    ['in a group, for its words', ['/imei full', '', ''], { group: GROUP }, '/imei full', photos],
    ['in a group, with a mention', ['@imei_bot', '', ''], { group: GROUP }, '/imei', photos],
  ])(
    'an album is one question with all its pictures: %s',
    async (_, captions, where, text, files) => {
      const stage = await inGroup();
      const edit = send(stage, captions, where);
      const received = await stage.received();
      // Of an edited album, Telegram delivers one picture.
      edit(`/imei ${IMEI}`);
      await expect.poll(() => stage.telegram.updates.waiting).toEqual([]);
      expect(textOf(received)).toBe(text);
      expect(filesOf(received).filter(Boolean)).toEqual(files);
      await received.show(replyOf({ title: 'Answered' }), { isLast: true });
      expect(titles(stage)).toEqual(['✅ Answered']);
      expect(stage.inbox).toHaveLength(1);
    },
  );

  it('an album in a group is not answered if its words ask nothing', async () => {
    const stage = await inGroup();
    send(stage, ['holiday', ''], { group: GROUP });
    send(stage, ['/imei full', ''], { group: GROUP, parts: { media_group_id: 'a-later-album' } });
    expect(textOf(await stage.received())).toBe('/imei full');
    expect(stage.inbox).toHaveLength(1);
  });

  it('a picture that is delivered again, since it was not stored, is part of the same request', async () => {
    const stage = await stageTelegram();
    const { upsert } = stage.storedMessages;
    let writes = 0;
    stage.storedMessages.upsert = async (...row) => {
      writes += 1;
      if (writes === 2) throw new StoreFailed(new Error('the disk is full'));
      return upsert.apply(stage.storedMessages, row);
    };
    await stage.start();
    send(stage, ['full', `second ${IMEI}`]);
    await expect.poll(() => writes).toBeGreaterThan(2);
    await expect.poll(() => stage.telegram.updates.waiting).toEqual([]);
    await stage.clock.sleep(3_000);
    expect(new Set(stage.inbox.map(({ request }) => request.id)).size).toBe(1);
    for (const received of stage.inbox) {
      expect(filesOf(received)).toEqual(['photo-0', 'photo-1']);
      expect(textOf(received)).toBe(`/imei full\nsecond ${IMEI}`);
    }
  });

  it('an album that is incomplete when the process ends is a question to the next process', async () => {
    const { stage, startNext } = await stoppedWithAlbum();
    const next = await startNext();
    expect(filesOf(await next.gathered())).toEqual(['photo-0', 'photo-1']);
    expect(stage.inbox).toHaveLength(0);
  });

  it('a picture that comes before the next process has read the album is part of it', async () => {
    const { stage, startNext } = await stoppedWithAlbum();
    const isReadable = deferred<void>();
    const messages = stage.storedMessages;
    const get = messages.get.bind(messages);
    messages.get = async (name, form) => {
      await isReadable.promise;
      return get(name, form);
    };
    const next = await startNext();
    send(next, [''], { group: GROUP, first: 2 });
    // It comes with the same poll, after the picture.
    next.bob.say(IMEI);
    await next.received();
    isReadable.resolve();
    expect(filesOf(await next.gathered(2))).toEqual(photos);
  });

  it('an open album that another version stored in another form is left out', async () => {
    const { stage, startNext } = await stoppedWithAlbum();
    const albums = await stage.storedMessages.get('telegram albums', z.looseObject({}));
    const stored = { '1:old': { request: { id: 'old' } }, ...albums };
    await stage.storedMessages.upsert('telegram albums', stored, { keptMs: 60_000 });
    const next = await startNext();
    expect(filesOf(await next.gathered())).toEqual(['photo-0', 'photo-1']);
    expect(next.warnings('Gathered albums')).toEqual([]);
  });
});
