import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../../src/core/async/promises.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { defineCommand } from '../../../src/core/command.ts';
import { reply } from '../../../src/core/reply.ts';
import { createLog } from '../../../src/ops/log/log.ts';
import { createRequests, type Requests } from '../../../src/requests/requests.ts';
import type { Members } from '../../../src/store/cluster/members.ts';
import { createStoreHealth } from '../../../src/store/health.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Seal } from '../../../src/store/seal/seal.ts';
import { type BrittleStore, createBrittleStore } from '../../support/store/brittle.ts';
import { countReads } from '../../support/store/count-reads.ts';
import { eventually, type Stage, stageTelegram } from './stage.ts';

const IMEI = '490154203237518';
const GROUP = -1001;
const ANSWER = '✅ NOKIA 3310';
const WAITING = '⏳ Waiting';
const CHECKING = '⏳ Checking';

/** What the command does on its way, until it is let go. */
interface Course {
  /** It says that it checks. */
  readonly goOn: Promise<void>;
  /** It answers. */
  readonly end: Promise<void>;
}

interface Process {
  readonly stage: Stage;
  readonly requests: Requests;
  /** Others have taken it for gone. */
  standStill(): void;
}

describe('two processes at one Telegram', () => {
  let store: BrittleStore;
  let seal: Seal;
  let rowsRead: () => number;
  let end: () => void;
  let goOn: () => void;
  let course: Course;

  /** A new store, and a new course. */
  const begin = async (): Promise<void> => {
    const kept = await openStore('sqlite://:memory:', undefined, systemClock);
    seal = kept.seal;
    const counted = countReads(kept.store, ['requests', 'owners', 'owned']);
    rowsRead = counted.rowsRead;
    store = createBrittleStore(counted.store);
    const [going, ending] = [deferred<void>(), deferred<void>()];
    course = { goOn: going.promise, end: ending.promise };
    goOn = () => going.resolve();
    end = () => ending.resolve();
  };
  beforeEach(begin);

  const started = (name: string, beside?: Process, own = course): Promise<Process> =>
    start({ name, store, seal, course: own, beside: beside?.stage });
  /** Both are told of what Ann asks while nothing can be read or written. */
  const bothTold = async (ask: (process: Process) => void): Promise<readonly [Process, Process]> => {
    store.fail(['reading', 'writing']);
    const a = await started('a');
    a.stage.telegram.chats.groups.add(GROUP);
    ask(a);
    await eventually(() => expect(texts(a)).toEqual([WAITING]));
    // The next one that polls is told of it once more.
    await a.stage.adapter.stop();
    return [a, await started('b', a)];
  };
  const bothWaiting = (process: Process) => () => expect(texts(process)).toEqual([WAITING, WAITING]);
  const heal = async (...processes: readonly Process[]): Promise<void> => {
    store.fail([]);
    for (const { requests } of processes) await requests.catchUp();
  };

  describe('that were told of one update while the store failed', () => {
    const inPrivate = ({ stage }: Process): void => void stage.ann.say(IMEI);
    const inGroup = ({ stage }: Process): void => void stage.ann.say(`/imei ${IMEI}`, { group: GROUP });
    const alone = ({ stage }: Process): void =>
      void stage.ann.say(`/imei ${IMEI}`, { group: GROUP, ephemeral: true });

    it.each([
      ['in private', 'the first', inPrivate, [0, 1]],
      ['in private', 'the second', inPrivate, [1, 0]],
      ['in a group', 'the first', inGroup, [0, 1]],
      ['in a group', 'the second', inGroup, [1, 0]],
      ['to one in a group', 'the first', alone, [0, 1]],
      ['to one in a group', 'the second', alone, [1, 0]],
    ] as const)(
      'leave one message with the answer %s, where %s goes on',
      async (_where, _who, ask, order) => {
        const both = await bothTold(ask);
        await eventually(bothWaiting(both[0]));
        await heal(...order.map((one) => both[one] as Process));
        await eventually(() => expect(texts(both[0])).toEqual([WAITING]));
        end();
        await eventually(() => expect(texts(both[0])).toEqual([ANSWER]));
        await eventually(() => expect(both.map(({ requests }) => requests.openCount())).toEqual([0, 0]));
      },
    );

    it('leave it also where one has answered before the other hears that the store works', async () => {
      const [a, b] = await bothTold(inPrivate);
      await eventually(bothWaiting(a));
      await heal(a);
      end();
      await eventually(() => expect(texts(a)).toContain(ANSWER));
      await heal(b);
      await eventually(() => expect(texts(a)).toEqual([ANSWER]));
    });

    it('leave it where the store fails again before the second hears that it works', async () => {
      const [a, b] = await bothTold(inPrivate);
      await eventually(bothWaiting(a));
      await heal(b);
      store.fail(['writing']);
      await a.requests.catchUp().catch(() => undefined);
      await heal(a, b);
      end();
      await eventually(() => expect(texts(a)).toEqual([ANSWER]));
    });

    it.each([
      ['may not be removed', [WAITING, ANSWER]],
      ['was removed by the person', [ANSWER]],
    ])('answer all the same where the other message %s', async (why, left) => {
      const [a, b] = await bothTold(inPrivate);
      await eventually(bothWaiting(a));
      const { telegram } = a.stage;
      const [, second] = a.stage.shown();
      if (why === 'was removed by the person' && second !== undefined) telegram.chats.remove(second);
      else
        telegram.mishap('deleteMessage', {
          ...{ code: 400, description: 'Bad Request: message can’t be deleted for everyone' },
        });
      await heal(a, b);
      await eventually(() => expect(telegram.callsOf('deleteMessage')).toHaveLength(1));
      end();
      await eventually(() => expect([...texts(a)].sort()).toEqual([...left].sort()));
      await eventually(() => expect(b.requests.openCount()).toBe(0));
    });

    it('remove the message once where both hear of it twice', async () => {
      const [a, b] = await bothTold(inPrivate);
      await eventually(bothWaiting(a));
      await heal(a, b, b, a);
      end();
      await eventually(() => expect(texts(a)).toEqual([ANSWER]));
      expect(a.stage.telegram.callsOf('deleteMessage')).toHaveLength(1);
    });

    it('keep the message that was pressed, and show no state over its answer', async () => {
      const first = await started('a');
      first.stage.ann.say(IMEI);
      end();
      await eventually(() => expect(texts(first)).toEqual([ANSWER]));
      const [pressed] = first.stage.shown();
      if (pressed === undefined) throw new Error('nothing is shown');
      const [waits, ends] = [deferred<void>(), deferred<void>()];
      course = { goOn: waits.promise, end: ends.promise };
      await first.stage.adapter.stop();
      store.fail(['reading', 'writing'], ['requests', 'owners']);
      const a = await started('c', first);
      a.stage.ann.press(pressed, 'Once more');
      await eventually(() => expect(pressed.text).toBe(WAITING));
      await a.stage.adapter.stop();
      const released = deferred<void>();
      const b = await started('d', first, { goOn: new Promise(() => undefined), end: released.promise });
      await eventually(() => expect(b.requests.openCount()).toBe(1));
      await heal(b);
      released.resolve();
      await eventually(() => expect(pressed.text).toBe(ANSWER));
      // It has not heard yet that the store works.
      waits.resolve();
      const edits = first.stage.telegram.callsOf('editMessageText').length;
      await systemClock.sleep(1_500);
      expect(first.stage.telegram.callsOf('editMessageText')).toHaveLength(edits);
      await heal(a);
      ends.resolve();
      await eventually(() => expect(a.requests.openCount()).toBe(0));
      expect([pressed.text, first.stage.telegram.callsOf('deleteMessage')]).toEqual([ANSWER, []]);
    });

    it('leave no message behind where the one that stops is told of it by the next', async () => {
      store.fail(['reading', 'writing']);
      const a = await started('a');
      inPrivate(a);
      await eventually(() => expect(texts(a)).toEqual([WAITING]));
      await a.stage.adapter.stop();
      await a.requests.stop();
      await eventually(() => expect(texts(a)).toEqual([]));
      await started('b', a);
      end();
      await eventually(() => expect(texts(a)).toEqual([ANSWER]));
    });
  });

  describe('of which one stood still while the other took over', () => {
    /** The second one has taken over what the first one shows, and has answered it. */
    const answeredBeside = async (a: Process): Promise<void> => {
      a.standStill();
      const ends = deferred<void>();
      ends.resolve();
      const b = await started('b', a, { goOn: new Promise(() => undefined), end: ends.promise });
      await b.requests.takeOver(async () => new Set(['b']));
      await eventually(() => expect(texts(a)).toEqual([ANSWER]));
    };
    const waiting = async (): Promise<Process> => {
      const a = await started('a');
      a.stage.ann.say(IMEI);
      await eventually(() => expect(texts(a)).toEqual([WAITING]));
      return a;
    };
    const written = async (a: Process): Promise<void> => {
      await a.stage.adapter.stop();
      await systemClock.sleep(100);
    };

    it('keep the answer where the first one goes on', async () => {
      const a = await waiting();
      await written(a);
      await answeredBeside(a);
      goOn();
      await systemClock.sleep(1_500);
      expect(texts(a)).toEqual([ANSWER]);
      end();
      await eventually(() => expect(a.requests.openCount()).toBe(0));
      expect(texts(a)).toEqual([ANSWER]);
    });

    it('keep the answer where a state of the first one waited for its turn all the while', async () => {
      const a = await waiting();
      await written(a);
      goOn();
      await systemClock.sleep(50);
      await answeredBeside(a);
      await systemClock.sleep(1_500);
      expect(texts(a)).toEqual([ANSWER]);
    });
  });

  it('read as much of the journal for a reply, however many states it is shown in', async () => {
    const readFor = async (states: (a: Process) => Promise<void>): Promise<number> => {
      await begin();
      const a = await started('a');
      const before = rowsRead();
      a.stage.ann.say(IMEI);
      await eventually(() => expect(texts(a)).toEqual([WAITING]));
      await states(a);
      end();
      await eventually(() => expect(a.requests.openCount()).toBe(0));
      expect(texts(a)).toEqual([ANSWER]);
      await a.requests.stop();
      return rowsRead() - before;
    };
    const withTwo = await readFor(async () => undefined);
    const withThree = await readFor(async (a) => {
      goOn();
      await eventually(() => expect(texts(a)).toEqual([CHECKING]));
    });
    expect(withThree).toBe(withTwo);
  });
});

