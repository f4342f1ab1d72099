import { expect } from 'vitest';
import type { Button } from '../../src/core/reply/reply.ts';
import { suggestNothing } from '../support/inbox.ts';
import { IMEI } from '../support/known.ts';
import { button, replyOf } from '../support/replies.ts';
import { type AdapterIt, fileWith, last, progress, start, startAndAsk } from './adapter-stage.ts';

const AGAIN: Button = { ...button('Send it again', 'g.file'), ifUnsent: true };
const LIST = {
  title: 'Answered',
  summary: 'One check may have been charged.',
  actions: [AGAIN],
};

/** Hostile names of devices, each with the part that people must read. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['**Nokia** _3310_ `x` ||spoiler||', '**Nokia** _3310_ `x` ||spoiler||'],
  ['<b>Nokia</b> &amp; <a href="x">', '<b>Nokia</b> &amp; <a href="x">'],
  ['@everyone <@1234> #channel', '@everyone <@1234> #channel'],
  ['[click](https://example.org)', '[click](https://example.org)'],
  ['\u001b[2J\u001b]0;owned\u0007Nokia\u009b31m', 'Nokia'],
  ['Nokia\u202e0133\u2066x\u200f', 'Nokia0133x'],
];

const INVISIBLE = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Replies are shown, whole and as text, with their files. */
export function describeReplies(it: AdapterIt): void {
  it('of 200 states that come at once, people see the last one', async ({ stage }) => {
    const { show } = await startAndAsk(stage);
    const states = Array.from({ length: 200 }, (_, index) =>
      show(replyOf({ title: `State ${index}.` }), { isLast: index === 199 }),
    );
    await Promise.all(states);
    expect(stage.shown().match(/State \d+\./g)).toEqual(['State 199.']);
  });

  it('no placeholder is shown beside the answer', async ({ stage }) => {
    const { show } = await startAndAsk(stage);
    const shown = show(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
    const target = await show(replyOf({ title: 'Answered' }), last);
    expect(await shown).toEqual(target);
    expect(stage.shown()).toContain('Answered');
    expect(stage.shown()).not.toContain('Asking');
  });

  it('every part of a reply is shown, without buttons that do nothing there', async ({ stage }) => {
    const { show } = await startAndAsk(stage);
    // Only the asker reads replies here.
    const whole = button('Show it whole', 'g.whole', { opens: 'private' });
    const section = {
      heading: 'A heading',
      fields: [{ label: 'A label', value: 'a value' }],
      lines: ['A line.'],
    };
    const parts = {
      title: 'A title',
      summary: 'A summary.',
      sections: [section],
      note: 'A note',
      actions: [button('A button', 'g.button'), AGAIN, whole],
    };
    await show(replyOf(parts), last);
    const names = ['title', 'summary', 'heading', 'label', 'value', 'line', 'note', 'button'];
    for (const part of names) expect(stage.shown().toLowerCase()).toContain(`a ${part}`);
    expect(stage.shown()).not.toContain('Send it again');
    expect(stage.shown()).not.toContain('Show it whole');
  });

  it('hostile text is shown as text', async ({ stage }) => {
    const { show } = await startAndAsk(stage);
    const texts = HOSTILE.map(([text]) => text);
    const all = texts.join(' ');
    const sections = texts.map((text) => ({
      heading: text,
      fields: [{ label: text, value: text }],
      lines: [text],
      copyable: text.split(' '),
    }));
    const actions = texts.slice(0, 5).map((text, index) => button(text, `g.${index}`));
    await show(replyOf({ title: all, summary: all, sections, note: all, actions }), last);
    for (const [, visible] of HOSTILE) expect(stage.shown()).toContain(visible);
    expect(stage.shown()).not.toMatch(INVISIBLE);
    expect(stage.obeyed()).toEqual([]);
  });

  it('a reply says that its file could not be sent, and offers to send it again', async ({
    stage,
    skip,
  }) => {
    if (stage.refuseFiles === undefined) return skip('files are saved by themselves');
    const { show } = await startAndAsk(stage);
    stage.refuseFiles();
    await show(replyOf({ ...LIST, files: [fileWith(1_000)] }), last);
    await expect.poll(() => stage.shown()).toContain('Send it again');
    expect(stage.shown()).toContain('Answered');
    expect(stage.shown()).toMatch(/One check may have been charged\.\sI couldn’t send 1000\.csv\./);
  });

  it('a file that is too large is named, and the other one is sent', async ({ stage, skip }) => {
    if (stage.refuseFiles === undefined) return skip('files are saved by themselves');
    const { show } = await startAndAsk(stage);
    stage.refuseFiles();
    await show(replyOf({ ...LIST, files: [fileWith(1_000), fileWith(10)] }), last);
    await expect.poll(() => stage.shown()).toContain('I couldn’t send 1000.csv.');
    expect(stage.shown()).toContain('One check may have been charged.');
    expect(stage.shown()).not.toContain('10.csv.');
    // A second upload would be as large.
    expect(stage.shown()).not.toContain('Send it again');
  });

  it('an answer is shown although the message with its progress was deleted', async ({
    stage,
    skip,
  }) => {
    if (stage.deleteReplies === undefined) return skip('what was printed stays');
    const { show } = await startAndAsk(stage);
    await show(replyOf({ title: 'Waiting' }), progress);
    stage.deleteReplies();
    await show(replyOf({ title: 'Answered' }), last);
    await expect.poll(() => stage.shown()).toContain('Answered');
  });

  it('the answer to a request that could not be stored is shown, too', async ({ stage }) => {
    await stage.adapter.start(async (_request, show) => {
      await show(replyOf({ title: 'Answered' }), last);
      return 'redeliver';
    }, suggestNothing);
    await stage.say(IMEI);
    await expect.poll(() => stage.shown()).toContain('Answered');
  });

  it.extend({ keepsLimits: true })(
    'ten answers that are due at once are all shown, and the platform refuses none',
    async ({ stage, skip }) => {
      if (stage.refused === undefined) return skip('nothing limits what is shown');
      const inbox = await start(stage);
      for (let nth = 0; nth < 10; nth += 1) await stage.say(IMEI);
      await expect.poll(() => inbox).toHaveLength(10);
      await Promise.all(
        inbox.map(async ({ show }, index) => {
          void show(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
          void show(replyOf({ title: `${index + 1}. in the line` }), progress);
          await show(replyOf({ title: `Answer ${index}.` }), last);
        }),
      );
      for (const index of inbox.keys()) expect(stage.shown()).toContain(`Answer ${index}.`);
      expect(stage.refused?.()).toBe(0);
    },
  );
}
