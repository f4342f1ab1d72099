import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { answering, button, replyOf, stageConsole, textOf } from './stage.ts';

const echo = answering((text, show) => show(replyOf({ title: `Re: ${text}` }), { last: true }));

describe('on a pipe', () => {
  it('gives one reply for each line, in order, and ends with 0', async () => {
    const { adapter, input, output, ended } = stageConsole();
    const receive = answering(async (text, show) => {
      // The first lines are answered last.
      await new Promise((resolve) => setTimeout(resolve, 40 - 10 * Number(text)));
      await show(replyOf({ title: `Re: ${text}` }), { last: true });
    });
    await adapter.start(receive, suggestNothing);
    input.end('1\n\n2\r\n  \n3\n/imei 4');
    expect(await ended).toBe(0);
    expect(output.raw()).toBe('✔ Re: 1\n\n✔ Re: 2\n\n✔ Re: 3\n\n✔ Re: 4\n');
  });

  it('asks a bounded number of lines ahead', async () => {
    const { adapter, input, ended } = stageConsole();
    const waiting: (() => void)[] = [];
    const receive = answering(async (text, show) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await show(replyOf({ title: text }), { last: true });
    });
    await adapter.start(receive, suggestNothing);
    input.end(Array.from({ length: 300 }, (_, index) => `line ${index}\n`).join(''));
    await expect.poll(() => receive.requests.length).toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receive.requests.length).toBeLessThan(50);
    const open = setInterval(() => waiting.splice(0).forEach((go) => void go()), 1);
    expect(await ended).toBe(0);
    clearInterval(open);
    expect(receive.requests.map(textOf)).toEqual(Array.from({ length: 300 }, (_, index) => `line ${index}`));
  });

  it('lets a command that looks back wait for the lines before it, and those behind wait for it', async () => {
    const { adapter, input, output, ended } = stageConsole();
    const said: string[] = [];
    const receive = answering(async (text, show) => {
      said.push(`asked ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      said.push(`answered ${text}`);
      await show(replyOf({ title: text }), { last: true });
    });
    await adapter.start(receive, suggestNothing);
    input.end('a\nb\n/quota now\nc\n');
    expect(await ended).toBe(0);
    const [first, second, ...rest] = said;
    expect([first, second]).toEqual(['asked a', 'asked b']);
    expect(rest.slice(2)).toEqual(['asked now', 'answered now', 'asked c', 'answered c']);
    expect(output.raw()).toBe('✔ a\n\n✔ b\n\n✔ now\n\n✔ c\n');
  });

  it('ends with 1 when one line failed, and answers the others', async () => {
    const { adapter, input, output, ended } = stageConsole();
    await adapter.start(
      answering((text, show) =>
        show(replyOf({ title: text, tone: text === 'b' ? 'bad' : 'good' }), { last: true }),
      ),
      suggestNothing,
    );
    input.end('a\nb\nc\n');
    expect(await ended).toBe(1);
    expect(output.raw()).toBe('✔ a\n\n✖ b\n\n✔ c\n');
  });

  it('suggests the nearest command, asks nothing, and ends with 1', async () => {
    const { adapter, input, output, ended } = stageConsole();
    const receive = answering(() => Promise.resolve());
    await adapter.start(receive, suggestNothing);
    input.end('/qouta\n');
    expect(await ended).toBe(1);
    expect(output.raw()).toContain('There’s no /qouta. Did you mean /quota?');
    expect(receive.requests).toEqual([]);
  });

  it('shows nothing of progress, no buttons and no colours', async () => {
    const { adapter, input, output, ended } = stageConsole();
    await adapter.start(
      answering(async (_text, show) => {
        await show(replyOf({ title: 'Waiting', progress: { done: 1, total: 2 } }), { last: false });
        await show(replyOf({ title: 'Done', actions: [button('Again', 'x.again')] }), { last: true });
      }),
      suggestNothing,
    );
    input.end('x\n');
    await ended;
    expect(output.raw()).toBe('✔ Done\n');
  });

  it('keeps what belongs to no line out of the output', async () => {
    const { adapter, input, output, errorOutput, ended } = stageConsole();
    const show = await adapter.reopen({ kind: 'console', session: 'before', line: 1 });
    await adapter.start(echo, suggestNothing);
    await show?.(replyOf({ title: 'Late' }), { last: true });
    expect(await adapter.notify('console:user:local', replyOf({ title: 'News' }))).toBe(true);
    input.end('x\n');
    await ended;
    expect(output.raw()).toBe('✔ Re: x\n');
    expect(errorOutput.raw()).toBe('You asked before:\n✔ Late\n\n✔ News\n');
  });

  it.each([
    ['ends quietly with 0 where the reader has left, who wants nothing more', 'EPIPE', 0, undefined],
    ['ends with 1 and tells what was in the way, to be shown later', 'ENOSPC', 1, { code: 'ENOSPC' }],
  ])('stops asking when nothing can be written any more, and %s', async (_, code, exitCode, told) => {
    const broken = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('not written'), { code })),
    });
    const { adapter, input, ended } = stageConsole({ output: broken });
    const shows: unknown[] = [];
    const receive = answering(async (text, show) => {
      const shown = show(replyOf({ title: text }), { last: true });
      shows.push(
        await shown.then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
    });
    await adapter.start(receive, suggestNothing);
    input.write('a\nb\n');
    expect(await ended).toBe(exitCode);
    input.end('c\nd\n');
    await new Promise(setImmediate);
    expect(receive.requests).toHaveLength(2);
    for (const shown of shows) expect(shown).toEqual(told && expect.objectContaining(told));
    expect(shows).toHaveLength(2);
  });

  it('ends with 1 where something that was asked for failed, however kindly the reply says so', async () => {
    const { adapter, input, ended } = stageConsole();
    await adapter.start(
      answering((_text, show) =>
        show(replyOf({ tone: 'warning', records: () => [{ ok: true }, { ok: false }] }), { last: true }),
      ),
      suggestNothing,
    );
    input.end('x\n');
    expect(await ended).toBe(1);
  });

  it('writes the files of a reply, never over another and never outside their folders', async () => {
    const before = process.env.TMPDIR;
    const folder = await mkdtemp(join(tmpdir(), 'console-files-'));
    process.env.TMPDIR = folder;
    onTestFinished(async () => {
      process.env.TMPDIR = before;
      await rm(folder, { recursive: true });
    });
    const { adapter, input, output, ended } = stageConsole();
    const file = { contentType: 'text/csv', data: Buffer.from('a,b') };
    const files = ['a/../../list.csv', 'list.csv', 'list.csv'].map((name) => ({ ...file, name }));
    await adapter.start(
      answering((_text, show) => show(replyOf({ files }), { last: true })),
      suggestNothing,
    );
    input.end('x\n');
    await ended;
    const saved = [...output.raw().matchAll(/→ (\S+)/g)].map(([, path = '']) => path);
    expect(saved.map((path) => basename(path))).toEqual(['a-..-..-list.csv', 'list.csv', 'list.csv']);
    expect((await readdir(folder)).sort()).toEqual(saved.map((path) => basename(dirname(path))).sort());
    for (const path of saved) expect(await readFile(path, 'utf8')).toBe('a,b');
  });
});

describe('one line as an argument', () => {
  it('is answered without reading the input', async () => {
    const { adapter, input, output, ended } = stageConsole({ once: '/imei 490154203237518' });
    input.write('not this\n');
    await adapter.start(echo, suggestNothing);
    expect(await ended).toBe(0);
    expect(output.raw()).toBe('✔ Re: 490154203237518\n');
  });

  it('shows progress on a terminal on one line, which the answer replaces', async () => {
    const { adapter, output, ended } = stageConsole({ once: 'x', terminal: 80 });
    const seen: string[] = [];
    await adapter.start(
      answering(async (_text, show) => {
        for (const title of ['In line', 'Nearly there']) {
          await show(replyOf({ tone: 'progress', title }), { last: false });
          seen.push(output.seen());
        }
        await show(replyOf({ title: 'Done' }), { last: true });
      }),
      suggestNothing,
    );
    expect(await ended).toBe(0);
    expect(seen).toEqual(['… In line', '… Nearly there']);
    expect(output.seen()).toBe('✔ Done\n');
  });
});

describe('with --json', () => {
  it('gives one object for each IMEI, of the last state, and nothing else', async () => {
    const { adapter, input, output, ended } = stageConsole({ json: true, terminal: 80 });
    await adapter.start(
      answering(async (text, show) => {
        await show(replyOf({ title: 'Waiting', records: () => [{ imei: 'early' }] }), { last: false });
        await show(replyOf({ records: () => text.split(',').map((imei) => ({ imei })) }), { last: true });
      }),
      suggestNothing,
    );
    input.end('1,2\n3\n/nothing\n');
    expect(await ended).toBe(1);
    const objects = output
      .raw()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects).toEqual([
      { imei: '1' },
      { imei: '2' },
      { imei: '3' },
      { title: 'There is no /nothing.', tone: 'bad', text: '' },
    ]);
  });
});
