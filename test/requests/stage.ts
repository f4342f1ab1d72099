import { pino } from 'pino';
import { test } from 'vitest';
import { createAccountOf } from '../../src/checks/accounts.ts';
import type { AdminAlert } from '../../src/checks/alerts.ts';
import type { WaitingRequests } from '../../src/checks/waiting-requests.ts';
import type {
  Input,
  Receipt,
  RequestEvent,
  ShowReply,
} from '../../src/core/adapter/request-event.ts';
import { type Command, defineCommand } from '../../src/core/command/command.ts';
import { Lifetime } from '../../src/core/lifetime/lifetime.ts';
import type { Principal } from '../../src/core/principal.ts';
import { onceAborted } from '../../src/core/promises.ts';
import { type Action, type ButtonEffect, type Reply, reply } from '../../src/core/reply/reply.ts';
import { createBugReporter } from '../../src/ops/bug-reporter.ts';
import type { Metrics } from '../../src/ops/metrics/metrics.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { type AccessSettings, createAccess } from '../../src/requests/access.ts';
import type { Requests, RequestsOptions } from '../../src/requests/requests.ts';
import { SpendingDayTable } from '../../src/store/schema/spending-day-table.ts';
import type { Sql } from '../../src/store/sql.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { HOUR_MS, SEAL } from '../support/known.ts';
import { createMortal, type Mortal } from '../support/mortal.ts';
import { requestsBehind } from '../support/requests.ts';
import { aroundSql, failing, type StoreFault } from '../support/store/brittle.ts';
import { healthWith } from '../support/store/health.ts';
import { createMemoryDatabase, createMemorySql } from '../support/store/memory-sql.ts';

export const ANN = 'test:user:1';
export const BOB = 'test:user:2';
export const NEVER = new Promise<never>(() => undefined);
const EVERYONE: AccessSettings = { allowed: [], admins: [] };
type Options = Partial<Omit<RequestsOptions, 'health' | 'access' | 'metrics'>> & {
  readonly metrics?: Pick<Metrics, 'replyShown' | 'requestTook'>;
  readonly access?: AccessSettings;
  readonly waits?: Pick<WaitingRequests, 'listen'>;
};

/** A state of a reply as people saw it; `at` is the message that showed the state. */
export interface Shown {
  readonly at: string;
  readonly title: string;
  readonly summary: string;
  readonly last: boolean;
  readonly isPrivate: boolean;
  readonly tokens: Readonly<Record<string, string>>;
}

/** A process of the bot on the store of the world, from its start to its stop or kill. */
export interface BotProcess {
  readonly requests: Requests;
  readonly alerts: readonly AdminAlert[];
  /** Receives a request for a command. `parts` replace parts of the request. */
  ask(id: string, name: string, parts?: Partial<RequestEvent>): Promise<Receipt>;
  press(
    id: string,
    token: string | undefined,
    parts?: Partial<RequestEvent> & { on?: string },
  ): Promise<Receipt>;
  /** Ends the run of the process. A test would still see what goes on after the end. */
  stop(): Promise<void>;
  /** Kills the process: none of its effects happens after that. */
  kill(): void;
}

/** Everything that outlives a process: the store, the platform with its messages, the clock. */
export function createWorld() {
  const clock = createFakeClock();
  const sql = createMemorySql();
  const shown: Shown[] = [];
  /** The ids of the requests whose commands ran, one for each run. */
  const ran: string[] = [];
  /** The ids of the requests whose commands learned that an earlier run had begun. */
  const repeated: string[] = [];
  /** The errors that were reported as bugs. */
  const bugs: (readonly [name: string, error: unknown])[] = [];
  const logged: { readonly level: number; readonly msg: string; readonly request?: string }[] = [];
  const world = {
    clock,
    sql,
    shown,
    ran,
    repeated,
    bugs,
    logged,
    fault: 'none' as StoreFault,
    /** How long the store takes to write. */
    writesMs: 0,
    /** How long rows take to arrive after the store has read them. */
    readsMs: 0,
    /**
     * `failure`: the error of each call while the platform is down. `reopens`: whether its adapter
     * finds the place of an earlier reply. `tellsMs`: how long it takes to confirm a shown reply.
     */
    platform: {
      works: true,
      failure: new Error('the platform is away'),
      reopens: true,
      slowMs: 0,
      tellsMs: 0,
    },
    /** Ends all running commands `hang`. */
    release: (): void => undefined,
    lastOf: (at: string) => shown.findLast((state) => state.at === at && state.last),
    titles: (at?: string) =>
      shown.filter((state) => at === undefined || state.at === at).map(({ title }) => title),
    token: (at: string, label: string) => shown.findLast((state) => state.at === at)?.tokens[label],
    /** The rows of open requests and of closed requests. */
    rows: () => ({
      open: sql.look('SELECT id FROM request WHERE done IS NULL ORDER BY id').map(({ id }) => id),
      done: sql
        .look('SELECT id FROM request WHERE done IS NOT NULL ORDER BY id')
        .map(({ id }) => id),
    }),
    /** The ids of the closed requests of which the store still has the buttons and their person. */
    withButtons: () =>
      sql.look('SELECT id FROM request WHERE person IS NOT NULL').map(({ id }) => id),
    /** The number of uses that `remember` has written. */
    notes: () => sql.look('SELECT sum(times) AS notes FROM spending_day')[0]?.notes,
    /** The bodies of the open requests, as the next process reads them. */
    openBodies: () =>
      sql
        .look('SELECT id, body FROM request WHERE done IS NULL ORDER BY at')
        .map(({ id, body }) => JSON.parse(SEAL.decrypt(String(body), `request.body ${id}`) ?? '')),
    start: (options: Options = {}): BotProcess => startProcess(world, hanging, options),
    /** Starts a process, sends it requests for `hang`, and kills it before it answers. */
    leaveOpen: async (...ids: readonly string[]): Promise<void> => {
      const dying = world.start();
      await Promise.all(ids.map((id) => dying.ask(id, 'hang')));
      dying.kill();
    },
  };
  const hanging = new Promise<void>((resolve) => {
    world.release = resolve;
  });
  return world;
}

