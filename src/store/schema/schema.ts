import { HISTORY } from './history.ts';
import type { Table } from './table.ts';

export const TABLES: readonly Table[] = [HISTORY];
