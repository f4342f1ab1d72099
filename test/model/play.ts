import type { RequestEvent } from '../../src/core/adapter/request-event.ts';
import type { Principal } from '../../src/core/principal.ts';
import { imeiOf } from '../support/imeis.ts';
import { DAY_MS, LIMITS, MINUTE_MS } from '../support/known.ts';
import type { StoreFault } from '../support/store/brittle.ts';
import { type Life, startLife } from './life.ts';
import { brokenPromises, isExcused } from './promises.ts';
import type { Step } from './steps.ts';
import { createDisk, createWorld, type Event, type World } from './world.ts';

/** The time after which a supervisor restarts the bot. */
const RESTART_MS = 300;
/** How long a start may take before it counts as hung. */
const STARTS_MS = 60_000;
/** After all faults are over, every accepted request must be answered within this time. */
const SETTLED_MINUTES = 120;
/** How long a request that may stay unanswered still gets to be answered. */
const EXCUSED_AFTER_MINUTES = 5;
/** The longest time that a process may take to end before it is killed. */
const KILLED_AFTER_MS = 30_000;
/** The longest time until a start resumes open requests. */
const TAKEN_UP_MS = 5_000;

export interface Circumstances {
  /** The seed of the latencies. */
  readonly seed: number;
  /** How long a request may stay open. Default: a day. */
  readonly requestMaxAgeMs?: number;
}

/** Plays the steps in a new world, lets the world settle, and returns the broken promises. */
export async function play(
  steps: readonly Step[],
  { seed, requestMaxAgeMs = DAY_MS }: Circumstances,
): Promise<readonly string[]> {
  const world = createWorld(seed, requestMaxAgeMs);
  await world.time.advanceUntil(playIn(world, createBot(world), steps));
  return brokenPromises(world, LIMITS);
}

type Bot = ReturnType<typeof createBot>;

/** The bot of an installation: one process at a time, restarted after it ends. */
function createBot(world: World) {
  const { time, platform } = world;
  let life: Life | undefined;
  let started = 0;
  const start = async (): Promise<void> => {
    started += 1;
    life = undefined;
    const starting = startLife(world, started);
    // A kill during the start leaves the start pending for ever.
    life = await Promise.race([starting, time.sleep(STARTS_MS).then(() => undefined)]);
    for (const event of platform.events) {
      if (event.acknowledgedAt === undefined) life?.deliver(event);
    }
  };
  return {
    /** The current life. */
    life: (): Life | undefined => life,
    /** Starts a new life if the last one has ended. */
    revive: async (): Promise<void> => {
      if (life !== undefined && !life.gate.isDead()) return;
      await time.sleep(RESTART_MS);
      await start();
    },
    /** Ends the life in order. Kills it if it takes too long, as supervisors do. */
    end: async (): Promise<void> => {
      if (life === undefined) return;
      await Promise.race([life.stop(), time.sleep(KILLED_AFTER_MS)]);
      life.gate.die();
    },
  };
}

async function playIn(world: World, bot: Bot, steps: readonly Step[]): Promise<void> {
  await bot.revive();
  for (const step of steps) {
    await take(world, bot, step);
    await bot.revive();
  }
  await settle(world, bot);
}