export type World = ReturnType<typeof createWorld>;

/** A test in a world of its own. `bot` is its first process, if the test uses that name. */
export const it = test
  .extend('world', () => createWorld())
  .extend('bot', ({ world }) => world.start());

function startProcess(
  world: World,
  hanging: Promise<void>,
  { waits: waitingRequests, access = EVERYONE, metrics = NO_METRICS, ...options }: Options,
): BotProcess {
  const { clock } = world;
  const process = createMortal();
  const pass = async (ms: number): Promise<void> => {
    if (ms > 0) await clock.sleep(ms);
  };
  const showAt =
    (at: string): ShowReply =>
    (state, { isLast }) =>
      process.step(async () => {
        await pass(world.platform.slowMs);
        if (!world.platform.works) throw world.platform.failure;
        const { title, summary = '', actions, isPrivate } = state;
        const tokens = Object.fromEntries(actions.map(({ label, token }) => [label, token]));
        if (!process.isDead()) {
          world.shown.push({ at, title, summary, last: isLast, isPrivate, tokens });
        }
        await pass(world.platform.tellsMs);
        return { place: at, message: `message of ${at}` };
      });
  const adapter = fakeAdapter({
    platform: 'test',
    reopen: async ({ place }, newer) => {
      if (!world.platform.reopens) throw new TypeError('a bug in the adapter');
      return showAt(String(newer?.place ?? place));
    },
    messageNameOf: ({ place }) => String(place),
    notify: async () => true,
  });
  const alerts: AdminAlert[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line) => void world.logged.push(JSON.parse(line)) },
  );
  const database = createMemoryDatabase(clock, tablesOf(world, process));
  const lifetime = new Lifetime((error, name) => world.bugs.push([name, error]), clock);
  const health = healthWith({
    database,
    lifetime,
    clock,
    onFailing: () => alerts.push({ kind: 'store-failing', message: '' }),
    onHealed: () => alerts.push({ kind: 'store-healed' }),
  });
  const drained = lifetime.whenDraining('checks', async () => undefined);
  const requests = requestsBehind(adapter, {
    commands: createCommands(world, health.database.sql, hanging),
    accountOf: createAccountOf(access.allowed),
    health,
    lifetime,
    clock,
    ...(waitingRequests !== undefined && { checks: { waitingRequests, drained } }),
    raise: (alert) => alerts.push(alert),
    reportBug: createBugReporter(log),
    metrics,
    log,
    maxAgeMs: 30 * HOUR_MS,
    access: createAccess(access),
    ...options,
    database,
  });
  void requests.resume('test');
  const receive = async (
    id: string,
    input: Input,
    parts: Partial<RequestEvent>,
  ): Promise<Receipt> => {
    const event = { ...eventOf(id, input), ...parts };
    const received = requests.receive(event, showAt(String(event.target.place)));
    await clock.settle();
    return received;
  };
  return {
    requests,
    alerts,
    ask: (id, name, parts = {}) => receive(id, text(name, '').input, parts),
    press: (id, token = 'none', { on: message, ...parts } = {}) =>
      receive(id, { kind: 'press', token, ...(message !== undefined && { message }) }, parts),
    stop: () => lifetime.end(5_000),
    kill: process.kill,
  };
}

