import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_SLEPT } from '../../src/adapters/host.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import type { RequestEvent, ShowReply } from '../../src/core/adapter/request-event.ts';
import type { FileReference } from '../../src/core/command/command-options.ts';
import { isPrincipal, type Principal } from '../../src/core/principal.ts';
import type { Button } from '../../src/core/reply/reply.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { createInbox, type Inbox, type Received, suggestNothing } from '../support/inbox.ts';
import { IMEI } from '../support/known.ts';
import { button, replyOf } from '../support/replies.ts';

/** An adapter that is connected to a fake of its platform, with one person on it. */
export interface Stage {
  readonly adapter: Adapter;
  /** A person whom the platform can reach, and one whom it cannot. */
  readonly admin: Principal;
  readonly stranger: Principal;
  /** The person asks something. */
  say(text: string): Promise<void>;
  /** The person sends a file with `/imei`. */
  send(file: { readonly name: string; readonly bytes: Uint8Array }): Promise<void>;
  /** Removes all files from the platform. */
  loseFiles(): Promise<void> | void;
  /** The person presses the button with this label. */
  press(label: string): Promise<void>;
  /** Everything the person can read now, as the platform shows it. */
  shown(): string;
  /** Everything the admin can read now. */
  notified(): string;
  /** How many calls the platform has refused over its rate limit; undefined without a limit. */
  readonly refused?: () => number;
  /** The next file, or message with files, is too large for the platform. */
  refuseFiles?(): void;
  /** The person edits their last message. */
  edit?(text: string): void;
  /** Somebody deletes all messages of the bot. */
  deleteReplies?(): void;
  /**
   * The person asks something in a place that then expires. Resolves with the shown answer.
   * Left out if no place of the platform expires.
   */
  expired?(): Promise<ShowReply | undefined>;
  /** Another process takes over the store. Its adapter is not started yet. */
  restart?(): Promise<Adapter>;
  /**
   * From now on, the adapter finds that another process may own the installation, or that none
   * does. Left out if the platform is in this process.
   */
  setSlept?(hasSlept: boolean): void;
  /** Somebody addresses the bot where others read: by its name, or in a reply to the bot. */
  mention?(text: string): Promise<void> | void;
  /** Everything the others can read there now. */
  shownToOthers?(): string;
  /** Parts of messages that the platform obeys: pings, formatting, links, control characters. */
  obeyed(): readonly string[];
  close(): Promise<void>;
}

/** With `keepsLimits`, time on the stage runs slowly enough for the limits of the platform. */
export interface StageOptions {
  readonly keepsLimits: boolean;
}