async function take(world: World, bot: Bot, step: Step): Promise<void> {
  const { time, platform } = world;
  const send = (...events: Event[]): void => {
    platform.events.push(...events);
    for (const event of events) bot.life()?.deliver(event);
  };
  switch (step.kind) {
    case 'ask':
      return send(eventOf(world, step.person, step.imeis.map(imeiOfSerial)));
    case 'break':
      return send(eventOf(world, step.person, []));
    case 'take-back': {
      const person = personOf(step.person);
      const event = platform.events.findLast(({ request }) => request.requester === person);
      return event && bot.life()?.takeBack(event);
    }
    case 'rush':
      return send(...rushOf(world, step));
    case 'wait':
      return time.sleep(step.ms);
    case 'service':
      return world.service.foretell(step.fate, step.count);
    case 'store':
      return setStore(world, step.fault);
    case 'platform':
      return setPlatform(world, step.isDown, step.slowMs);
    case 'crash':
      return bot.life()?.gate.dieAt(step.effects, step.when);
    case 'kill':
      return bot.life()?.gate.die();
    case 'restart':
      return bot.end();
    case 'time-of-day':
      world.timeOfDayShiftMs += step.byMs;
      world.timesSet.push({ at: time.now(), shiftMs: world.timeOfDayShiftMs });
      return;
    case 'new-store':
      await bot.end();
      Object.assign(world.disk, createDisk(), step.keepsMark && { mark: world.disk.mark });
      world.losses.push(time.now());
      return;
  }
}

/**
 * Ends all faults, and gives the life time to keep its promises. Then starts one more life, which
 * must have nothing left to do.
 */
async function settle(world: World, bot: Bot): Promise<void> {
  const { time, platform, service } = world;
  setStore(world, 'none');
  setPlatform(world, false, 0);
  service.recover();
  for (let minutes = 0; minutes < SETTLED_MINUTES; minutes += 1) {
    await bot.revive();
    await time.sleep(MINUTE_MS);
    const isOver = (event: Event): boolean =>
      event.shown.length > 0 || (minutes > EXCUSED_AFTER_MINUTES && isExcused(world, event));
    // Plays on after the last answer, to see second answers.
    if (minutes > 1 && platform.events.every(isOver)) break;
  }
  world.settledAt = time.now();
  await bot.end();
  await bot.revive();
  await time.sleep(TAKEN_UP_MS);
}

/** Records when a fault begins and ends. */
function note(
  spans: { readonly from: number; to: number }[],
  isBroken: boolean,
  now: number,
): void {
  const last = spans.at(-1);
  const wasBroken = last !== undefined && last.to > now;
  if (isBroken && !wasBroken) spans.push({ from: now, to: Number.POSITIVE_INFINITY });
  if (!isBroken && wasBroken) last.to = now;
}

function setPlatform({ platform, time }: World, isDown: boolean, slowMs: number): void {
  note(platform.downs, isDown, time.now());
  Object.assign(platform, { isDown, slowMs });
}

function setStore(world: World, fault: StoreFault): void {
  note(world.storeTroubles, fault !== 'none', world.time.now());
  world.storeFault = fault;
}

function imeiOfSerial(serial: number): string {
  return imeiOf('35209900', 100 + serial);
}

/** Many events at once: each for a new IMEI, or all for one IMEI. */
function rushOf(
  world: World,
  { person, count, of }: Extract<Step, { kind: 'rush' }>,
): readonly Event[] {
  const first = FRESH_SERIAL + 1_000 * world.platform.events.length;
  return Array.from({ length: count }, (_, index) =>
    of === 'one'
      ? eventOf(world, person, [imeiOfSerial(first)], index)
      : eventOf(world, index % 3, [imeiOfSerial(first + index)], index),
  );
}
const FRESH_SERIAL = 1_000;

function personOf(person: number): Principal {
  return `model:user:${person}`;
}

/** @param ahead how many events come earlier in the same moment */
function eventOf(
  { platform, time }: World,
  person: number,
  imeis: readonly string[],
  ahead = 0,
): Event {
  const index = platform.events.length + ahead;
  const options = { kind: 'text', text: imeis.join('\n') } as const;
  const request: RequestEvent = {
    id: `model:${index}`,
    input: { kind: 'command', name: imeis.length === 0 ? 'break' : 'imei', options },
    requester: personOf(person),
    scopes: [],
    locale: 'en',
    visibility: 'private',
    question: { id: `${index}`, version: 0 },
    target: { event: index },
  };
  return { request, imeis, sentAt: time.now(), isRefused: false, shown: [] };
}
