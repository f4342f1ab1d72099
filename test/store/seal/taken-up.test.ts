import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { StoredRow } from '../../../src/store/contract.ts';
import { opensAny, refuseFormerIfDone, rehashed, reseal, rotate } from '../../../src/store/seal/reseal.ts';
import { ANSWERS, createSeal, type Seal } from '../../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { hashAsBefore, sealAsBefore } from '../../support/store/former-seal.ts';

const FIRST = '0123456789abcdef'.repeat(4);
const OTHER = 'fedcba9876543210'.repeat(4);
const PHRASE = 'a secret of some length';
/** Made once: a phrase is stretched. */
const phraseSeal = createSeal(PHRASE);
const [first, other, list] = [createSeal(FIRST), createSeal(OTHER), createSeal(`${FIRST},${OTHER}`)];

function openStore() {
  const store = createSqliteStore('sqlite://:memory:', systemClock);
  onTestFinished(() => store.close());
  return store;
}

describe('values of the former format', () => {
  it('are sealed for their places, with the hashes in them and the ids of answers', async () => {
    const store = openStore();
    const [answers, sends, requests] = [store.keyv, store.collection('sends'), store.collection('requests')];
    const hash = hashAsBefore(PHRASE, 'imei 1');
    await answers.set(hash, sealAsBefore(PHRASE, 'an answer'));
    await sends.put('one', sealAsBefore(PHRASE, JSON.stringify({ imeiHash: hash, requestId: 'a' })));
    await requests.put('r', sealAsBefore(PHRASE, '{"imeiHash":"none of ours"}'));
    expect(await reseal(store, phraseSeal)).toBe(false);
    const now = phraseSeal.hash('imei 1');
    expect(now).not.toBe(hash);
    expect(await answers.get(hash)).toBeUndefined();
    const open = async (collection: string, id: string, value: Promise<string | undefined>) =>
      phraseSeal.open((await value) ?? '', { collection, id });
    expect(await open(ANSWERS, now, answers.get(now))).toBe('an answer');
    expect(await open('sends', 'one', sends.get('one'))).toBe(
      JSON.stringify({ imeiHash: now, requestId: 'a' }),
    );
    expect(await open('requests', 'r', requests.get('r'))).toBe('{"imeiHash":"none of ours"}');
  });

  it('are nobody’s where there never were any, and no longer anybody’s once all are taken up', async () => {
    const store = openStore();
    const seal = createSeal(FIRST);
    const value = sealAsBefore(FIRST, 'moved here by somebody');
    await store.collection('claims').put('a', value);
    // None of it is of a collection of then.
    expect(await reseal(store, seal)).toBe(true);
    expect(await store.collection('claims').get('a')).toBe(value);
    expect(seal.openFormer(value)).toBeUndefined();
    const next = createSeal(FIRST);
    expect(next.openFormer(value)?.text).toBe('moved here by somebody');
    await refuseFormerIfDone(store, next);
    expect(next.openFormer(value)).toBeUndefined();
    const after = createSeal(FIRST);
    expect(await reseal(store, after)).toBe(true);
    expect(after.openFormer(value)).toBeUndefined();
  });

  it('are read at a start on a store of which nobody says that all are taken up', async () => {
    const store = openStore();
    const value = sealAsBefore(FIRST, 'of old');
    const readsAfter = async (marker: string | undefined): Promise<boolean> => {
      if (marker !== undefined) await store.collection('seal').put('format', marker);
      const seal = createSeal(FIRST);
      await refuseFormerIfDone(store, seal);
      return seal.openFormer(value) !== undefined;
    };
    expect(await readsAfter(undefined)).toBe(true);
    expect(await readsAfter('2')).toBe(true);
    expect(await readsAfter(other.close('2', { collection: 'seal', id: 'format' }))).toBe(true);
    expect(await readsAfter(first.close('1', { collection: 'seal', id: 'format' }))).toBe(true);
    expect(await readsAfter(first.close('2', { collection: 'seal', id: 'format' }))).toBe(false);
  });

  it.each(['5', 'null', '"text"', '{"requestId":"a"}'])(
    'have no hash where none is in them: a send of %s',
    (text) => {
      expect(rehashed({ text, rehash: () => 'another' }, 'sends')).toBe(text);
    },
  );
});

