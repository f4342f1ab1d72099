import { PassThrough, Writable } from 'node:stream';
import { ConsoleAdapter, type ConsoleOptions } from '../../../src/adapters/console/adapter.ts';
import type { Adapter } from '../../../src/core/adapter/adapter.ts';
import type {
  ReceiveRequest,
  RequestEvent,
  ShowReply,
} from '../../../src/core/adapter/request-event.ts';
import { deferred } from '../../../src/core/promises.ts';
import { createSay } from '../../../src/format/texts/say.ts';
import { commandsNamed } from '../../support/host.ts';

/** Short texts that replace those of the adapter. */
const say = createSay('en', {
  'console.answeredAfterRestart': 'You asked before:',
  'console.unfinished': 'Still open: {count, number}.',
  'console.fileNotSaved': '{name} could not be saved.',
});

/** A console adapter between streams: on a pipe, or on a terminal of `columns` columns. */
export function stageConsole({
  terminal,
  ...options
}: Partial<ConsoleOptions> & { readonly terminal?: number } = {}) {
  const isTTY = terminal !== undefined;
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = createTerminal(isTTY, terminal);
  const errorOutput = createTerminal(false);
  const ended = deferred<number>();
  const adapter: Adapter = new ConsoleAdapter({
    input,
    output: output.stream,
    errorOutput: errorOutput.stream,
    json: false,
    commands: commandsNamed('imei', 'quota', 'help'),
    greeting: 'Welcome.',
    say,
    locale: 'en',
    onEnded: ended.resolve,
    ...options,
  });
  // The exit code.
  return { adapter, ended: ended.promise, input, output, errorOutput };
}

/** Answers each request with its own text, except “stop”. Keeps the requests. */
export function answering(
  answer: (text: string, show: ShowReply) => Promise<unknown>,
): ReceiveRequest & { readonly requests: RequestEvent[] } {
  const requests: RequestEvent[] = [];
  const receive: ReceiveRequest = async (request, show) => {
    requests.push(request);
    const text = textOf(request);
    // Like the core: a stopped request shows that it was stopped.
    if (text === 'stop') return 'no-reply';
    // The core would try to show a lost state again; this stage has no core.
    answer(text, show).catch(() => undefined);
    return 'confirm';
  };
  return Object.assign(receive, { requests });
}

/** The text of a request, or the token of its pressed button. */
export function textOf({ input }: RequestEvent): string {
  if (input.kind === 'press') return input.token;
  if (input.kind === 'withdrawal') return '';
  return input.options.kind === 'text' ? input.options.text : '';
}

/** A terminal as a writable stream, and what a person sees on it. */
function createTerminal(isTTY: boolean, columns = 80) {
  const screen = createGrid(columns);
  let sent = '';
  const write = (chunk: unknown, _encoding: string, done: () => void): void => {
    const text = String(chunk);
    sent += text;
    screen.take(text);
    done();
  };
  return {
    stream: Object.assign(new Writable({ decodeStrings: false, write }), { isTTY, columns }),
    /** The rows of the screen, without the text that was overwritten. */
    seen: screen.seen,
    /** Everything that was written, with its control sequences. */
    raw: () => sent,
    /** Control sequences that do not move, clear or colour. An adapter must not send any. */
    obeyed: () => screen.strange,
  };
}

/** Escape sequences, or single characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is made of them.
const TOKEN = /\u001b\[([\d;?]*)([A-Za-z])|[\s\S]/gu;

function createGrid(columns: number) {
  const rows: string[][] = [[]];
  const strange: string[] = [];
  let row = 0;
  let column = 0;

  const control = (name: string, count: number): void => {
    if (name === 'A') row = Math.max(0, row - (count || 1));
    else if (name === 'G') column = (count || 1) - 1;
    else if (name === 'J' || name === 'K') {
      rows[row]?.splice(column);
      if (name === 'J') rows.splice(row + 1);
    } else if (name !== 'm') strange.push(name);
  };
  const put = (character: string): void => {
    if (column >= columns) newLine();
    const line = rows[row] ?? [];
    while (line.length < column) line.push(' ');
    line[column] = character;
    rows[row] = line;
    column += 1;
  };
  const newLine = (): void => {
    row += 1;
    column = 0;
    rows[row] ??= [];
  };
  const obey = (token: string, parameter: string, name: string | undefined): void => {
    if (name !== undefined) control(name, Number.parseInt(parameter, 10) || 0);
    else if (token === '\n') newLine();
    else if (token === '\r') column = 0;
    else if (/\p{Cc}/u.test(token)) strange.push(token);
    else put(token);
  };
  const take = (text: string): void => {
    for (const [token, parameter = '', name] of text.matchAll(TOKEN)) obey(token, parameter, name);
  };
  return { take, strange, seen: () => rows.map((line) => line.join('').trimEnd()).join('\n') };
}
