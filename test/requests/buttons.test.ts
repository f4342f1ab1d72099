import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { reply, type ShownReply } from '../../src/core/reply.ts';
import { type Buttons, createButtons } from '../../src/requests/buttons.ts';
import { createSqliteStore } from '../../src/store/sqlite.ts';

const ME = 'test:user:1';

describe('the buttons of a reply', () => {
  let buttons: Buttons;

  const offer = (): ShownReply =>
    buttons.offer(
      reply({
        tone: 'good',
        title: 'answered',
        actions: [{ id: 'no', label: 'No', opens: 'here', deed: { kind: 'dismiss' } }],
      }),
      { requestId: 'test:1', requester: ME },
    );
  const tokenOf = (shown: ShownReply): string => shown.actions[0]?.token ?? '';

  beforeEach(() => {
    const rows = createSqliteStore('sqlite://:memory:', systemClock).collection('buttons');
    // A store that takes its time to write.
    const put: typeof rows.put = async (...row) => {
      await delay(20);
      await rows.put(...row);
    };
    buttons = createButtons({ ...rows, put }, systemClock, (error) => {
      throw error;
    });
  });

  it('work from the moment they are shown', async () => {
    expect(await buttons.press(tokenOf(offer()), ME)).toMatchObject({ kind: 'deed' });
  });

  it('are forgotten with all that is being written of them', async () => {
    const token = tokenOf(offer());
    await buttons.forget(ME);
    expect(await buttons.press(token, ME)).toEqual({ kind: 'gone' });
  });
});
