import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ConsoleOptions } from '../../../src/adapters/console/adapter.ts';
import type { ShowReply } from '../../../src/core/adapter/request-event.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';
import { suggestNothing } from '../../support/inbox.ts';
import { button, replyOf } from '../../support/replies.ts';
import { answering, stageConsole, textOf } from './stage.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

describe('a terminal', () => {
  it('the chat begins with a greeting and a prompt, and answers below what was typed', async () => {
    const { adapter, input, output } = await chat();
    input.write('490154203237518\n');
    await expect.poll(() => output.seen()).toContain('Re:');
    expect(output.seen()).toBe('Welcome.\n\nimei> 490154203237518\n✔ Re: 490154203237518\n\nimei>');
    await adapter.stop();
  });

  it('what is being typed stays when a reply comes in between', async () => {
    const { output, type, show } = await withOpenQuestion();
    await type('4901', '4901');
    await show(replyOf({ title: 'An answer' }), { isLast: true });
    await type('5420', '49015420');
    expect(output.seen()).toMatch(/✔ An answer\n\nimei> 49015420$/);
  });

  it('progress is one line above the prompt, cut to the width of the terminal', async () => {
    const { output, show } = await withOpenQuestion({}, 40);
    for (const title of ['First', `Second ${'and on '.repeat(20)}`, 'Third']) {
      await show(replyOf({ tone: 'progress', title }), { isLast: false });
      expect(output.seen().split('\n').at(-2)).toContain(`… ${title.slice(0, 20)}`);
    }
    expect(output.seen()).not.toMatch(/First|Second/);
    await show(replyOf({ title: 'Done' }), { isLast: true });
    await show(replyOf({ tone: 'progress', title: 'Too late' }), { isLast: false });
    expect(output.seen()).not.toMatch(/Third|Too late/);
  });

  it('the progress of a question stays while something else is shown', async () => {
    const { output, show, stage } = await withOpenQuestion();
    await show(replyOf({ tone: 'progress', title: 'Long work' }), { isLast: false });
    await stage.adapter.notify('console:user:local', replyOf({ title: 'News' }));
    expect(output.seen()).toMatch(/✔ News\n\n… Long work\nimei>$/);
  });

  it.each([
    ['the number of its button', '1'],
    ['the word for its button', 'yes'],
  ])('writes the answer to a confirmed file beside it: by %s', async (_what, confirm) => {
    const folder = await emptyDirectory();
    const file = { name: 'l-checked.csv', contentType: 'text/csv', data: Buffer.from('a,b') };
    const plan = replyOf({ actions: [button('Check them', 'x.check')] });
    const { adapter, input, output } = stageConsole({ terminal: 80 });
    const receive = answering((text, show) =>
      show(
        receive.requests.length === 1 ? plan : replyOf({ files: [file], title: `Re: ${text}` }),
        {
          isLast: true,
        },
      ),
    );
    await adapter.start(receive, suggestNothing);
    input.write(`/imei file:${join(folder, 'l.csv')}\n`);
    await expect.poll(() => output.seen()).toContain('Check them');
    input.write(`${confirm}\n`);
    await expect.poll(() => output.seen()).toContain('Re:');
    expect(await readdir(folder)).toEqual(['l-checked.csv']);
    await adapter.stop();
  });

  it('a number presses the lowest button on the screen that has it', async () => {
    const { stage, input, output, receive } = await withOpenQuestion();
    const data = Buffer.from('a,b');
    const files = [{ name: 'l-checked.csv', contentType: 'text/csv', data }];
    // Its file is still being written while the other one is printed.
    const slow = replyOf({ title: 'Slow', files, actions: [button('Again', 'x.slow')] });
    const quick = replyOf({ title: 'Quick', actions: [button('Full', 'x.quick')] });
    const notices = [slow, quick].map((reply) => stage.adapter.notify('console:user:local', reply));
    await Promise.all(notices);
    expect(output.seen()).toMatch(/Quick.*Slow/s);
    input.write('1\n');
    await expect.poll(() => receive.requests).toHaveLength(2);
    expect(receive.requests[1]?.input).toEqual({ kind: 'press', token: 'x.slow' });
  });

  it('Tab completes the names of commands', async () => {
    const { adapter, input, output } = await chat();
    input.write('/qu\t');
    await expect.poll(() => output.seen()).toMatch(/> \/qu(ota|it)?/);
    input.write('o\t');
    await expect.poll(() => output.seen()).toContain('/quota');
    await adapter.stop();
  });

  it('the number of a button presses it until other buttons are shown', async () => {
    const { stage, input, show, receive } = await withOpenQuestion();
    await show(replyOf({ actions: [button('Full', 'x.full'), button('Again', 'x.again')] }), {
      isLast: true,
    });
    input.write('2\n');
    await expect.poll(() => receive.requests).toHaveLength(2);
    expect(receive.requests[1]?.input).toEqual({ kind: 'press', token: 'x.again' });
    await stage.adapter.notify('console:user:local', replyOf({ title: 'No buttons' }));
    input.write('2\n');
    await expect.poll(() => receive.requests).toHaveLength(3);
    expect(receive.requests[2]?.input).toEqual({ kind: 'press', token: 'x.again' });
    await stage.adapter.notify(
      'console:user:local',
      replyOf({ actions: [button('Usage', 'x.usage')] }),
    );
    input.write('2\n');
    await expect.poll(() => receive.requests).toHaveLength(4);
    expect(receive.requests[3]?.input.kind).toBe('command');
  });
});

