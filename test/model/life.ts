import pino from 'pino';
import { createImei } from '../../commands/imei.ts';
import { type Checks, createChecks } from '../../src/checks/checks.ts';
import { type Adapter, FileUnreadable, type Show } from '../../src/core/adapter.ts';
import type { Clock } from '../../src/core/clock.ts';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { reply } from '../../src/core/reply.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { createRequests, type Requests } from '../../src/requests/requests.ts';
import type { MarkFile, Store } from '../../src/store/contract.ts';
import { StoreFailed } from '../../src/store/errors.ts';
import { createStoreHealth } from '../../src/store/health.ts';
import { createAnswerCache } from '../../src/store/schema/answer.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import type { Sql } from '../../src/store/sql.ts';
import { quiet } from '../support/conversation.ts';
import { createGate, type Gate } from './gate.ts';
import { createModelProvider } from './service.ts';
import { BUSY, type Event, type World } from './world.ts';

/** The service's own window and numbers, on simulated time. */
export const LIMITS = { concurrent: 4, perWindow: 19, windowMs: 60_000 } as const;
const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** How long a process that has stopped serving takes to close what else it has open. */
export const CLOSES_MS = 200;
/** As the adapter of Telegram waits before it fetches again what could not be written down. */
const FETCH_PAUSES_MS = [1_000, 3_000, 9_000, 30_000];
const BREAKS_AFTER_MS = 200;
/** How long a platform takes to show a state. */
const SHOW_MS = 20;

/** One process of the bot, from its start to its end. */
export interface Life {
  readonly gate: Gate;
  deliver(event: Event): void;
  /** Ends in good order. */
  stop(): Promise<void>;
}

/** Starts a process as `bot/run` does, on the disk, the service and the platform of the world; undefined if the store fails then. */
export async function startLife(world: World, number: number): Promise<Life | undefined> {
  const gate = createGate(world, number);
  const { clock } = gate;
  world.starts.set(number, world.time.now());
  const store = createModelStore(world, gate);
  const seal = createSeal('0123456789abcdef'.repeat(4));
  const log = pino({ level: 'silent' });
  const nothing = (): void => undefined;
  const health = createStoreHealth(store.sql, clock, nothing, nothing);
  const starting = createChecks(
    { store, seal, markFile: createModelMarkFile(world, gate) },
    {
      provider: createModelProvider(world.service, world.time, gate, LIMITS, TIMEOUT_MS),
      health,
      clock,
      raise: nothing,
      observer: NO_METRICS,
      settings: {
        requestTimeoutMs: TIMEOUT_MS,
        requestMaxAgeMs: world.requestMaxAgeMs,
        allowance: { checksPerDay: 1_000_000, reserve: 0 },
        cache: {
          ...{ scope: 'imei', foundTtlMs: 30 * DAY_MS, notFoundTtlMs: DAY_MS },
          ...{ realm: 'model', sandbox: false },
        },
      },
    },
  );
  const checks = await starting.catch((error: unknown) => {
    if (!(error instanceof StoreFailed)) throw error;
    health.stop();
    gate.die();
  });
  if (checks === undefined) return undefined;
  const adapter = createAdapter(world, gate);
  const requests = createRequests({
    commands: createModelCommands(checks, clock),
    adapters: [adapter],
    store,
    raise: nothing,
    waits: checks.checker,
    seal,
    health,
    clock,
    log,
    access: { allowed: [], admins: [] },
    maxAgeMs: world.requestMaxAgeMs,
  });
  void requests.resume('model');
  let isOpen = true;
  /** Delivers an event again, with the pauses of Telegram's adapter, until the life says that it is stored. */
  const deliver = async (event: Event): Promise<void> => {
    const show = createShow(event, gate, world);
    for (let tries = 0; isOpen; tries += 1) {
      const receipt = await requests.receive(event.request, show);
      if (gate.isDead()) return;
      if (receipt === 'persisted') event.acknowledgedAt ??= gate.clock.elapsed();
      if (event.acknowledgedAt !== undefined) return;
      await gate.clock.sleep(FETCH_PAUSES_MS[Math.min(tries, FETCH_PAUSES_MS.length - 1)] ?? 0);
    }
  };
  return {
    gate,
    deliver: (event) => void deliver(event),
    stop: () => {
      isOpen = false;
      return stopLife(gate, checks, requests);
    },
  };
}

async function stopLife(gate: Gate, checks: Checks, requests: Requests): Promise<void> {
  await Promise.race([checks.drain().then(requests.leave), gate.clock.sleep(TIMEOUT_MS)]);
  await requests.stop();
  checks.stop();
  gate.closeDisk();
  await gate.clock.sleep(CLOSES_MS);
  gate.die(true);
}

function createShow(event: Event, gate: Gate, { platform, random }: World): Show {
  return async (reply, { last }) => {
    if (reply.title === BUSY) event.isRefused = true;
    await gate.clock.sleep(SHOW_MS + Math.round(random() * platform.slowMs));
    await gate.outside(() => {
      if (platform.isDown) throw new Error('the platform is down');
      if (last) event.shown.push({ life: gate.number, at: gate.clock.elapsed(), reply });
    });
    return event.request.target;
  };
}

function createAdapter(world: World, gate: Gate): Adapter {
  const { platform } = world;
  return {
    platform: 'model',
    start: async () => undefined,
    connected: () => true,
    reopen: async (target) => {
      const event = platform.events.find(({ request }) => request.target.event === target.event);
      return event && createShow(event, gate, world);
    },
    readFile: async () => {
      throw new FileUnreadable('failed', 'there are no files in this world');
    },
    notify: async () => true,
    stop: async () => undefined,
  };
}

/** A life's view of the disk: every transaction takes a moment, and goes through the gate. */
function createModelStore({ disk }: World, gate: Gate): Store {
  const tx: Sql['tx'] = async (work) => gate.onDisk('write', () => disk.sql.tx(work));
  const sql: Sql = {
    tx,
    batch: (...row) => gate.onDisk('write', () => disk.sql.batch(...row)),
    read: async (...query) => gate.onDisk('read', () => disk.sql.read(...query)),
    idle: async () => undefined,
  };
  return { sql, keyv: createAnswerCache(sql, gate.clock), sweep: async () => 0 };
}

/** The file next to the store, which a full disk does not take either. */
function createModelMarkFile(world: World, gate: Gate): MarkFile {
  return {
    read: () => gate.outside(() => world.disk.mark),
    write: (mark) =>
      gate.outside(() => {
        if (world.storeFault !== 'none') throw new Error('no space left on device');
        world.disk.mark = mark;
      }),
  };
}

/** `/imei` as the bot has it, over the checks of one life, and `/break`; nothing of this world has a picture or a file. */
function createModelCommands({ checker }: Checks, clock: Clock): readonly Command[] {
  const services = { ...quiet, checker, clock, settings: { ...quiet.settings, batchMax: 500 } };
  const breaking = defineCommand({
    ...{ name: 'break', audience: 'everyone', options: [] },
    run: async function* () {
      yield reply({ tone: 'progress', title: 'It begins' });
      await clock.sleep(BREAKS_AFTER_MS);
      throw new Error('it broke');
    },
  });
  return [
    createImei(services, () => Promise.reject(new Error('nobody asks for help in this world'))),
    breaking,
  ];
}
