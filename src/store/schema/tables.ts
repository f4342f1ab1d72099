import { HISTORY } from './history-table.ts';
import { KEY_SAMPLE } from './key-sample-table.ts';
import { MESSAGE } from './message-table.ts';
import { METADATA } from './metadata-table.ts';
import { REQUEST } from './request-table.ts';
import { SEND } from './send-table.ts';
import { SPENDING_DAY } from './spending-day-table.ts';
import type { StoredTable } from './stored-table.ts';

/** All tables of a store. Saved answers are not in them: see `ANSWER_TABLE` and `SqliteAnswers`. */
export const TABLES: readonly StoredTable[] = [
  HISTORY,
  KEY_SAMPLE,
  MESSAGE,
  REQUEST,
  SEND,
  METADATA,
  SPENDING_DAY,
];
