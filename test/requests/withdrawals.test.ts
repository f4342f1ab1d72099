import { describe, expect, it } from 'vitest';
import type { ReplyTarget, Request } from '../../src/core/adapter.ts';
import { deferred } from '../../src/core/async/promises.ts';
import { createWithdrawals } from '../../src/requests/presenter.ts';

const request: Request = {
  ...{ id: '1', ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: 'x' } } },
  ...{ requester: 'test:user:1', scopes: [], locale: 'en', visibility: 'private', target: { channel: 7 } },
};

describe('messages that are withdrawn', () => {
  it('are removed once it is known where they stand, of what was asked at that target', async () => {
    const removed: unknown[] = [];
    const withdrawals = createWithdrawals(() => ({
      withdraw: async (...targets) => void removed.push(targets),
    }));
    const shown = deferred<ReplyTarget | undefined>();
    withdrawals.begin(request, shown.promise);
    withdrawals.begin(request, Promise.resolve(undefined));
    const ended = withdrawals.ended();
    expect(removed).toEqual([]);
    shown.resolve({ message: 9 });
    await ended;
    expect(removed).toEqual([[{ message: 9 }, { channel: 7 }]]);
  });

  it('stay on a platform that has no need of it, and on one that is not served any more', async () => {
    for (const adapter of [{}, undefined]) {
      const withdrawals = createWithdrawals(() => adapter);
      withdrawals.begin(request, Promise.resolve({ message: 9 }));
      await withdrawals.ended();
    }
  });
});
