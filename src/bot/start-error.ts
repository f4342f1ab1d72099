import { EnvironmentUnreadable } from '../config/environment.ts';
import { PlatformLost } from '../core/adapter.ts';
import { HttpServerError } from '../ops/http/error.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { StoreInUse, StoreUnusable } from '../store/errors.ts';
import { TacTableError } from '../tac/table.ts';

/** Why a process ended: what the operator reads, and what a supervisor looks at. */
export interface StartProblem {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

/** The store of a chat in the terminal was lost. */
export class StoreTaken extends Error {
  constructor() {
    super('The store was taken away while the bot ran: its file, its lock or its database is gone.');
  }
}

/** Errors whose message says what a person has to do; without that, each start fails again. */
const FOR_A_PERSON = [EnvironmentUnreadable, HttpServerError, PlatformLost, StoreUnusable, TacTableError];

/** Explains an error that ended a process; undefined for one that no person can fix. */
export function explainStart(error: unknown): StartProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof StoreTaken)
    return { exitCode: EXIT.inUse, lines: [message, 'Start the bot again when no other one runs.'] };
  if (error instanceof StoreInUse) {
    return {
      exitCode: EXIT.inUse,
      lines: [
        message,
        'Two would together send more requests than the service allows.',
        'Stop the other one first; or, to try something out on the sandbox, give this one a STORE_URL of its own.',
      ],
    };
  }
  const isForAPerson = FOR_A_PERSON.some((kind) => error instanceof kind);
  return isForAPerson ? { exitCode: EXIT.config, lines: [message] } : undefined;
}
