import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ShowReply } from '../../../src/core/adapter/request-event.ts';
import type { ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';
import { suggestNothing } from '../../support/inbox.ts';
import { button, replyOf } from '../../support/replies.ts';
import { answering, stageConsole, textOf } from './stage.ts';

type Answer = (text: string, show: ShowReply) => Promise<unknown>;

/** Answers with this. */
const replying =
  (reply: (text: string) => Partial<ReplyWithButtons>): Answer =>
  (text, show) =>
    show(replyOf(reply(text)), { isLast: true });
const echo = replying((title) => ({ title }));

/**
 * Sends lines, and resolves with the exit code and all that was written, once the adapter has
 * ended.
 */
async function send(
  lines: string,
  answer: Answer,
  options: Parameters<typeof stageConsole>[0] = {},
) {
  const { adapter, input, output, errorOutput, ended } = stageConsole(options);
  const receive = answering(answer);
  await adapter.start(receive, suggestNothing);
  input.end(lines);
  const exitCode = await ended;
  return { exitCode, output, written: output.raw(), errorOutput, requests: receive.requests };
}

/** Files without a folder of their own are saved here until the test ends. */
function saveIn(folder: string): void {
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('a pipe', () => {
  it('each line gets one reply, in order, and the exit code is 0', async () => {
    // The first lines are answered last.
    const slowly: Answer = async (text, show) => {
      await delay(40 - 10 * Number(text));
      await echo(text, show);
    };
    const { exitCode, written } = await send('1\n\n2\r\n  \n3\n/imei 4', slowly);
    expect(exitCode).toBe(0);
    expect(written).toBe('✔ 1\n\n✔ 2\n\n✔ 3\n\n✔ 4\n');
  });

  it('fewer than 50 lines are open at once', async () => {
    let open = 0;
    let most = 0;
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    const { requests } = await send(`${lines.join('\n')}\n`, async (text, show) => {
      open += 1;
      most = Math.max(most, open);
      await delay(1);
      open -= 1;
      await echo(text, show);
    });
    expect(requests.map(textOf)).toEqual(lines);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(50);
  });

  it('a command waits for the lines before it, and the lines after it wait for the command', async () => {
    const said: string[] = [];
    const { written } = await send('a\nb\n/quota now\nc\n', async (text, show) => {
      said.push(`asked ${text}`);
      await delay(20);
      said.push(`answered ${text}`);
      await echo(text, show);
    });
    expect(said.slice(0, 2)).toEqual(['asked a', 'asked b']);
    expect(said.slice(4)).toEqual(['asked now', 'answered now', 'asked c', 'answered c']);
    expect(written).toBe('✔ a\n\n✔ b\n\n✔ now\n\n✔ c\n');
  });

  it('“full” is about the answer above it, and “yes” about the plan above it', async () => {
    const said: string[] = [];
    await send('490154203237518\nfull please\nyes\nb\n', async (text, show) => {
      said.push(`asked ${text}`);
      await delay(20);
      await echo(text, show);
      // The core learns it a moment later.
      for (let steps = 0; steps < 20; steps += 1) await undefined;
      said.push(`answered ${text}`);
    });
    const lines = ['490154203237518', 'full please', 'yes', 'b'];
    expect(said).toEqual(lines.flatMap((text) => [`asked ${text}`, `answered ${text}`]));
  });

  it('no line after “exit” is asked', async () => {
    const { exitCode, written } = await send('a\nexit\nb\n', echo);
    expect(exitCode).toBe(0);
    expect(written).toBe('✔ a\n');
  });

  it('a line that only stops another one does not hold up the lines after it', async () => {
    const { exitCode, written } = await send('a\nstop\nb\n', async (text, show) => {
      if (text === 'a') await delay(20);
      await echo(text, show);
    });
    expect(exitCode).toBe(0);
    expect(written).toBe('✔ a\n\n✔ b\n');
  });

  it.each<[string, number, (text: string) => Partial<ReplyWithButtons>]>([
    ['all is well', 0, () => ({ tone: 'warning' })],
    ['one line of several failed', 1, (text) => ({ tone: text === 'b' ? 'bad' : 'good' })],
    [
      'a check failed, however kindly that is said',
      1,
      () => ({ records: () => [{ ok: true }, { ok: false }] }),
    ],
    [
      'further numbers were only asked about',
      0,
      () => ({ records: () => [{ ok: true }, { ok: false, result: 'unsure' }] }),
    ],
    [
      'nothing but further numbers was asked about',
      1,
      () => ({ records: () => [{ ok: false, result: 'unsure' }] }),
    ],
  ])('all lines are answered, and when %s the exit code is %i', async (_, exitCode, reply) => {
    const ended = await send('a\nb\nc\n', replying(reply));
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.requests).toHaveLength(3);
  });

  it('the output has no progress, no buttons and no colours', async () => {
    const { written } = await send('x\n', async (_text, show) => {
      await show(replyOf({ title: 'Waiting', progress: { done: 1, total: 2 } }), { isLast: false });
      await show(replyOf({ title: 'Done', actions: [button('Again', 'x.again')] }), {
        isLast: true,
      });
    });
    expect(written).toBe('✔ Done\n');
  });

  it('what answers no line is not in the output', async () => {
    const { adapter, input, output, errorOutput, ended } = stageConsole();
    const show = await adapter.reopen({ kind: 'console', session: 'before', line: 1 });
    await adapter.start(answering(echo), suggestNothing);
    await show?.(replyOf({ title: 'Late' }), { isLast: true });
    expect(await adapter.notify('console:user:local', replyOf({ title: 'News' }))).toBe(true);
    input.end('x\n');
    await ended;
    expect(output.raw()).toBe('✔ x\n');
    expect(errorOutput.raw()).toBe('You asked before:\n✔ Late\n\n✔ News\n');
  });

  it.each([
    ['0 when the reader has left', 'EPIPE', 0, undefined],
    ['1 for any other error, so that the answer is shown later', 'ENOSPC', 1, { code: 'ENOSPC' }],
  ])(
    'no more lines are asked once nothing can be written; the exit code is %s',
    async (_, code, exitCode, why) => {
      const broken = new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error('not written'), { code })),
      });
      const { adapter, input, ended } = stageConsole({ output: broken });
      const errors: unknown[] = [];
      const receive = answering((text, show) =>
        echo(text, show).then(
          () => errors.push(undefined),
          (error: unknown) => errors.push(error),
        ),
      );
      await adapter.start(receive, suggestNothing);
      input.write('a\nb\n');
      expect(await ended).toBe(exitCode);
      input.end('c\nd\n');
      await new Promise(setImmediate);
      expect(receive.requests).toHaveLength(2);
      expect(errors).toEqual([why, why].map((one) => one && expect.objectContaining(one)));
    },
  );

  it('the files of a reply overwrite no other file, and stay in their folders', async () => {
    const folder = await emptyDirectory();
    saveIn(folder);
    const file = { contentType: 'text/csv', data: Buffer.from('a,b') };
    const files = ['a/../../list.csv', 'list.csv', 'list.csv'].map((name) => ({ ...file, name }));
    const { written } = await send(
      'x\n',
      replying(() => ({ files })),
    );
    const saved = [...written.matchAll(/→ (\S+)/g)].map(([, path = '']) => path);
    expect(saved.map((path) => basename(path))).toEqual([
      'a-..-..-list.csv',
      'list.csv',
      'list.csv',
    ]);
    expect((await readdir(folder)).sort()).toEqual(
      saved.map((path) => basename(dirname(path))).sort(),
    );
    for (const path of saved) expect(await readFile(path, 'utf8')).toBe('a,b');
  });

  it('a reply names the file that cannot be saved', async () => {
    saveIn(join(await emptyDirectory(), 'missing'));
    const files = [{ name: 'list.csv', contentType: 'text/csv', data: Buffer.from('a,b') }];
    const { written } = await send(
      'x\n',
      replying(() => ({ files })),
    );
    expect(written).toContain('list.csv could not be saved.');
  });

  it('the answer to a file is written beside it, not over an earlier answer', async () => {
    const folder = await emptyDirectory();
    const list = join(folder, 'l.csv');
    const file = { name: 'l-checked.csv', contentType: 'text/csv', data: Buffer.from('a,b') };
    const line = `/imei file:${list}\n`;
    const { written } = await send(
      `${line}${line}`,
      replying(() => ({ files: [file] })),
    );
    expect(written).toContain(`→ ${join(folder, 'l-checked.csv')}\n`);
    const names = await readdir(folder);
    expect(names.sort()).toEqual(['l-checked-2.csv', 'l-checked.csv']);
    // Other people of the machine cannot read it.
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});

