import type { SqlRow, SqlValue } from '../core/query.ts';

/**
 * Runs one statement, written as a text with placeholders, with its parameters. Only the databases
 * and what opens them use it.
 */
export type TextQuery = (text: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
