import { expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { talk } from '../support/conversation.ts';
import { IMEI } from '../support/known.ts';

it('/imei names the phone, and spends one check', async () => {
  const { say, checked } = talk(() => answers.found(basic({ brand: 'NOKIA', model: '3310' })));
  const { text } = await say(`/imei ${IMEI}`);
  expect(text).toContain('NOKIA 3310');
  expect(checked()).toEqual([IMEI]);
});
