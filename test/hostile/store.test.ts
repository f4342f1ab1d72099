import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/core/time/clock.ts';
import { MessageTable } from '../../src/store/schema/message-table.ts';
import { RequestTable } from '../../src/store/schema/request-table.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld } from '../support/checks/quick-checks.ts';
import { IMEI, SECRET } from '../support/known.ts';
import { startBotInHand } from '../support/process/bot-in-hand.ts';
import { fileOf } from '../support/process/installation.ts';
import { serviceWith } from '../support/process/process-main.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';

describe('a person who can write the store', () => {
  it('can put no row in the place of another, nor in another table', async () => {
    const sql = createMemorySql();
    const seal = createSeal(SECRET);
    const requests = new RequestTable(sql, seal);
    const messages = new MessageTable(sql, seal, systemClock);
    for (const id of ['mine', 'yours']) {
      await requests.close({
        id,
        at: 1,
        buttons: { token: id, person: id, body: `the buttons of ${id}` },
      });
    }
    await messages.upsert('mine', 'a message', { keptMs: 60_000 });
    await sql.tx(async (query) => {
      await query`UPDATE message SET body = (SELECT buttons FROM request WHERE id = 'yours')`;
      await query`UPDATE request SET buttons = (SELECT buttons FROM request WHERE id = 'yours')`;
    });
    const buttonsOf = (token: string) => requests.buttonsOf(token, 1);
    expect(await buttonsOf('mine')).toBeUndefined();
    expect(await buttonsOf('yours')).toBe('the buttons of yours');
    expect(await messages.get('mine', z.string())).toBeUndefined();
  });

  it('can give nobody the answer about another phone', async () => {
    const { clock, service, store, start } = createQuickWorld();
    const { check } = await start();
    const ask = (serial: number) => clock.advanceUntil(check(testImei(serial)));
    await ask(1);
    const [mine = '', yours = ''] = [1, 2].map((serial) =>
      createSeal(SECRET).hash(`imei test ${testImei(serial)}`),
    );
    const stolen = await store.answers.get(mine);
    expect(stolen).toBeDefined();
    await store.answers.set(yours, stolen ?? '');
    expect((await ask(2)).source).toBe('service');
    expect(service.arrivals).toHaveLength(2);
  });
});

it('who can read the files of the store finds no IMEI in them, and no phone', async () => {
  const { environment } = await serviceWith({});
  const bot = await startBotInHand('test', environment);
  const options = { kind: 'text', text: IMEI } as const;
  const input = { kind: 'command', name: 'imei', options } as const;
  const { title } = await bot.ask({ requester: 'test:user:1', input });
  expect(title).toContain('NOKIA');
  await bot.stop();
  const folder = dirname(fileOf(environment.STORE_URL));
  const names = await readdir(folder);
  expect(names).toContain('bot.sqlite');
  for (const name of names) {
    const bytes = await readFile(join(folder, name), 'latin1');
    for (const text of [IMEI, IMEI.slice(8, 14), 'NOKIA']) expect(bytes).not.toContain(text);
  }
});
