import { PassThrough } from 'node:stream';
import { type ConsoleOptions, createConsoleAdapter } from '../../../src/adapters/console/adapter.ts';
import type { Adapter, Receive, Request, Show } from '../../../src/core/adapter.ts';
import { deferred } from '../../../src/core/async/promises.ts';
import type { Button, ShownReply } from '../../../src/core/reply.ts';
import { createSay } from '../../../src/format/words/say.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Short texts in place of the adapter's own. */
const say = createSay('en', {
  'console.answeredAfterRestart': 'You asked before:',
  'console.unfinished': 'Still open: {count, number}.',
  'console.fileNotSaved': '{name} could not be saved.',
});

/** A console adapter between streams. */
export interface ConsoleStage {
  readonly adapter: Adapter;
  /** The exit code. */
  readonly ended: Promise<number>;
  readonly input: PassThrough;
  readonly output: Terminal;
  readonly errorOutput: Terminal;
}

/** On a pipe, or on a terminal of so many columns. */
export function stageConsole({
  terminal,
  ...options
}: Partial<ConsoleOptions> & { readonly terminal?: number } = {}): ConsoleStage {
  const isTTY = terminal !== undefined;
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = createTerminal(isTTY, terminal);
  const errorOutput = createTerminal(false);
  const ended = deferred<number>();
  const adapter = createConsoleAdapter({
    ...{ input, output: output.stream, errorOutput: errorOutput.stream, json: false },
    ...{ commandNames: ['imei', 'quota', 'help'], textCommand: 'imei', greeting: 'Welcome.' },
    ...{ say, locale: 'en', onEnded: ended.resolve },
    ...options,
  });
  return { adapter, ended: ended.promise, input, output, errorOutput };
}

/** Answers each request by what was said; keeps the requests. */
export function answering(
  answer: (text: string, show: Show) => Promise<unknown>,
): Receive & { readonly requests: Request[] } {
  const requests: Request[] = [];
  const receive: Receive = async (request, show) => {
    requests.push(request);
    // What could not be shown is the journal's business, which is not here.
    answer(textOf(request), show).catch(() => undefined);
    return 'persisted';
  };
  return Object.assign(receive, { requests });
}

/** What was said, of a request. */
export function textOf({ ask }: Request): string {
  if (ask.kind === 'press') return ask.token;
  return ask.options.kind === 'text' ? ask.options.text : '';
}

export function replyOf(parts: Partial<ShownReply>): ShownReply {
  return { tone: 'good', title: 'A title', sections: [], actions: [], files: [], private: false, ...parts };
}

export function button(label: string, token: string, parts: Partial<Button> = {}): Button {
  return { label, token, opens: 'here', ...parts };
}
