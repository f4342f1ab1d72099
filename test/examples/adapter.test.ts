import { expect, it } from 'vitest';
import { stageTelegram } from '../adapters/telegram/stage.ts';
import { IMEI } from '../support/known.ts';
import { replyOf } from '../support/replies.ts';

it('what Ann sends in Telegram is a request, and its reply is a message in her chat', async () => {
  const { ann, start, received, shown } = await stageTelegram();
  await start();
  ann.say(`/imei ${IMEI}`);
  const { show } = await received();
  await show(replyOf({ title: 'NOKIA 3310' }), { isLast: true });
  await expect.poll(() => shown(11)).toMatchObject([{ text: '✅ NOKIA 3310' }]);
});