/** The tables of the world as one process uses them: slow and brittle, until its kill. */
function tablesOf(world: World, { step: live }: Mortal): Sql {
  return aroundSql(world, (work, step) =>
    live(async () => {
      if (step === 'writing' && world.writesMs > 0) await world.clock.sleep(world.writesMs);
      const outcome = await failing(world.fault, work, step);
      if (step === 'reading' && world.readsMs > 0) await world.clock.sleep(world.readsMs);
      return outcome;
    }),
  );
}

/** What Ann sends in private, to a place with the name of her request. */
export function eventOf<I extends Input>(id: string, input: I) {
  return {
    id,
    input,
    requester: ANN as Principal,
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: { place: id },
  } as const;
}

/** A request for a command whose options are typed text. */
export function text(name: string, typed: string) {
  return { input: { kind: 'command', name, options: { kind: 'text', text: typed } } } as const;
}

export const invoke = (
  command: string,
  text = '',
  visibility?: 'private' | 'shared',
): Extract<ButtonEffect, { kind: 'invoke' }> => ({
  kind: 'invoke',
  command,
  options: { kind: 'text', text },
  ...(visibility !== undefined && { visibility }),
});

export const action = (id: string, effect: ButtonEffect): Action => ({
  id,
  label: id,
  opens: 'here',
  effect,
});

const BUTTONS: readonly Action[] = [
  action('again', invoke('echo', 'again')),
  action('wait', invoke('hang')),
  action('check', invoke('echo', 'checked')),
  action('share', invoke('echo', 'shared', 'shared')),
  action('whisper', invoke('echo', 'whispered', 'private')),
  action('no', { kind: 'dismiss' }),
  action('gone', invoke('removed')),
  action('stop', { kind: 'stop' }),
];

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => onceAborted(signal, resolve));

/** Commands that do what their names say. */
function createCommands(
  { ran, repeated, clock }: World,
  sql: Sql,
  hanging: Promise<void>,
): readonly Command[] {
  const plain = (name: string, run: (signal: AbortSignal) => AsyncIterable<Reply>) =>
    defineCommand({
      name,
      options: [],
      run: ({ requestId, isRepeat, signal }) => {
        ran.push(requestId);
        if (isRepeat) repeated.push(requestId);
        return run(signal);
      },
    });
  const say = (title: string): Reply => reply({ tone: 'good', title, actions: BUTTONS });
  const end = (signal: AbortSignal): Reply =>
    signal.aborted ? { ...say('stopped'), tone: 'warning' } : say('let go');
  return [
    defineCommand({
      name: 'echo',
      options: [{ name: 'text', kind: 'text', required: false }],
      run: async function* ({ options, requestId, isRepeat, isAdmin, visibility }) {
        const { text = 'nothing' } = options;
        ran.push(requestId);
        if (isRepeat) repeated.push(requestId);
        yield say(`${text} for ${isAdmin ? 'an admin' : 'a member'}, ${visibility}`);
      },
    }),
    defineCommand({
      name: 'size',
      examples: ['/size m'],
      options: [{ name: 'size', kind: 'choice', required: true, choices: ['s', 'm'] }],
      run: async function* () {
        yield say('sized');
      },
    }),
    plain('hang', async function* (signal) {
      yield say('begun');
      await Promise.race([hanging, aborted(signal)]);
      yield end(signal);
    }),
    defineCommand({
      name: 'remember',
      options: [],
      run: async function* ({ signal, alsoOnClose }) {
        const note = { at: 0, what: 'notes', times: 1 };
        alsoOnClose((query) => new SpendingDayTable(sql).add(query, note));
        yield say('begun');
        await Promise.race([hanging, aborted(signal)]);
        yield say('noted');
      },
    }),
    plain('list', async function* (signal) {
      const listed = (title: string, ...also: readonly string[]): Reply =>
        reply({ tone: 'good', title, actions: [action('stop', { kind: 'stop', also })] });
      yield listed('begun');
      await Promise.race([clock.sleep(1_000), aborted(signal)]);
      yield listed('also begun', 'other');
      await Promise.race([hanging, aborted(signal)]);
      yield reply({ tone: 'good', title: signal.aborted ? 'stopped' : 'checked' });
    }),
    plain('turn', async function* (signal) {
      yield say('begun');
      await aborted(signal);
      throw signal.reason;
    }),
    plain('slow', async function* () {
      for (const state of ['first', 'second', 'third']) {
        const choose = action('choose', invoke('echo', state));
        yield { ...say(state), actions: [...BUTTONS, choose] };
        await clock.sleep(state === 'first' ? 20 : 1_000);
      }
    }),
    plain('break', async function* () {
      yield say('begun');
      throw new Error('broken on purpose');
    }),
    plain('silent', async function* () {}),
    plain('read', async function* () {
      yield say('begun');
      throw new StoreFailed(new Error('ECONNREFUSED'));
    }),
  ];
}
