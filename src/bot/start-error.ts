import { EnvironmentUnreadable } from '../config/environment.ts';
import { PlatformLost } from '../core/adapter.ts';
import { HttpServerError } from '../ops/http/error.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { StoreInUse, StoreUnusable } from '../store/errors.ts';
import { TacTableError } from '../tac/table.ts';

/** The store of a chat in the terminal was lost. */
export class StoreLost extends Error {
  constructor() {
    super(
      'The store was taken away while the bot ran: its file, its lock or its database is gone. Start the bot again when no other one runs.',
    );
  }
}

/** Errors whose message says what a person has to do; without that, each start fails again. */
const FOR_A_PERSON = [EnvironmentUnreadable, HttpServerError, PlatformLost, StoreUnusable, TacTableError];
/** What to do if another process owns the store. */
const IN_USE = `Two would together send more requests than the service allows.
Stop the other one first; or, to try something out on the sandbox, give this one a STORE_URL of its own.`;

/** Explains an error that ended a process; undefined for one that no person can fix. */
export function explainStart(error: unknown): { exitCode: number; message: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof StoreLost) return { exitCode: EXIT.inUse, message };
  if (error instanceof StoreInUse) return { exitCode: EXIT.inUse, message: `${message}\n${IN_USE}` };
  const isForAPerson = FOR_A_PERSON.some((kind) => error instanceof kind);
  return isForAPerson ? { exitCode: EXIT.config, message } : undefined;
}
