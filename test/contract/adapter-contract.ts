import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Adapter, isPrincipal, type Principal, type Request } from '../../src/core/adapter.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Button } from '../../src/core/reply.ts';
import { createInbox, type Inbox, type Received, suggestNothing } from '../support/inbox.ts';
import { button, replyOf } from '../support/replies.ts';

/** An adapter that is connected to a fake of its platform, with one person on it. */
export interface Stage {
  readonly adapter: Adapter;
  /** Whom the platform can reach, and whom it cannot. */
  readonly admin: Principal;
  readonly stranger: Principal;
  /** The person asks something. */
  say(text: string): Promise<void>;
  /** The person sends a file with `/imei`. */
  send(file: { readonly name: string; readonly bytes: Uint8Array }): Promise<void>;
  /** The platform has none of the files any more. */
  loseFiles(): Promise<void> | void;
  /** The person presses the button with this label. */
  press(label: string): Promise<void>;
  /** All that the person reads just now, as the platform shows it. */
  shown(): string;
  /** All that the admin reads just now. */
  notified(): string;
  /**
   * How many calls the platform has refused, since there were too many; undefined where nothing
   * limits them.
   */
  readonly refused?: () => number;
  /** The platform takes the next reply only without its files. */
  refuseFiles?(): void;
  /** Something is said to the bot where others are too: by its name, or in answer to it. */
  mention?(text: string): Promise<void> | void;
  /** All that the others read there just now. */
  shownToOthers?(): string;
  /**
   * What the platform would obey in what it was sent: pings, formatting, links, control characters.
   */
  obeyed(): readonly string[];
  close(): Promise<void>;
}

/** A stage on which time may run faster, but not so much that limits cannot be kept. */
export interface StageOptions {
  readonly keepsLimits: boolean;
}