it('pasted lines are one message, unless one of them is a command', async () => {
  const { input, receive } = await withOpenQuestion();
  input.write('490154203237518\nDisplay ok\n');
  await expect
    .poll(() => receive.requests.slice(1).map(textOf))
    .toEqual(['490154203237518\nDisplay ok']);
  input.write('490154203237518\n/quota\n');
  await expect.poll(() => receive.requests).toHaveLength(4);
});

describe('Ctrl-C', () => {
  it('Ctrl-C presses the button that stops what is under way', async () => {
    const { input, show, receive, stage } = await withOpenQuestion();
    const actions = [button('Brief', 'x.brief'), button('Stop', 'x.stop', { style: 'danger' })];
    await show(replyOf({ tone: 'progress', actions }), { isLast: false });
    input.write(CTRL_C);
    await expect.poll(() => receive.requests).toHaveLength(2);
    expect(receive.requests[1]?.input).toEqual({ kind: 'press', token: 'x.stop' });
    await show(replyOf({ title: 'Stopped' }), { isLast: true });
    expect(stage.output.seen()).toMatch(/Stopped\n\nimei>$/);
  });

  it('a second Ctrl-C ends the chat, which says what is still open', async () => {
    const { input, show, output, stage } = await withOpenQuestion();
    await show(
      replyOf({ tone: 'progress', actions: [button('Stop', 'x.stop', { style: 'danger' })] }),
      {
        isLast: false,
      },
    );
    input.write(CTRL_C);
    input.write(CTRL_C);
    expect(await stage.ended).toBe(0);
    expect(output.seen()).toMatch(/\nGoodbye\. Still open: 1\.\n$/);
  });
});

describe('leaving', () => {
  it('a stop before the greeting is printed ends with 0, without a prompt', async () => {
    const { adapter, output, ended } = stageConsole({ terminal: 80 });
    const started = adapter.start(
      answering(async () => undefined),
      suggestNothing,
    );
    await adapter.stop();
    await started;
    expect(output.seen()).toBe('Welcome.\n\n');
    expect(await ended).toBe(0);
  });

  it('“stop” does not count as an open question', async () => {
    const { stage, input, output, receive, show } = await withOpenQuestion();
    input.write('stop\n');
    await expect.poll(() => receive.requests).toHaveLength(2);
    await show(replyOf({ title: 'Stopped' }), { isLast: true });
    await new Promise(setImmediate);
    await stage.adapter.stop();
    expect(output.seen()).toMatch(/\nGoodbye\.\n$/);
  });

  it.each([
    ['a command', '/exit\n'],
    ['Ctrl-D', CTRL_D],
  ])('of what is pasted, only the lines before %s are asked', async (_, way) => {
    const stage = stageConsole({ terminal: 80 });
    const receive = answering(async () => undefined);
    await stage.adapter.start(receive, suggestNothing);
    stage.input.write(`before\n${way}later\n`);
    expect(await stage.ended).toBe(0);
    // A paste is over by then.
    await delay(100);
    expect(receive.requests.map(textOf)).toEqual(['before']);
    expect(stage.output.seen()).toMatch(/\nGoodbye\. Still open: 1\.\n$/);
  });

  it.each(['exit\n', 'quit\n', '/exit\n', '/quit\n', CTRL_D])(
    'the chat is left with %j, and ends with 0',
    async (way) => {
      const { input, output, ended } = await chat();
      input.write('hello\n');
      await expect.poll(() => output.seen()).toContain('Re: hello');
      // The line is answered once the terminal has taken what was written.
      await new Promise(setImmediate);
      input.write(way);
      expect(await ended).toBe(0);
      expect(output.seen()).toMatch(/\nGoodbye\.\n$/);
    },
  );
});

async function chat(options: Parameters<typeof stageConsole>[0] = {}) {
  const stage = stageConsole({ terminal: 80, ...options });
  await stage.adapter.start(
    answering((text, show) => show(replyOf({ title: `Re: ${text}` }), { isLast: true })),
    suggestNothing,
  );
  return stage;
}

/** A chat in which something was asked that is not answered yet. */
async function withOpenQuestion(options: Partial<ConsoleOptions> = {}, columns = 80) {
  const stage = stageConsole({ terminal: columns, ...options });
  const shows: ShowReply[] = [];
  const receive = answering(async (_text, show) => void shows.push(show));
  await stage.adapter.start(receive, suggestNothing);
  const { input, output } = stage;
  input.write('something\n');
  await expect.poll(() => shows).toHaveLength(1);
  const [show = expect.unreachable()] = shows;
  const type = async (keys: string, expected: string): Promise<void> => {
    input.write(keys);
    await expect.poll(() => output.seen()).toMatch(new RegExp(`> ${expected}$`, 'u'));
  };
  return { stage, input, output, receive, show, type };
}
