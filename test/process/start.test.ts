import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startBot } from '../../src/bot/run.ts';
import type { Request } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';
import { parseConfig } from '../support/settings.ts';

const REQUEST: Request = {
  id: 'eager:1',
  ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '490154203237518' } },
  requester: 'eager:user:1',
  scopes: [],
  locale: 'en',
  visibility: 'private',
  target: { message: 1 },
};

it('answers once what comes in while the platform still connects', async () => {
  const answers: ShownReply[] = [];
  const show = async (reply: ShownReply, { last }: { readonly last: boolean }) => {
    if (last) answers.push(reply);
    return REQUEST.target;
  };
  const eager = fakeAdapter({
    platform: 'eager',
    start: async (receive) => void (await receive(REQUEST, show)),
    reopen: async () => show,
  });
  const configured = parseConfig({ STORE_URL: `sqlite://${join(await emptyDirectory(), 'store.sqlite')}` });
  if (!configured.ok) throw new Error(configured.problems.join('\n'));

  const bot = await startBot({
    config: configured.config,
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    platforms: [{ create: async () => eager }],
  });
  onTestFinished(bot.stop);
  await eventually(() => answers.length > 0);
  await bot.stop();

  expect(answers.map(({ title }) => title)).toEqual(['NOKIA 3110']);
});
