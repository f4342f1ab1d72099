import { BUTTON } from './button.ts';
import { HISTORY } from './history.ts';
import { MESSAGE } from './message.ts';
import type { Table } from './table.ts';
import { USAGE_DAY } from './usage-day.ts';

export const TABLES: readonly Table[] = [BUTTON, HISTORY, MESSAGE, USAGE_DAY];
