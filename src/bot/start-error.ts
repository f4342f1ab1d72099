import { PLATFORMS } from '../adapters/platforms.ts';
import { EnvironmentUnreadable } from '../config/environment.ts';
import { HttpServerError } from '../ops/http/error.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { StoreInUse, StoreUnusable } from '../store/errors.ts';
import { TacTableError } from '../tac/table.ts';

/** Why a start, or a bot that ran, ended: what the operator reads, and what a supervisor does. */
export interface StartProblem {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

/** Those whose message says what a person has to do; starting again without it fails again. */
const FOR_A_PERSON = [EnvironmentUnreadable, HttpServerError, StoreUnusable, TacTableError];

/** What is known of an error that ended a start, or undefined if it is none that a person can mend. */
export function explainStart(error: unknown): StartProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreInUse) {
    return {
      exitCode: EXIT.inUse,
      lines: [
        error.message,
        'Two would together send more requests than the service allows.',
        'Stop the other one first; or, to try something out on the sandbox, give this one a STORE_URL of its own.',
      ],
    };
  }
  const isForAPerson = FOR_A_PERSON.some((kind) => error instanceof kind);
  const line = isForAPerson ? error.message : explainedByPlatform(error);
  return line === undefined ? undefined : { exitCode: EXIT.config, lines: [line] };
}

function explainedByPlatform(error: Error): string | undefined {
  for (const { explain } of PLATFORMS) {
    const line = explain(error);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** A start without anybody to serve, which would end at once, and again and again where a supervisor restarts it. */
export const NOBODY_TO_SERVE: StartProblem = {
  exitCode: EXIT.config,
  lines: [
    `There is nobody to serve: neither ${PLATFORMS.map(({ servedBy }) => servedBy).join(' nor ')} is set, and there is no terminal to chat in and no input to read.`,
    'Set one of them in .env or in the environment (see .env.example), or start the bot in a terminal (docker run --interactive --tty).',
  ],
};

/** The end of a talk in the terminal whose store was lost; a bot on a platform stands by instead. */
export const STORE_LOST: StartProblem = {
  exitCode: EXIT.inUse,
  lines: [
    'The store was taken away while the bot ran: its file, the lock beside it or the database is gone.',
    'Another imei-bot may own it by now. Start this one again when no other one runs.',
  ],
};
