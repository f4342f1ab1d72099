import { expect } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import type { BotServices, CheckSupply, FileServices } from '../../commands/services.ts';
import { GUIDE } from '../../src/adapters/console/guide.ts';
import type { Usage } from '../../src/checks/usage.ts';
import { FileUnreadable } from '../../src/core/adapter/file-access.ts';
import type { InvocationContext, Prepared } from '../../src/core/command/command.ts';
import type {
  FileReference,
  RawOptions,
  RawValues,
} from '../../src/core/command/command-options.ts';
import type { Action, Reply } from '../../src/core/reply/reply.ts';
import { Turns } from '../../src/files/work/file-turns.ts';
import { NO_HISTORY } from '../../src/history/history.ts';
import { answers, NOW } from './checks/answers.ts';
import { scriptedChecker } from './checks/scripted-checker.ts';
import { clockAt } from './clocks/clock-at.ts';
import { filesInProcess } from './files/files-in-process.ts';
import { DAY_MS } from './known.ts';

/** The parts that a test may set. All others are as in {@link defaultServices}. */
export interface Setup {
  readonly services?: Partial<Omit<BotServices, 'files' | 'supply' | 'settings'>>;
  readonly supply?: Partial<CheckSupply>;
  readonly files?: Partial<FileServices>;
  readonly settings?: Partial<BotServices['settings']>;
  readonly as?: Partial<InvocationContext>;
}

