import { ANSWER } from './answer.ts';
import { BUTTON } from './button.ts';
import { HISTORY } from './history.ts';
import { KEY_SAMPLE } from './key-sample.ts';
import { MESSAGE } from './message.ts';
import { REQUEST } from './request.ts';
import { SEND } from './send.ts';
import { SETTING } from './setting.ts';
import type { Table } from './table.ts';
import { USAGE_DAY } from './usage-day.ts';

export const TABLES: readonly Table[] = [
  ANSWER,
  BUTTON,
  HISTORY,
  KEY_SAMPLE,
  MESSAGE,
  REQUEST,
  SEND,
  SETTING,
  USAGE_DAY,
];