/** The promises that every adapter keeps. `open` creates a stage for each of them. */
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

    it('what a person says is a request that can be stored as JSON, and has its own id', async () => {
      const { platform } = stage.adapter;
      const inbox = await start(stage);
      await stage.say(IMEI);
      await stage.say(IMEI);
      await expect.poll(() => inbox).toHaveLength(2);
      expect(new Set(inbox.map(({ request }) => request.id)).size).toBe(2);
      const { request } = await inbox.received();
      expect(request).toMatchObject({
        id: expect.stringMatching(`^${platform}:`),
        requester: expect.stringMatching(`^${platform}:`),
        input: { kind: 'command' },
      });
      for (const principal of [request.requester, ...request.scopes]) {
        expect(principal).toSatisfy(isPrincipal);
      }
      expect(stored(request)).toEqual(request);
    });

    it('an adapter is connected from its start to its stop', async () => {
      expect(stage.adapter.isConnected()).toBe(false);
      await start(stage);
      expect(stage.adapter.isConnected()).toBe(true);
      await stage.adapter.stop();
      expect(stage.adapter.isConnected()).toBe(false);
    });

    it('the answer to a request that could not be stored is shown, too', async () => {
      await stage.adapter.start(async (_request, show) => {
        await show(replyOf({ title: 'Answered' }), last);
        return 'redeliver';
      }, suggestNothing);
      await stage.say(IMEI);
      await expect.poll(() => stage.shown()).toContain('Answered');
    });

    it('of 200 states that come at once, people see the last one', async () => {
      const { show } = await startAndAsk(stage);
      const states = Array.from({ length: 200 }, (_, index) =>
        show(replyOf({ title: `State ${index}.` }), { isLast: index === 199 }),
      );
      await Promise.all(states);
      expect(stage.shown().match(/State \d+\./g)).toEqual(['State 199.']);
    });

    it('no placeholder is shown beside the answer', async () => {
      const { show } = await startAndAsk(stage);
      const shown = show(replyOf({ title: 'Asking', isPlaceholder: true }), progress);
      const target = await show(replyOf({ title: 'Answered' }), last);
      expect(await shown).toEqual(target);
      expect(stage.shown()).toContain('Answered');
      expect(stage.shown()).not.toContain('Asking');
    });

    it('every part of a reply is shown, without buttons that do nothing there', async () => {
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

    it('a reply says that its file could not be sent, and offers to send it again', async ({
      skip,
    }) => {
      if (stage.refuseFiles === undefined) return skip('files are saved by themselves');
      const { show } = await startAndAsk(stage);
      stage.refuseFiles();
      await show(replyOf({ ...LIST, files: [fileWith(3)] }), last);
      await expect.poll(() => stage.shown()).toContain('Send it again');
      expect(stage.shown()).toContain('Answered');
      expect(stage.shown()).toMatch(/One check may have been charged\.\sI couldn’t send 3\.csv\./);
    });

    it('a file that is too large is named, and the other one is sent', async ({ skip }) => {
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

    it.for([
      ['at once', false],
      ['after its progress', true],
    ] as const)(
      'others see nothing of an answer for its asker alone, only where it is: %s',
      async ([, isAfterProgress], { skip }) => {
        const { mention, shownToOthers } = stage;
        if (mention === undefined || shownToOthers === undefined) {
          return skip('nobody else is there');
        }
        const inbox = await start(stage);
        await mention(IMEI);
        const { show } = await inbox.received();
        if (isAfterProgress) await show(replyOf({ title: 'Waiting' }), progress);
        await show(replyOf({ title: 'For you alone', isPrivate: true }), last);
        await expect.poll(() => stage.shown()).toContain('For you alone');
        expect(shownToOthers()).toMatch(/^I’ve (?:sent|answered) you[^\n]*$/);
      },
    );

    it('a mention without a number is greeted once, and thanks are not answered', async ({
      skip,
    }) => {
      if (stage.mention === undefined) return skip('nobody else is there');
      const inbox = await start(stage);
      for (const text of ['thanks!', 'what do you do?', 'hello?', 'and now?']) {
        await stage.mention(text);
      }
      await stage.mention(IMEI);
      await inbox.received(2);
      const asked = inbox.map(({ request }) => JSON.stringify(request.input));
      expect(asked).toEqual([expect.stringContaining('greeting'), expect.stringContaining(IMEI)]);
    });

    it('ten answers that are due at once are all shown, and the platform refuses none', async ({
      skip,
    }) => {
      if (stage.refused === undefined) return skip('nothing limits what is shown');
      await stage.close();
      stage = await open({ keepsLimits: true });
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
    });

    it('hostile text is shown as text', async () => {
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

    it('a pressed button is a request with its token', async () => {
      const { inbox, show } = await startAndAsk(stage);
      const actions = [button('Check again', 'g.fresh'), button('Full details', 'g.full')];
      await show(replyOf({ actions }), last);
      await stage.press('Full details');
      await expect.poll(() => inbox).toHaveLength(2);
      expect(inbox[1]?.request.input).toMatchObject({ kind: 'press', token: 'g.full' });
    });

    it('the answer to a press takes the place of the pressed reply, also after a restart', async ({
      skip,
    }) => {
      if (stage.restart === undefined) return skip('what was printed stays');
      const { inbox, show } = await startAndAsk(stage);
      await show(replyOf({ title: 'Brief', actions: [FULL] }), last);
      await start(stage, await stage.restart(), inbox);
      await stage.press('Full details');
      await (await inbox.received(2)).show(replyOf({ title: 'All of it' }), last);
      await expect.poll(() => stage.shown()).toContain('All of it');
      expect(stage.shown()).not.toContain('Brief');
    });

    it('an answer whose place has expired says in the private chat that it comes late', async ({
      skip,
    }) => {
      if (stage.expired === undefined) return skip('no place expires');
      const show = await stage.expired();
      await show?.(replyOf({ title: 'NOKIA 3310' }), last);
      const late = sayIn('en')('delivery.late');
      await expect.poll(() => stage.shown()).toMatch(new RegExp(`${late}\\s.*NOKIA 3310`));
    });

    it('a notice to the person who pressed leaves the pressed reply as it is', async () => {
      const { inbox, show } = await startAndAsk(stage);
      await show(replyOf({ title: 'Brief', actions: [FULL] }), last);
      await stage.press('Full details');
      const notice = replyOf({ kind: 'notice', tone: 'warning', title: 'Too many questions' });
      await (await inbox.received(2)).show(notice, last);
      await expect.poll(() => stage.shown()).toContain('Too many questions');
      expect(stage.shown()).toContain('Brief');
      expect(stage.shown()).toContain('Full details');
    });

    it('an edit with other numbers changes the answer, also after a restart', async ({ skip }) => {
      const { edit, restart } = stage;
      if (edit === undefined || restart === undefined) return skip('what was said stays');
      const { inbox, show } = await startAndAsk(stage);
      await show(replyOf({ title: 'NOKIA 3310' }), last);
      await start(stage, await restart(), inbox);
      for (const text of [`${IMEI}, please`, 'never mind', '356938035643809']) edit(text);
      const edited = await inbox.received(3);
      expect(JSON.stringify(edited.request.input)).toContain('356938035643809');
      await edited.show(replyOf({ title: 'NOKIA 6110' }), last);
      await expect.poll(() => stage.shown()).toContain('NOKIA 6110');
      expect(stage.shown()).not.toContain('NOKIA 3310');
      // A notice is not the answer.
      edit('352099001761481');
      const notice = replyOf({ kind: 'notice', tone: 'warning', title: 'Too many questions' });
      await (await inbox.received(4)).show(notice, last);
      await expect.poll(() => stage.shown()).toContain('Too many questions');
      expect(stage.shown()).toContain('NOKIA 6110');
    });

    it('an answer that was on its way is not shown after the question was edited', async ({
      skip,
    }) => {
      if (stage.edit === undefined) return skip('what was said stays');
      const { inbox, show: older } = await startAndAsk(stage);
      await older(replyOf({ title: 'Waiting' }), progress);
      stage.edit('356938035643809');
      const edited = await inbox.received(2);
      // In the same second, perhaps.
      stage.edit('352099001761481');
      const editedAgain = await inbox.received(3);
      await editedAgain.show(replyOf({ title: 'NOKIA 6110' }), last);
      await edited.show(replyOf({ title: 'NOKIA 5110' }), last);
      await older(replyOf({ title: 'NOKIA 3310' }), last);
      await expect.poll(() => stage.shown()).toContain('NOKIA 6110');
      expect(stage.shown()).not.toMatch(/NOKIA [35]/);
      expect(stage.shown()).not.toContain('Waiting');
    });

    it('an answer is shown although the message with its progress was deleted', async ({
      skip,
    }) => {
      if (stage.deleteReplies === undefined) return skip('what was printed stays');
      const { show } = await startAndAsk(stage);
      await show(replyOf({ title: 'Waiting' }), progress);
      stage.deleteReplies();
      await show(replyOf({ title: 'Answered' }), last);
      await expect.poll(() => stage.shown()).toContain('Answered');
    });

    it('the next process shows a reply in its place, by the target that its progress gave', async () => {
      const { show } = await startAndAsk(stage);
      const target = await show(replyOf({ title: 'Waiting' }), progress);
      expect(stored(target)).toEqual(target);
      const adapter = await takenOver(stage);
      const again = await adapter.reopen(stored(target));
      await again?.(replyOf({ title: 'Answered after all' }), last);
      await expect.poll(() => stage.shown()).toContain('Answered after all');
      // The console cannot change printed text.
      if (stage.deleteReplies !== undefined) expect(stage.shown()).not.toContain('Waiting');
      expect(await adapter.reopen({ kind: 'carrier-pigeon' })).toBeUndefined();
    });

    it('the next process shows a reply of which nothing was shown, by the target of the request', async () => {
      const { request } = await startAndAsk(stage);
      const adapter = await takenOver(stage);
      const again = await adapter.reopen(stored(request.target));
      await again?.(replyOf({ title: 'Answered after all' }), last);
      await expect.poll(() => stage.shown()).toContain('Answered after all');
    });

    it('a file that a person sent is read by its stored reference, up to the limit of bytes', async () => {
      const bytes = new TextEncoder().encode(`imei\r\n${IMEI}\r\n`);
      const inbox = await start(stage);
      await stage.send({ name: 'phones.csv', bytes });
      const { request } = await inbox.received();
      const file = fileOf(stored(request));
      const { signal } = new AbortController();
      const read = (maxBytes: number) => stage.adapter.readFile(file, { maxBytes, signal });
      expect(file.name).toBe('phones.csv');
      expect(new Uint8Array(await read(bytes.byteLength))).toEqual(bytes);
      await expect(read(bytes.byteLength - 1)).rejects.toMatchObject({ why: 'too-large' });
      const cancelled = AbortSignal.abort(new Error('cancelled'));
      const reading = stage.adapter.readFile(file, { maxBytes: 1_000, signal: cancelled });
      await expect(reading).rejects.toThrow('cancelled');
      await stage.loseFiles();
      await expect(read(1_000)).rejects.toMatchObject({ name: 'FileUnreadable', why: 'gone' });
    });

    it('a process that was frozen for the time of its lease shows nothing, until it surely is the owner', async ({
      skip,
    }) => {
      const { adapter, setSlept } = stage;
      if (setSlept === undefined) return skip('nobody else can show anything there');
      const { show } = await startAndAsk(stage);
      await show(replyOf({ title: 'Waiting' }), progress);
      const shown = stage.shown();
      setSlept(true);
      const late = replyOf({ title: 'Too late', files: [fileWith(3)] });
      await expect(show(late, last)).rejects.toThrow(HAS_SLEPT);
      await expect(adapter.notify(stage.admin, late)).rejects.toThrow(HAS_SLEPT);
      expect(stage.shown()).toBe(shown);
      expect(stage.notified()).not.toContain('Too late');
      setSlept(false);
      await show(replyOf({ title: 'Answered' }), last);
      await expect.poll(() => stage.shown()).toContain('Answered');
    });

    it('a message to an admin arrives, or the caller learns that it could not', async () => {
      await start(stage);
      const news = replyOf({ title: 'The key expires tomorrow' });
      expect(await stage.adapter.notify(stage.admin, news)).toBe(true);
      await expect.poll(() => stage.notified()).toContain('The key expires tomorrow');
      expect(await stage.adapter.notify(stage.stranger, news)).toBe(false);
    });

    it('after a stop nothing more is received, and what is under way is still shown', async () => {
      const { inbox, show } = await startAndAsk(stage);
      await stage.adapter.stop();
      await expect(stage.adapter.stop()).resolves.toBeUndefined();
      await stage.say('356938035643809');
      await show(replyOf({ title: 'The last answer' }), last);
      await expect.poll(() => stage.shown()).toContain('The last answer');
      expect(inbox).toHaveLength(1);
    });
  });
}

const last = { isLast: true } as const;
const progress = { isLast: false } as const;
const FULL = button('Full details', 'g.full');
const AGAIN: Button = { ...button('Send it again', 'g.file'), ifUnsent: true };
const LIST = {
  title: 'Answered',
  summary: 'One check may have been charged.',
  actions: [AGAIN],
};

function fileWith(bytes: number) {
  return { name: `${bytes}.csv`, contentType: 'text/csv', data: new Uint8Array(bytes) };
}

/** A value as read from the store. */
function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

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

/** Starts an adapter, and accepts all its requests. */
async function start(stage: Stage, adapter = stage.adapter, inbox = createInbox()): Promise<Inbox> {
  await adapter.start(inbox.receive, suggestNothing);
  return inbox;
}

/** Ends the adapter, and starts the adapter of the next process if the platform supports one. */
async function takenOver(stage: Stage): Promise<Adapter> {
  const next = await stage.restart?.();
  if (next !== undefined) await start(stage, next);
  return next ?? stage.adapter;
}

async function startAndAsk(stage: Stage): Promise<Received & { inbox: Inbox }> {
  const inbox = await start(stage);
  await stage.say(IMEI);
  return { inbox, ...(await inbox.received()) };
}

function fileOf({ input }: RequestEvent): FileReference {
  const options = input.kind === 'command' ? input.options : undefined;
  const file = options?.kind === 'values' ? options.values.file : options?.file;
  if (typeof file !== 'object') throw new Error('the request has no file');
  return file;
}