export interface SentFile {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** All states of one reply, its last state, and the text of that state. */
interface Said {
  readonly states: readonly Reply[];
  readonly last: Reply;
  readonly text: string;
  /** Throws unless the text contains all parts. The error shows the question and the reply. */
  expect(...parts: readonly (string | RegExp)[]): Said;
  /** Throws if the text contains one of the parts. */
  expectNot(...parts: readonly (string | RegExp)[]): Said;
}

// A snapshot of what was said is its text.
expect.addSnapshotSerializer({
  test: (value) => typeof value?.expectNot === 'function',
  serialize: ({ text }: Said) => text,
});

/** A conversation of a person with the commands: say something, press a button, read the reply. */
export function conversation(setup: Setup = {}) {
  const stored = new Map<string, Uint8Array>();
  const commands = createCommands(servicesOf(setup, stored));
  const context: InvocationContext = {
    requestId: 'test:1',
    acceptedAt: 0,
    isRepeat: false,
    alsoOnClose: () => undefined,
    requester: 'test:user:1',
    isAdmin: false,
    locale: 'en-US',
    visibility: 'private',
    signal: new AbortController().signal,
    ...setup.as,
  };
  const run = (name: string, options: RawOptions, here: Setup['as'] = {}): AsyncIterable<Reply> => {
    const prepared: Prepared | undefined = commands
      .find((command) => command.name === name)
      ?.prepare(options);
    if (prepared === undefined) throw new Error(`there is no command ${name}`);
    if (!prepared.ok) throw new Error(`options of ${name}: ${JSON.stringify(prepared.problem)}`);
    return prepared.run({ ...context, ...here });
  };
  const typed = (line: string, here?: Setup['as']): AsyncIterable<Reply> => {
    const [, name = 'imei', text = ''] = /^(?:\/(\w+))?\s*([\s\S]*)$/u.exec(line) ?? [];
    return run(name, { kind: 'text', text }, here);
  };
  const kept = ({ name, content }: SentFile): FileReference => {
    const location = `sent:${stored.size}`;
    stored.set(location, typeof content === 'string' ? new TextEncoder().encode(content) : content);
    return { name, location };
  };
  const sent = (file: SentFile, line = ''): AsyncIterable<Reply> =>
    run('imei', { kind: 'text', text: line, file: kept(file) });
  const sentTogether = (
    [first, ...others]: readonly SentFile[],
    line = '',
  ): AsyncIterable<Reply> => {
    if (first === undefined) throw new Error('no file was sent');
    return run('imei', {
      kind: 'text',
      text: line,
      file: { ...kept(first), others: others.map(kept) },
    });
  };
  return {
    /** Sends a file, perhaps with a line of text, and waits for the last state of the reply. */
    send: (file: SentFile, line?: string) => collect(file.name, sent(file, line)),
    /** Sends several files in one message. */
    sendAll: (all: readonly SentFile[], line?: string) =>
      collect(all.map(({ name }) => name).join(', '), sentTogether(all, line)),
    /**
     * Says a line (`/imei 4901…`, or only the number) and waits for the last state of the reply.
     * @param here what is different from the rest of the conversation
     */
    say: (line: string, here?: Setup['as']) => collect(line, typed(line, here)),
    /** Runs a command with values instead of typed text, like an adapter. */
    ask: (command: string, values: RawValues) =>
      collect(command, run(command, { kind: 'values', values })),
    /** Says a line and returns the states one by one, like an adapter. */
    begin: (line: string, here?: Setup['as']) => typed(line, here)[Symbol.asyncIterator](),
    /** Presses a button of a reply, by its label or id; `here` as for `say`. */
    press: (reply: Reply, button: string, here?: Setup['as']) => {
      const { effect } = actionOf(reply, button);
      if (effect.kind !== 'invoke') throw new Error(`“${button}” does not invoke a command`);
      return collect(`[${button}]`, run(effect.command, effect.options, here));
    },
  };
}

/** The services of a test: its own parts, the files it sent, and defaults for the rest. */
function servicesOf(
  { services, supply, files, settings }: Setup,
  stored: ReadonlyMap<string, Uint8Array>,
): BotServices {
  const defaults = defaultServices();
  return {
    ...defaults,
    ...services,
    supply: { ...defaults.supply, ...supply },
    files: {
      ...defaults.files,
      download: async ({ location }, { maxBytes }) => {
        const bytes = stored.get(location);
        if (bytes === undefined) throw new FileUnreadable('gone', 'no such file');
        if (bytes.byteLength > maxBytes) throw new FileUnreadable('too-large', 'too many bytes');
        return bytes;
      },
      ...files,
    },
    settings: { ...defaults.settings, ...settings },
  };
}

/** A conversation with scripted checks: an answer is saved, and a failure is thrown. */
export function talk(
  script: Parameters<typeof scriptedChecker>[0],
  { services, ...setup }: Setup = {},
  estimateMs = 0,
) {
  const checker = scriptedChecker(script, estimateMs);
  const checked = (): string[] => checker.calls.map(({ imei }) => imei);
  return { checker, checked, ...conversation({ ...setup, services: { checker, ...services } }) };
}

/** A reply as lines of text, with buttons in brackets. */
export function textOf(reply: Reply): string {
  return [
    reply.title,
    reply.summary,
    ...reply.sections.flatMap(({ heading, fields, lines = [] }) => [
      heading === undefined ? undefined : `# ${heading}`,
      ...fields.map(({ label, value }) => `${label}: ${value}`),
      ...lines,
    ]),
    reply.note === undefined ? undefined : `(${reply.note})`,
    ...reply.actions.map(({ label }) => `[${label}]`),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

/** The button with this label or id. */
export function actionOf(reply: Reply, button: string): Action {
  const action = reply.actions.find(({ label, id }) => label === button || id === button);
  if (action === undefined) throw new Error(`no button “${button}” in:\n${textOf(reply)}`);
  return action;
}

const NOTHING = { paid: 0, saved: 0, inDoubt: 0 };
/** The usage of a bot that nobody has used. */
const IDLE: Usage = {
  waiting: 0,
  inFlight: 0,
  windowUsed: 0,
  windowLimit: 19,
  windowMs: 60_000,
  today: NOTHING,
  month: NOTHING,
};

/** The default services, new for each conversation. The checker saves answers. */
export function defaultServices(): BotServices {
  const turns = new Turns();
  return {
    checker: scriptedChecker(() => answers.notFound()),
    supply: {
      allowance: async () => undefined,
      usage: async () => IDLE,
      pauseReason: () => undefined,
      keyStatus: () => Promise.reject(new Error('no key status in this test')),
      keySamples: async () => [],
    },
    files: {
      ...filesInProcess(),
      ticketFor: (requester) => turns.enter(requester),
      download: () => Promise.reject(new Error('no file in this test')),
    },
    tacEntryOf: () => undefined,
    reportBug: (error) => {
      throw error;
    },
    guideOf: () => GUIDE,
    clock: { ...clockAt(() => NOW), elapsed: () => 0, sleep: () => Promise.resolve() },
    history: NO_HISTORY,
    forget: async () => ({ checks: 0, requests: 0 }),
    settings: {
      batchMax: 200,
      batchConfirm: 200,
      isSandbox: false,
      retention: {
        answersMs: DAY_MS,
        notFoundMs: DAY_MS,
        requestsMs: DAY_MS,
        buttonsMs: 2 * DAY_MS,
        historyMs: DAY_MS,
      },
      timeZone: () => 'UTC',
    },
  };
}

async function collect(line: string, states: AsyncIterable<Reply>): Promise<Said> {
  const seen: Reply[] = [];
  for await (const state of states) seen.push(state);
  const last = seen.at(-1);
  if (last === undefined) throw new Error(`no reply to: ${line}`);
  return said(line, seen, last);
}

function said(line: string, states: readonly Reply[], last: Reply): Said {
  const text = textOf(last);
  const has = (part: string | RegExp): boolean =>
    typeof part === 'string' ? text.includes(part) : part.test(text);
  const demand =
    (wanted: boolean) =>
    (...parts: readonly (string | RegExp)[]) => {
      for (const part of parts) {
        if (has(part) === wanted) continue;
        throw new Error(`said: ${line}\nexpected${wanted ? '' : ' not'}: ${part}\ngot:\n${text}`);
      }
      return self;
    };
  const self: Said = { states, last, text, expect: demand(true), expectNot: demand(false) };
  return self;
}
