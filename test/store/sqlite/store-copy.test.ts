import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answersFileOf } from '../../../src/store/file-names.ts';
import { copyStore, replaceStore, setAsideStore } from '../../../src/store/sqlite/store-copy.ts';
import { StoreUnusable } from '../../../src/store/store-errors.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';
import {
  BAD_FILES,
  type BadFile,
  emptyStore,
  filledFile,
  fillFile,
  newFile,
  openStore,
  runSql,
} from '../../support/store/sqlite-files.ts';

describe('a copy of a store', () => {
  it('is written to the given path, whatever characters it has', async () => {
    const to = await newFile('a copy %41 #1? ü.sqlite');
    await copyStore(await emptyStore(), to);
    expect(await readdir(dirname(to))).toEqual([basename(to), basename(answersFileOf(to))]);
  });

  it('has all that was written before, and other users cannot read it', async () => {
    const file = await filledFile();
    const { metadata } = await openStore(file);
    await metadata.set('b', 'not in the file yet');
    const to = join(await emptyDirectory(), 'not', 'there', 'copy.sqlite');
    const contents = await copyStore(file, to);
    expect(contents.summary).toMatch(/^saved answers: 1, open requests: 0, 0\.\d MB$/);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    await writeFile(`${to}.secret`, await readFile(`${file}.secret`));
    expect(await (await openStore(to)).metadata.get('b')).toBe('not in the file yet');
  });

  it('has each answer that its tables say is saved, while a bot saves more', async () => {
    const file = await filledFile();
    const { answers, metadata } = await openStore(file);
    const to = join(await emptyDirectory(), 'copy.sqlite');
    let isCopied = false;
    const copying = copyStore(file, to).finally(() => {
      isCopied = true;
    });
    for (let saved = 1; !isCopied; saved += 1) {
      await answers.set(`${saved}`, 'an answer');
      await metadata.set('saved', `${saved}`);
    }
    await copying;
    await writeFile(`${to}.secret`, await readFile(`${file}.secret`));
    const copy = await openStore(to);
    const last = (await copy.metadata.get('saved')) ?? 'k';
    expect(await copy.answers.get(last)).toBeDefined();
  });

  it.each<BadFile>([
    ...BAD_FILES,
    ['not there', async () => undefined, 'is not there'],
    [
      'damaged in its answers',
      damageAnswers,
      'bot.sqlite.answers is damaged: NULL value in answer.value',
    ],
    ['empty', async (file) => runSql(file, 'VACUUM;'), 'holds nothing'],
  ])('is not made of a store that is %s, and leaves no file', async (_what, make, says) => {
    const file = await newFile();
    await make(file);
    const to = join(await emptyDirectory(), 'copy.sqlite');
    const copying = copyStore(file, to);
    await expect(copying).rejects.toThrow(StoreUnusable);
    await expect(copying).rejects.toThrow(says);
    expect(await readdir(dirname(to))).toEqual([]);
  });
});

it('a restored store replaces the former one, which is kept under another name', async () => {
  const [file, draft] = [await filledFile(), await emptyStore()];
  await rm(`${draft}.answers`);
  await setAsideStore(file, `${file}.old`);
  await rm(file);
  await writeFile(`${file}-shm`, 'of the former file');
  await replaceStore(file, draft);
  await writeFile(`${file}.old.secret`, await readFile(`${file}.secret`));
  await writeFile(`${file}.secret`, await readFile(`${draft}.secret`));
  expect(await readdir(dirname(file))).not.toContain('bot.sqlite-shm');
  const replaced = await openStore(file);
  expect(await replaced.metadata.get('a')).toBeUndefined();
  // The draft had no answers, so those that were there stay.
  expect(await replaced.answers.get('k')).toBe('v');
  const old = await openStore(`${file}.old`);
  expect(await old.metadata.get('a')).toBe('one');
  expect(await old.answers.get('k')).toBe('v');
});

/** Makes a store with saved answers in which one has no text. */
async function damageAnswers(file: string): Promise<void> {
  await fillFile(file);
  await runSql(
    answersFileOf(file),
    "INSERT INTO answer (key, value) VALUES ('without a text', NULL)",
    'PRAGMA writable_schema = ON',
    "UPDATE sqlite_schema SET sql = replace(sql, 'value TEXT', 'value TEXT NOT NULL') WHERE name = 'answer'",
  );
}