/** The promises every adapter keeps; `open` sets a new stage for each of them. */
export function describeAdapter(
  name: string,
  open: (options: StageOptions) => Promise<Stage>,
): void {
  describe(`${name}, as every adapter`, () => {
    let stage: Stage;
    beforeEach(async () => {
      stage = await open({ keepsLimits: false });
    });
    afterEach(() => stage.close());
    it('takes what a person says as a request that can be written down, each with an id of its own', async () => {
      const inbox = await start(stage);
      await stage.say('490154203237518');
      await stage.say('490154203237518');
      await expect.poll(() => inbox).toHaveLength(2);
      expect(new Set(inbox.map(({ request }) => request.id)).size).toBe(2);
      const { request } = await inbox.received();
      expect(request.input.kind).toBe('command');
      expect(request.requester.startsWith(`${stage.adapter.platform}:`)).toBe(true);
      expect([request.requester, ...request.scopes].every(isPrincipal)).toBe(true);
      expect(request.id.startsWith(`${stage.adapter.platform}:`)).toBe(true);
      expect(JSON.parse(JSON.stringify(request))).toEqual(request);
    });

    it('shows the answer to a request that could not be written down, too', async () => {
      await stage.adapter.start(async (_request, show) => {
        await show(replyOf({ title: 'Answered' }), { last: true });
        return 'not-persisted';
      }, suggestNothing);
      await stage.say('490154203237518');
      await expect.poll(() => stage.shown()).toContain('Answered');
    });

    it('shows the states of a reply in one place, the last one for good, however many come at once', async () => {
      const { show } = await startAndAsk(stage);
      const states = Array.from({ length: 200 }, (_, index) =>
        show(replyOf({ title: `State ${index}.` }), { last: index === 199 }),
      );
      await Promise.all(states);
      expect(stage.shown().match(/State \d+\./g)).toEqual(['State 199.']);
    });

    it('shows no placeholder next to the answer', async () => {
      const { show } = await startAndAsk(stage);
      const shown = show(replyOf({ title: 'Asking', placeholder: true }), { last: false });
      const target = await show(replyOf({ title: 'Answered' }), { last: true });
      expect(await shown).toEqual(target);
      expect(stage.shown()).toContain('Answered');
      expect(stage.shown()).not.toContain('Asking');
    });

    it('shows every part of a reply, and offers nothing that cannot be done', async () => {
      const { show } = await startAndAsk(stage);
      const again: Button = { ...button('Send it again', 'group.file'), ifUnsent: true };
      // Nobody else reads what the asker reads here.
      const whole: Button = {
        ...button('Show it whole', 'group.whole'),
        opens: 'new',
        ephemeral: true,
      };
      await show(
        replyOf({
          title: 'A title',
          summary: 'A summary.',
          sections: [
            {
              heading: 'A heading',
              fields: [{ label: 'A label', value: 'a value' }],
              lines: ['A line.'],
            },
          ],
          note: 'A note',
          actions: [button('A button', 'group.button'), again, whole],
        }),
        { last: true },
      );
      for (const part of [
        'title',
        'summary',
        'heading',
        'label',
        'value',
        'line',
        'note',
        'button',
      ])
        expect(stage.shown().toLowerCase()).toContain(`a ${part}`);
      expect(stage.shown()).not.toMatch(/Send it again|Show it whole/);
    });

    it('says that its files could not be sent, and offers to send them again', async ({ skip }) => {
      if (stage.refuseFiles === undefined) return skip('files are saved by themselves');
      const { show } = await startAndAsk(stage);
      const files = [
        { name: 'list.csv', contentType: 'text/csv', data: new TextEncoder().encode('1;2') },
      ];
      const actions = [{ ...button('Send it again', 'group.file'), ifUnsent: true as const }];
      stage.refuseFiles();
      await show(replyOf({ title: 'Answered', summary: 'Your list is below.', files, actions }), {
        last: true,
      });
      await expect.poll(() => stage.shown()).toContain('Send it again');
      expect(stage.shown()).toContain('Answered');
      expect(stage.shown()).not.toContain('Your list is below.');
    });

    it('sends the files that can be sent, and names the other one', async ({ skip }) => {
      if (stage.refuseFiles === undefined) return skip('files are saved by themselves');
      const { show } = await startAndAsk(stage);
      const files = [1_000, 10].map((bytes) => ({
        name: `${bytes}.csv`,
        contentType: 'text/csv',
        data: new Uint8Array(bytes),
      }));
      stage.refuseFiles();
      await show(replyOf({ title: 'Answered', summary: 'Your list is below.', files }), {
        last: true,
      });
      await expect.poll(() => stage.shown()).toContain('I couldn’t send 1000.csv.');
      expect(stage.shown()).toContain('Your list is below.');
      expect(stage.shown()).not.toContain('10.csv.');
    });

    it('shows others nothing of an answer for its asker alone, and says where it is', async ({
      skip,
    }) => {
      if (stage.mention === undefined || stage.shownToOthers === undefined)
        return skip('nobody else is there');
      const inbox = await start(stage);
      await stage.mention('490154203237518');
      const { show } = await inbox.received();
      await show(replyOf({ title: 'For you alone', private: true }), { last: true });
      await expect.poll(() => stage.shown()).toContain('For you alone');
      expect(stage.shownToOthers()).not.toContain('For you alone');
      expect(stage.shownToOthers()).not.toBe('');
    });

    it('says once what it does where it is only mentioned, is silent to thanks, and answers a number', async ({
      skip,
    }) => {
      if (stage.mention === undefined) return skip('nobody else is there');
      const inbox = await start(stage);
      for (const text of ['thanks!', 'what do you do?', 'hello?', 'and now?'])
        await stage.mention(text);
      await stage.mention('490154203237518');
      await inbox.received(2);
      const asked = inbox.map(({ request }) => JSON.stringify(request.input));
      expect(asked).toEqual([
        expect.stringContaining('greeting'),
        expect.stringContaining('490154203237518'),
      ]);
    });

    it('shows ten answers that are due at once, and has none refused', async ({ skip }) => {
      if (stage.refused === undefined) return skip('nothing limits what is shown');
      await stage.close();
      stage = await open({ keepsLimits: true });
      const inbox = await start(stage);
      for (let nth = 0; nth < 10; nth += 1) await stage.say('490154203237518');
      await expect.poll(() => inbox, { timeout: 5_000 }).toHaveLength(10);
      await Promise.all(
        inbox.map(async ({ show }, index) => {
          void show(replyOf({ title: 'Asking', placeholder: true }), { last: false });
          void show(replyOf({ title: `${index + 1}. in the line` }), { last: false });
          await show(replyOf({ title: `Answer ${index}.` }), { last: true });
        }),
      );
      for (const index of inbox.keys()) expect(stage.shown()).toContain(`Answer ${index}.`);
      expect(stage.refused?.()).toBe(0);
    });

    it('shows hostile text as text', async () => {
      const { show } = await startAndAsk(stage);
      const texts = HOSTILE.map(([text]) => text);
      const all = texts.join(' ');
      const sections = texts.map((text) => ({
        heading: text,
        fields: [{ label: text, value: text, copyable: true }],
        lines: [text],
      }));
      const actions = texts.slice(0, 5).map((text, index) => button(text, `group.${index}`));
      await show(replyOf({ title: all, summary: all, sections, note: all, actions }), {
        last: true,
      });
      for (const [, visible] of HOSTILE) expect(stage.shown()).toContain(visible);
      expect(stage.shown()).not.toMatch(INVISIBLE);
      expect(stage.obeyed()).toEqual([]);
    });

    it('hands the press of a button on with its token', async () => {
      const { inbox, show } = await startAndAsk(stage);
      const actions = [button('Check again', 'group.fresh'), button('Full details', 'group.full')];
      await show(replyOf({ actions }), { last: true });
      await stage.press('Full details');
      await expect.poll(() => inbox).toHaveLength(2);
      expect(inbox[1]?.request.input).toMatchObject({ kind: 'press', token: 'group.full' });
    });

    it('finds the way back to a reply by its target, which can be written down', async () => {
      const { request, show } = await startAndAsk(stage);
      const target = await show(replyOf({ title: 'Waiting' }), { last: false });
      expect(JSON.parse(JSON.stringify(target))).toEqual(target);
      for (const written of [request.target, target]) {
        const again = await stage.adapter.reopen(JSON.parse(JSON.stringify(written)));
        await again?.(replyOf({ title: 'Answered after all' }), { last: true });
        await expect.poll(() => stage.shown()).toContain('Answered after all');
      }
      expect(await stage.adapter.reopen({ kind: 'carrier-pigeon' })).toBeUndefined();
    });

    it('reads the file a person sent, by what was written down of it, and no more than was asked for', async () => {
      const bytes = new TextEncoder().encode('imei\r\n490154203237518\r\n');
      const inbox = await start(stage);
      await stage.send({ name: 'phones.csv', bytes });
      const { request } = await inbox.received();
      const file = fileOf(JSON.parse(JSON.stringify(request)));
      const { signal } = new AbortController();
      const read = (maxBytes: number) => stage.adapter.readFile(file, { maxBytes, signal });
      expect(file.name).toBe('phones.csv');
      expect(new Uint8Array(await read(bytes.byteLength))).toEqual(bytes);
      await expect(read(bytes.byteLength - 1)).rejects.toMatchObject({ why: 'too-large' });
      const whoCancels = AbortSignal.abort(new Error('cancelled'));
      const cancelled = stage.adapter.readFile(file, { maxBytes: 1_000, signal: whoCancels });
      await expect(cancelled).rejects.toThrow('cancelled');
      await stage.loseFiles();
      await expect(read(1_000)).rejects.toMatchObject({ name: 'FileUnreadable', why: 'gone' });
    });

    it('brings a message to an admin, and says so when it cannot', async () => {
      await start(stage);
      const news = replyOf({ title: 'The key expires tomorrow' });
      expect(await stage.adapter.notify(stage.admin, news)).toBe(true);
      await expect.poll(() => stage.notified()).toContain('The key expires tomorrow');
      expect(await stage.adapter.notify(stage.stranger, news)).toBe(false);
    });

    it('takes nothing more once it was stopped, and still shows what is under way', async () => {
      const { inbox, show } = await startAndAsk(stage);
      await stage.adapter.stop();
      await expect(stage.adapter.stop()).resolves.toBeUndefined();
      await stage.say('356938035643809');
      await show(replyOf({ title: 'The last answer' }), { last: true });
      await expect.poll(() => stage.shown()).toContain('The last answer');
      expect(inbox).toHaveLength(1);
    });
  });
}