function texts({ stage }: Process): readonly string[] {
  return [...stage.shown(), ...stage.telegram.ephemerals.shown].map(({ text }) => text);
}

interface Starting {
  readonly name: string;
  readonly store: BrittleStore;
  readonly seal: Seal;
  readonly course: Course;
  readonly beside: Stage | undefined;
}

async function start({ name, store, seal, course, beside }: Starting): Promise<Process> {
  const stage = await stageTelegram({ clock: systemClock }, beside);
  let isSilent = false;
  const members: Members = {
    id: name,
    start: async () => undefined,
    leave: async () => undefined,
    mayCountAsGone: () => false,
    hasCountedAsGone: () => isSilent,
  };
  const quiet = { onFailing: () => undefined, onHealed: () => undefined };
  const health = createStoreHealth({ store, clock: systemClock, ...quiet });
  const requests = createRequests({
    ...{ store, seal, clock: systemClock, commands: [commandOf(course)], adapters: [stage.adapter] },
    health,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    access: { allowed: [], admins: [] },
    maxAgeMs: 86_400_000,
    learn: async () => undefined,
    resumed: () => undefined,
    raise: () => undefined,
    shared: { members, createPermits: () => expect.fail('no permits') },
  });
  onTestFinished(async () => {
    await requests.stop();
    health.stop();
  });
  await stage.start(requests.receive);
  return {
    stage,
    requests,
    standStill: () => {
      isSilent = true;
    },
  };
}

function commandOf({ goOn, end }: Course) {
  return defineCommand({
    name: 'imei',
    audience: 'everyone',
    options: [{ name: 'imei', kind: 'text', required: true }],
    run: async function* ({ options }) {
      yield reply({ tone: 'progress', title: 'Waiting' });
      if ((await Promise.race([goOn.then(() => 'on'), end])) === 'on') {
        yield reply({ tone: 'progress', title: 'Checking' });
        await end;
      }
      yield reply({
        ...{ tone: 'good', title: 'NOKIA 3310' },
        actions: [
          {
            ...{ id: 'again', label: 'Once more', opens: 'here' },
            effect: { kind: 'invoke', command: 'imei', options: { kind: 'text', text: options.imei } },
          },
        ],
      });
    },
  });
}