describe('one line as an argument', () => {
  it('a line as an argument is answered without reading the input', async () => {
    const { exitCode, written } = await send('not this\n', echo, {
      onlyLine: '/imei 490154203237518',
    });
    expect(exitCode).toBe(0);
    expect(written).toBe('✔ 490154203237518\n');
  });

  it('its progress is one line on the terminal, and the answer replaces that line', async () => {
    const { adapter, output, ended } = stageConsole({ onlyLine: 'x', terminal: 80 });
    const seen: string[] = [];
    const receive = answering(async (text, show) => {
      for (const title of ['In line', 'Nearly there']) {
        await show(replyOf({ tone: 'progress', title }), { isLast: false });
        seen.push(output.seen());
      }
      await echo(text, show);
    });
    await adapter.start(receive, suggestNothing);
    expect(await ended).toBe(0);
    expect(seen).toEqual(['… In line', '… Nearly there']);
    expect(output.seen()).toBe('✔ x\n');
  });
});

it('with --json the output is one object for each IMEI of the last state', async () => {
  const { exitCode, written } = await send(
    '1,2\n3\n',
    async (text, show) => {
      await show(replyOf({ title: 'Waiting', records: () => [{ imei: 'early' }] }), {
        isLast: false,
      });
      await show(replyOf({ records: () => text.split(',').map((imei) => ({ imei })) }), {
        isLast: true,
      });
    },
    { json: true, terminal: 80 },
  );
  const lines = written.trimEnd().split('\n');
  expect(exitCode).toBe(0);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { imei: '1' },
    { imei: '2' },
    { imei: '3' },
  ]);
});