/** What somebody could have put into a device's name, and what of it is to be read. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['**Nokia** _3310_ `x` ||spoiler||', '**Nokia** _3310_ `x` ||spoiler||'],
  ['<b>Nokia</b> &amp; <a href="x">', '<b>Nokia</b> &amp; <a href="x">'],
  ['@everyone <@1234> #channel', '@everyone <@1234> #channel'],
  ['[click](https://example.org)', '[click](https://example.org)'],
  ['\u001b[2J\u001b]0;owned\u0007Nokia\u009b31m', 'Nokia'],
  ['Nokia\u202e0133\u2066x\u200f', 'Nokia0133x'],
];

const INVISIBLE = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Starts the adapter; whatever it receives is accepted. */
async function start({ adapter }: Stage): Promise<Inbox> {
  const inbox = createInbox();
  await adapter.start(inbox.receive, suggestNothing);
  return inbox;
}

async function startAndAsk(stage: Stage): Promise<Received & { inbox: Inbox }> {
  const inbox = await start(stage);
  await stage.say('490154203237518');
  return { inbox, ...(await inbox.received()) };
}

function fileOf({ input }: Request): FileReference {
  const options = input.kind === 'command' ? input.options : undefined;
  const file = options?.kind === 'values' ? options.values.file : options?.file;
  if (typeof file !== 'object') throw new Error('the request has no file');
  return file;
}
