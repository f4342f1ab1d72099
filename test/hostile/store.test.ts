import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { MessageTable } from '../../src/store/schema/message.ts';
import { RequestTable } from '../../src/store/schema/request.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';
import { SECRET } from '../support/known.ts';
import { createSqliteStore } from '../support/store/sqlite-store.ts';

describe('a person who can write the store', () => {
  it('can put no row in the place of another, nor in another table', async () => {
    const { sql, close } = createSqliteStore('sqlite://:memory:', systemClock);
    onTestFinished(close);
    const seal = createSeal(SECRET);
    const requests = new RequestTable(sql, seal);
    const messages = new MessageTable(sql, seal, systemClock);
    for (const id of ['mine', 'yours'])
      await requests.close(id, 1, { token: id, person: id, body: `the buttons of ${id}` });
    await messages.upsert('mine', 'a message', { keptMs: 60_000 });
    await sql.tx(async (t) => {
      await t`UPDATE message SET body = (SELECT buttons FROM request WHERE id = 'yours')`;
      await t`UPDATE request SET buttons = (SELECT buttons FROM request WHERE id = 'yours')`;
    });
    const buttonsOf = (token: string) => requests.buttonsOf(token, 1);
    expect([await buttonsOf('mine'), await buttonsOf('yours'), await messages.get('mine')]).toEqual(
      [undefined, 'the buttons of yours', undefined],
    );
  });

  it('can give nobody the answer about another phone', async () => {
    const { check, service, store } = await startChecking();
    await check(testImei(1));
    const [mine, yours] = [1, 2].map((serial) =>
      createSeal(SECRET).hash(`imei test ${testImei(serial)}`),
    );
    await expect.poll(() => store.keyv.get(mine ?? '')).toBeDefined();
    const stolen = (await store.keyv.get(mine ?? '')) ?? '';
    await store.keyv.set(yours ?? '', stolen);
    expect((await check(testImei(2))).source).toBe('service');
    expect(service.paidChecks).toHaveLength(2);
  });
});