describe('values of an older secret', () => {
  const place = (collection: string, id: string) => ({ collection, id });
  const closeBy = (seal: Seal, collection: string, id: string, text: string) =>
    seal.close(text, place(collection, id));

  it('are sealed with the first one where they live long: named answers, and what is said of the seal', async () => {
    const store = openStore();
    const named = JSON.stringify({ name: 'imei 1', raw: 'x' });
    const [formerId, id] = [other.hash('imei 1'), first.hash('imei 1')];
    await store.keyv.set(formerId, closeBy(other, ANSWERS, formerId, named));
    await store.keyv.set('unnamed', closeBy(other, ANSWERS, 'unnamed', '{"raw":"x"}'));
    await store.keyv.set('of this', closeBy(first, ANSWERS, 'of this', named));
    await store.keyv.set('foreign', closeBy(phraseSeal, ANSWERS, 'foreign', named));
    await store.collection('seal').put('format', closeBy(other, 'seal', 'format', '2'));
    await store.collection('requests').put('r', closeBy(other, 'requests', 'r', named));
    expect(await rotate(store, list)).toBe(2);
    expect(first.open((await store.keyv.get(id)) ?? '', place(ANSWERS, id))).toBe(named);
    expect(await store.keyv.get(formerId)).toBeUndefined();
    expect(first.open((await store.collection('seal').get('format')) ?? '', place('seal', 'format'))).toBe(
      '2',
    );
    expect(other.open((await store.collection('requests').get('r')) ?? '', place('requests', 'r'))).toBe(
      named,
    );
    for (const left of ['unnamed', 'of this', 'foreign']) expect(await store.keyv.get(left)).toBeDefined();
    expect(await rotate(store, list)).toBe(0);
  });

  it('are told by who has only that', () => {
    expect([first.hasOlder, list.hasOlder, createSeal(FIRST).hasOlder]).toEqual([false, true, false]);
    const mine = first.close('text', place('rows', 'a'));
    const older = other.close('text', place('rows', 'a'));
    expect([list.isOfFirst(mine, place('rows', 'a')), list.isOfFirst(older, place('rows', 'a'))]).toEqual([
      true,
      false,
    ]);
    expect(createSeal(`${FIRST},${OTHER}`).hasOlder).toBe(true);
  });
});

describe('a secret that may have sealed a store', () => {
  async function* dump(...rows: readonly StoredRow[]) {
    for (const row of rows) yield [row];
  }
  const row = (collection: string | undefined, value: string): StoredRow => ({
    ...(collection !== undefined && { collection }),
    ...{ id: 'a', value },
  });
  const sealed = (seal: Seal, collection = ANSWERS) => seal.close('text', { collection, id: 'a' });

  it.each<[string, readonly StoredRow[], boolean | undefined]>([
    ['is not told by an empty one', [], undefined],
    ['is not told by what is sealed by nobody', [row('counters', '5')], undefined],
    [
      'has if it opens one row of it',
      [row('rows', sealed(other, 'rows')), row('rows', sealed(first, 'rows'))],
      true,
    ],
    ['has if it opens one answer of it', [row(undefined, sealed(first))], true],
    ['has not if it opens nothing', [row('rows', sealed(other, 'rows')), row('counters', '5')], false],
    ['has if it opens a value of before', [row('requests', sealAsBefore(FIRST, 'text'))], true],
    ['has not if that is another’s', [row('requests', sealAsBefore(OTHER, 'text'))], false],
    ['is not told by what looks so elsewhere', [row('counters', sealAsBefore(FIRST, 'text'))], undefined],
  ])('%s', async (_what, rows, opens) => {
    expect(await opensAny(createSeal(FIRST), dump(...rows))).toBe(opens);
  });
});

it('an empty text is sealed as any other', () => {
  const at = { collection: 'rows', id: 'a' };
  expect(first.open(first.close('', at), at)).toBe('');
});
