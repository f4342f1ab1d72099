import { createHash } from 'node:crypto';
import type { Request } from '../../src/core/adapter.ts';
import { imeiOf } from '../support/imeis.ts';
import { LIMITS, type Life, startLife } from './life.ts';
import type { Event } from './platform.ts';
import { brokenPromises } from './promises.ts';
import type { Process, Step } from './steps.ts';
import { createWorld, type StoreFault, type World } from './world.ts';

const HOUR_MS = 3_600_000;
/** A supervisor starts the bot again after so long. */
const RESTART_MS = 300;
/** How long a start may take before it counts as hung. */
const STARTS_MS = 60_000;
/** When all is well again, so long later all that was accepted must be answered. */
const SETTLED_MS = 2 * HOUR_MS;
const MINUTE_MS = 60_000;

export interface Circumstances {
  readonly processes: 1 | 2;
  /** Another one makes other latencies. */
  readonly seed: number;
}

/** Plays the steps in a world of their own, lets all settle, and tells which promises were broken. */
export async function play(
  steps: readonly Step[],
  { processes, seed }: Circumstances,
  look: (world: World) => void = () => undefined,
): Promise<readonly string[]> {
  const world = createWorld(seed, LIMITS.windowMs);
  await world.time.run(playIn(world, createFleet(world, processes), steps));
  look(world);
  return brokenPromises(world, LIMITS);
}

/** The processes of an installation, each started again when it has ended. */
interface Fleet {
  /** The life that a process leads just now. */
  at(process: Process): Life | undefined;
  all(): readonly Life[];
  /** Starts what has ended. */
  revive(): Promise<void>;
  changeSecret(): Promise<void>;
}

function createFleet(world: World, processes: 1 | 2): Fleet {
  const { time, platform } = world;
  const lives: (Life | undefined)[] = Array.from({ length: processes }, () => undefined);
  let started = 0;
  const start = async (index: number): Promise<void> => {
    started += 1;
    lives[index] = undefined;
    const settings = {
      number: started,
      secret: secretOf(world.secretChanges.length),
      isShared: processes > 1,
      requestMaxAgeMs: 24 * HOUR_MS,
    };
    // A start may be cut off as well, and then never comes to its end.
    const life = await Promise.race([
      startLife(world, settings),
      time.sleep(STARTS_MS).then(() => undefined),
    ]);
    lives[index] = life;
    for (const event of platform.events) if (!event.isAcknowledged) life?.deliver(event);
  };
  const all = (): Life[] => lives.filter((life) => life !== undefined);
  return {
    at: (process) => lives[process % processes],
    all,
    revive: async () => {
      for (const [index, life] of lives.entries()) {
        if (life !== undefined && !life.gate.isDead()) continue;
        await time.sleep(RESTART_MS);
        await start(index);
      }
    },
    changeSecret: async () => {
      await Promise.all(all().map((life) => end(world, life)));
      world.secretChanges.push(time.now());
    },
  };
}

/** Random enough to be taken as it is: one that looks like a phrase is stretched at every start, which takes time. */
function secretOf(change: number): string {
  return createHash('sha256').update(`the secret after change ${change}`).digest('hex');
}

/** Ends a life in good order; one that does not come to its end is killed, as supervisors do. */
async function end({ time }: World, life: Life): Promise<void> {
  await Promise.race([life.stop(), time.sleep(KILLED_AFTER_MS)]);
  life.gate.die();
}
const KILLED_AFTER_MS = 30_000;

async function playIn(world: World, fleet: Fleet, steps: readonly Step[]): Promise<void> {
  const { time, platform } = world;
  const take: { [Kind in Step['kind']]: (step: Extract<Step, { kind: Kind }>) => Promise<void> | void } = {
    ask: ({ person, imeis, process }) => {
      const event = eventOf(platform.events.length, { person, imeis, sentAt: time.now() });
      platform.events.push(event);
      fleet.at(process)?.deliver(event);
    },
    wait: ({ ms }) => time.sleep(ms),
    service: ({ fate, count }) => world.service.foretell(fate, count),
    store: ({ fault }) => setStore(world, fault),
    platform: ({ isDown }) => {
      platform.isDown = isDown;
    },
    crash: ({ process, effects, when }) => fleet.at(process)?.gate.dieAt(effects, when),
    kill: ({ process }) => fleet.at(process)?.gate.die(),
    restart: async ({ process }) => {
      const life = fleet.at(process);
      if (life !== undefined) await end(world, life);
    },
    freeze: async ({ process, ms }) => {
      const gate = fleet.at(process)?.gate;
      gate?.freeze();
      await time.sleep(ms);
      gate?.thaw();
    },
    'time-of-day': ({ byMs }) => {
      world.timeOfDayShiftMs += byMs;
    },
    'new-secret': fleet.changeSecret,
  };
  await fleet.revive();
  for (const step of steps) {
    await (take[step.kind] as (step: Step) => Promise<void> | void)(step);
    await fleet.revive();
  }
  await settle(world, fleet);
}

/** Heals everything, and gives what is alive the time to do what it has promised. */
async function settle(world: World, fleet: Fleet): Promise<void> {
  const { time, platform, service } = world;
  setStore(world, 'none');
  platform.isDown = false;
  service.recover();
  const isAnswered = (): boolean => platform.events.every(({ shown }) => shown.length > 0);
  for (let minutes = 0; minutes < SETTLED_MS / MINUTE_MS; minutes += 1) {
    await fleet.revive();
    await time.sleep(MINUTE_MS);
    // Longer than all is answered, so that what is answered twice is seen.
    if (minutes > 1 && isAnswered()) return;
  }
}

function setStore(world: World, fault: StoreFault): void {
  const now = world.time.now();
  const trouble = world.storeTroubles.at(-1);
  if (world.storeFault === 'none' && fault !== 'none')
    world.storeTroubles.push({ from: now, to: Number.POSITIVE_INFINITY });
  if (world.storeFault !== 'none' && fault === 'none' && trouble !== undefined) trouble.to = now;
  world.storeFault = fault;
}

function eventOf(
  index: number,
  sent: { readonly person: number; readonly imeis: readonly number[]; readonly sentAt: number },
): Event {
  const imeis = sent.imeis.map((serial) => imeiOf('35209900', 100 + serial));
  const request: Request = {
    id: `model:${index}`,
    ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: imeis.join('\n') } },
    requester: `model:user:${sent.person}`,
    places: [],
    locale: 'en',
    visibility: 'private',
    target: { event: index },
  };
  return { request, imeis, sentAt: sent.sentAt, isAcknowledged: false, shown: [] };
}
