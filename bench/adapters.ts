import type { Bench, Goal, Table } from './bench.ts';
import { type ContenderName, type Contenders, createContenders, QUICK_BOT } from './contenders.ts';
import { type Crowd, discordCrowd, telegramCrowd } from './crowds.ts';
import { figure, medianOf, rangeOf, ratio } from './figures.ts';
import type { Program } from './processes.ts';

const NAMES: readonly ContenderName[] = ['this bot', 'bare', 'bare, at once'];

interface Sizes {
  /** Asked before anything is measured: libraries load late, and code grows warm. */
  readonly warmUp: number;
  readonly rounds: number;
  readonly asked: number;
}

/** Bench 3: from an event of a platform to the answer there. */
export const adapters: Bench = {
  title: 'Adapters: an event in, the answer out',
  instead: (cell) =>
    `of bare grammY, which keeps nothing, this bot has ${cell('Telegram', 'this bot', 2)} the answers a second for ${cell('Telegram', 'this bot', 5)} the processor’s time of each; of bare discord.js ${cell('Discord', 'this bot', 2)} for ${cell('Discord', 'this bot', 5)}.`,
  run: async ({ tiny, built, directory, progress }) => {
    const sizes = tiny ? { warmUp: 4, rounds: 1, asked: 20 } : { warmUp: 3_000, rounds: 5, asked: 5_000 };
    const contenders = await createContenders({ built, directory, program: QUICK_BOT });
    progress('Telegram');
    const telegram = await measure(contenders, telegramCrowd, sizes);
    progress('Discord');
    const discord = await measure(contenders, discordCrowd, sizes);
    await contenders.close();
    return {
      about: `32 people ask at the same time for an IMEI whose answer was paid for before, and each asks again when the answer is there. Each bot is a process of its own on a platform on the loopback, which is the bench's process; each warms up with ${figure(sizes.warmUp)} requests; then they take turns, ${sizes.rounds} of ${figure(sizes.asked)} requests each, and the median counts; the least and the most stand beside it. This bot reads, writes down, looks up, counts, shows and strikes out; the bare ones answer a constant. In Telegram all answer by one message; this bot keeps Telegram’s 30 messages a second by a clock that is 200 times as fast, since else it would be measured how fast Telegram lets it send; bare grammY's own polling takes one update at a time, and "at once" is the same without waiting for the reply to be sent. In Discord this bot acknowledges and edits, as the bare one does; "at once" answers by the one call that is only open to a bot that has nothing to ask first.`,
      tables: [table('Telegram', telegram), table('Discord', discord)],
      goals: [
        ...goalsIn('Telegram', telegram, { times: 2, library: 'grammY' }),
        ...goalsIn('Discord', discord, { times: 1.8, library: 'discord.js' }),
      ],
    };
  },
};

/** What came out for one bot: medians of its rounds. */
interface Pace {
  readonly perSecond: number;
  readonly cpuMs: number;
  /** For how much of that everything else stood still while garbage was collected. */
  readonly garbageMs: number;
  readonly calls: number;
  /** Of a processor, that the platform itself was busy. */
  readonly platformBusy: number;
}

type Paces = ReadonlyMap<ContenderName, readonly Pace[]>;

async function measure(
  contenders: Contenders,
  openCrowd: () => Promise<Crowd>,
  { warmUp, rounds, asked }: Sizes,
): Promise<Paces> {
  // They start at once, and warm up one after the other: Discord waits for no more than three seconds.
  const running = await Promise.all(
    NAMES.map(async (name) => {
      const crowd = await openCrowd();
      const program = await contenders.start(name, crowd.environment);
      await program.during(crowd.ready);
      const paces: Pace[] = [];
      return { name, crowd, program, paces };
    }),
  );
  for (const { crowd, program } of running) await program.during(crowd.ask(warmUp));
  for (let round = 0; round < rounds; round += 1)
    for (const { crowd, program, paces } of running) paces.push(await paceOf(program, crowd, asked));
  for (const { crowd, program } of running) {
    await program.end();
    await crowd.close();
  }
  return new Map(running.map(({ name, paces }) => [name, paces]));
}

async function paceOf(program: Program, crowd: Crowd, asked: number): Promise<Pace> {
  crowd.callsMade();
  const before = await program.used();
  const own = process.cpuUsage();
  const startedAt = performance.now();
  await program.during(crowd.ask(asked));
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  const { cpuMs, garbageMs } = await program.used();
  return {
    perSecond: (asked / tookMs) * 1_000,
    cpuMs: (cpuMs - before.cpuMs) / asked,
    garbageMs: (garbageMs - before.garbageMs) / asked,
    calls: crowd.callsMade() / asked,
    platformBusy: (user + system) / 1_000 / tookMs,
  };
}

function medianOfAll(paces: Paces, name: ContenderName, what: keyof Pace): number {
  return medianOf((paces.get(name) ?? []).map((pace) => pace[what]));
}

function table(title: string, paces: Paces): Table {
  return {
    title,
    columns: [
      '',
      'per second',
      'bare',
      'calls each',
      'processor, ms each',
      'bare',
      'of it, pauses for garbage',
      'platform busy',
    ],
    rows: [...paces].map(([name, rounds]) => [
      name,
      rangeOf(rounds.map(({ perSecond }) => perSecond)),
      ratio(medianOfAll(paces, name, 'perSecond'), medianOfAll(paces, 'bare', 'perSecond')),
      figure(medianOfAll(paces, name, 'calls')),
      rangeOf(rounds.map(({ cpuMs }) => cpuMs)),
      ratio(medianOfAll(paces, name, 'cpuMs'), medianOfAll(paces, 'bare', 'cpuMs')),
      figure(medianOfAll(paces, name, 'garbageMs')),
      `${Math.round(medianOfAll(paces, name, 'platformBusy') * 100)} %`,
    ]),
  };
}

const LEAST_A_SECOND = 1_500;
/** A platform that is busier than this may be what is measured. */
const BUSIEST = 0.6;

function goalsIn(
  platform: string,
  paces: Paces,
  { times, library }: { readonly times: number; readonly library: string },
): Goal[] {
  const cpuMs = (name: ContenderName): number => medianOfAll(paces, name, 'cpuMs');
  const [ours, bare] = [cpuMs('this bot'), cpuMs('bare')];
  const perSecond = medianOfAll(paces, 'this bot', 'perSecond');
  const busy = medianOfAll(paces, 'this bot', 'platformBusy');
  return [
    {
      goal: `in ${platform}, at most ${times} times the processor’s time of bare ${library} for each answered request`,
      measured: ratio(ours, bare),
      isReached: ours <= times * bare,
      why: 'The bare bot keeps nothing and says a constant.',
    },
    {
      goal: `in ${platform}, at least ${figure(LEAST_A_SECOND)} answers a second`,
      measured: figure(perSecond),
      isReached: perSecond >= LEAST_A_SECOND,
      why: 'One process answers on one thread; the processor’s time for each request bounds it. Telegram lets a bot send 30 messages a second.',
    },
    {
      goal: `in ${platform}, the platform that asks is busy for less than ${BUSIEST * 100} % of a processor with this bot, so that it is not what is measured`,
      measured: `${Math.round(busy * 100)} %`,
      isReached: busy < BUSIEST,
    },
  ];
}
