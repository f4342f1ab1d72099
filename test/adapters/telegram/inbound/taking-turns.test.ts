import { describe, expect, it } from 'vitest';
import type { Receipt, Receive } from '../../../../src/core/adapter.ts';
import { createElection } from '../../../support/store/election.ts';
import { eventually, replyOf, type Stage, stageTelegram, textOf } from '../stage.ts';

const TASK = 'telegram:updates';
const CONFLICT = { code: 409, description: 'Conflict: terminated by other getUpdates request' };

/** Two processes with one token, of which the first has the turn. */
async function twoProcesses() {
  const election = createElection();
  const first = await stageTelegram({ elect: election.leadOf('first') });
  const second = await stageTelegram({ elect: election.leadOf('second') }, first);
  return { election, first, second, telegram: first.telegram };
}

const infos = ({ logged }: Stage, part: string) => logged.filter(({ msg }) => msg.includes(part));

describe('long polling by one of two processes', () => {
  it('is done by the one whose turn it is, while the other is ready and says that it stands by', async () => {
    const { first, second, telegram } = await twoProcesses();
    await first.start();
    await second.start();
    first.ann.say('one');
    first.ann.say('two');
    await first.asked(2);
    await eventually(() => expect(telegram.updates.waiting).toEqual([]));
    expect(second.inbox).toEqual([]);
    expect(second.adapter.connected()).toBe(true);
    expect(infos(second, 'another process fetches the updates')).toMatchObject([{ level: 30 }]);
    expect(first.warnings('Somebody else takes the updates')).toEqual([]);
  });

  it('goes over to the other when the first stops', async () => {
    const { first, second, telegram } = await twoProcesses();
    await first.start();
    await second.start();
    await first.adapter.stop();
    first.ann.say('late');
    expect(textOf(await second.asked())).toBe('/imei late');
    await eventually(() => expect(telegram.updates.waiting).toEqual([]));
    expect(first.inbox).toEqual([]);
  });

  it('goes there and back again with the turn, and nothing is lost or told as a trouble', async () => {
    const { election, first, second, telegram } = await twoProcesses();
    await first.start();
    await second.start();
    await election.pass(TASK, 'second');
    first.ann.say('for the second');
    await second.asked();
    await eventually(() => expect(telegram.updates.waiting).toEqual([]));
    await election.pass(TASK, 'first');
    first.ann.say('for the first');
    await first.asked();
    expect([first, second].map(({ inbox }) => inbox.map(textOf))).toEqual([
      ['/imei for the first'],
      ['/imei for the second'],
    ]);
    for (const { logged } of [first, second]) expect(logged.filter(({ level }) => level > 30)).toEqual([]);
  });

  it('confirms nothing when the turn is lost: the other gets what is not written down, and what is, again', async () => {
    const { election, first, second, telegram } = await twoProcesses();
    const stuck = writingAllBut('not written');
    first.ann.say('written');
    first.ann.say('not written');
    await first.start(stuck.receive);
    await second.start();
    await eventually(() => expect(stuck.asked).toHaveLength(2));
    const polls = telegram.callsOf('getUpdates').length;
    const passed = election.pass(TASK, 'second');
    stuck.settle('not-persisted');
    await passed;
    await second.asked(2);
    expect(second.inbox.map(textOf)).toEqual(['/imei written', '/imei not written']);
    // None of the first one's comes after it lost its turn: it would throw the second out.
    const after = telegram.callsOf('getUpdates').slice(polls);
    expect(after.every(({ payload }) => payload.timeout !== 0)).toBe(true);
  });

  it('shows replies, and tells admins, from the one that stands by as well', async () => {
    const { first, second } = await twoProcesses();
    await first.start();
    await second.start();
    first.ann.say('one');
    const { request } = await first.asked();
    const show = await second.adapter.reopen(request.target);
    await show?.(replyOf({ title: 'From beside' }), { last: true });
    expect(await second.adapter.notify('telegram:user:11', replyOf({ title: 'News' }))).toBe(true);
    expect(first.shown(first.ann.id).map(({ text }) => text)).toEqual([
      expect.stringContaining('From beside'),
      expect.stringContaining('News'),
    ]);
  });

  it('takes nothing while nobody has the turn', async () => {
    const { election, first, second, telegram } = await twoProcesses();
    await first.start();
    await second.start();
    await election.pass(TASK, undefined);
    const polls = telegram.callsOf('getUpdates').length;
    first.ann.say('patience');
    await first.clock.sleep(60_000);
    expect(telegram.callsOf('getUpdates')).toHaveLength(polls);
    expect(telegram.updates.waiting).toHaveLength(1);
    await election.pass(TASK, 'second');
    await second.asked();
  });

  it('is ready again when it loses the turn in trouble', async () => {
    const { election, first, second, telegram } = await twoProcesses();
    telegram.mishap('getUpdates', CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT);
    await first.start();
    await second.start();
    await eventually(() => expect(first.adapter.connected()).toBe(false));
    await election.pass(TASK, 'second');
    expect(first.adapter.connected()).toBe(true);
  });
});

/** A store that answers for one text when the test says so, and for all others at once. */
function writingAllBut(late: string) {
  const asked: string[] = [];
  let settle: (receipt: Receipt) => void = () => undefined;
  const receive: Receive = ({ id, ask }) => {
    asked.push(id);
    const isLate = ask.kind === 'command' && ask.options.kind === 'text' && ask.options.text === late;
    return isLate
      ? new Promise((resolve) => {
          settle = resolve;
        })
      : Promise.resolve('persisted');
  };
  return { receive, asked, settle: (receipt: Receipt) => settle(receipt) };
}
