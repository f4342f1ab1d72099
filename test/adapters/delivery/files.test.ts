import { expect, it } from 'vitest';
import type { Button } from '../../../src/core/reply/reply.ts';
import { sayIn } from '../../../src/format/texts/say.ts';
import { PlainTransport, SeparateFilesTransport, SQUARE } from '../../support/plaza.ts';
import { button, replyOf } from '../../support/replies.ts';
import { LATE, stage } from './stage.ts';

const again: Button = { ...button('Again', 'g.file'), ifUnsent: true };
const files = [10, 1_000, 500].map((bytes) => ({
  name: `${bytes}.csv`,
  contentType: 'text/csv',
  data: new Uint8Array(bytes),
}));
const missing = (names: string) => sayIn('en')('files.leftOut', { names });
const list = replyOf({ title: 'List', summary: 'Below.', files, actions: [again] });

it.each([
  [Number.POSITIVE_INFINITY, 'List Below. (10.csv) (1000.csv) (500.csv)'],
  [500, `List Below. ${missing('1000.csv')} (10.csv) (500.csv)`],
  [10, `List Below. ${missing('1000.csv, 500.csv')} (10.csv)`],
  [1, `List Below. ${missing('1000.csv, 500.csv, 10.csv')} [Again]`],
])('files of at most %i bytes come with the reply, and it names the others', async (...row) => {
  const [maxBytes, shown] = row;
  const { plaza, answer, square } = stage();
  plaza.maxFileBytes = maxBytes;
  await answer(list);
  expect(square()).toEqual([shown]);
});

it('files that are messages follow the last state, which then names those that failed', async () => {
  const { plaza, open, square } = stage(SeparateFilesTransport);
  plaza.maxFileBytes = 500;
  const reply = open();
  await reply.progress(list);
  expect(plaza.calls).toBe(1);
  await reply.last(list);
  expect(square()).toEqual([`List Below. ${missing('1000.csv')}`, ' (10.csv)', ' (500.csv)']);
});

it('a file that failed for another reason than its size can be asked for again', async () => {
  class FailingTransport extends SeparateFilesTransport {
    override async sendFile(...call: Parameters<SeparateFilesTransport['sendFile']>) {
      if (call[1].name === '500.csv') throw new Error('no answer came');
      await super.sendFile(...call);
    }
  }
  const { plaza, answer, square } = stage(FailingTransport);
  plaza.maxFileBytes = 500;
  await answer(list);
  const text = `List Below. ${missing('1000.csv, 500.csv')} [Again]`;
  expect(square()).toEqual([text, ' (10.csv)']);
});

it.each([
  [1, PlainTransport, [`${missing('10.csv, 1000.csv, 500.csv')} [Again]`]],
  [1, SeparateFilesTransport, [`${missing('10.csv, 1000.csv, 500.csv')} [Again]`]],
  [500, PlainTransport, [`${missing('1000.csv')} (10.csv) (500.csv)`]],
  [500, SeparateFilesTransport, [missing('1000.csv'), ' (10.csv)', ' (500.csv)']],
])('a file that is larger than the %i bytes of the platform is not uploaded', async (...row) => {
  const [maxBytes, Kind, [text, ...below]] = row;
  const { plaza, answer, square } = stage(Kind);
  plaza.maxFileBytes = maxBytes;
  plaza.namesLimit = true;
  await answer(list);
  expect(square()).toEqual([`List Below. ${text}`, ...below]);
  expect(plaza.calls).toBe(1 + below.length);
});

it.each([
  ['is its summary', undefined, ''],
  ['is below its summary', 'Below.', 'Below. '],
])(
  'files that are refused for another reason are left out together; what a reply lacks %s',
  async (...row) => {
    const [, summary, before] = row;
    const { plaza, answer, square } = stage();
    plaza.refusesFiles = true;
    await answer({ ...list, summary });
    expect(square()).toEqual([`List ${before}${missing('10.csv, 1000.csv, 500.csv')} [Again]`]);
    expect(plaza.calls).toBe(2);
  },
);

it('files go along to the private chat if the place has expired', async () => {
  const { plaza, answer, home } = stage();
  plaza.refusing.set(SQUARE, 'expired');
  await answer(list);
  expect(home()).toEqual([`${LATE} List Below. (10.csv) (1000.csv) (500.csv)`]);
  expect(plaza.calls).toBe(2);
});

it('a message to an admin comes with its files', async () => {
  const { delivery, home } = stage(SeparateFilesTransport);
  const news = replyOf({ title: 'News', files: files.slice(0, 1) });
  expect(await delivery.notify('plaza:user:ann', news)).toBe(true);
  expect(home()).toEqual(['News', ' (10.csv)']);
});
