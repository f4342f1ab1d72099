import type { Bench, Goal, Table } from './bench.ts';
import { type ContenderName, type Contenders, createContenders } from './contenders.ts';
import { type Crowd, discordCrowd, telegramCrowd } from './crowds.ts';
import { figure, medianOf, ratio } from './figures.ts';
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
  run: async ({ tiny, built, directory, progress }) => {
    const few = { warmUp: 4, rounds: 1, asked: 20 };
    const sizes = tiny ? few : { warmUp: 3_000, rounds: 3, asked: 1_000 };
    // This bot sends no more than Telegram allows, which takes its time.
    const slowly = tiny ? few : { warmUp: 300, rounds: 3, asked: 300 };
    const contenders = await createContenders(built, directory);
    progress('Telegram');
    const telegram = await measure(contenders, telegramCrowd, slowly);
    progress('Discord');
    const discord = await measure(contenders, discordCrowd, sizes);
    await contenders.close();
    return {
      about: `32 people ask at the same time for an IMEI whose answer was paid for before, and each asks again when the answer is there. Each bot is a process of its own on a platform on the loopback, which is the bench's process; each warms up with ${figure(sizes.warmUp)} requests; then they take turns, ${sizes.rounds} of ${figure(sizes.asked)} requests each, and the median counts (in Telegram ${figure(slowly.asked)} each). This bot reads, writes down, looks up, counts, shows and strikes out; the bare ones answer a constant. In Telegram all answer by one message, this bot no faster than the 30 messages a second that Telegram allows, which the bare ones do not know; bare grammY's own polling takes one update at a time, and "at once" is the same without waiting for the reply to be sent. In Discord this bot acknowledges and edits, as the bare one does; "at once" answers by the one call that is only open to a bot that has nothing to ask first.`,
      tables: [table('Telegram', telegram), table('Discord', discord)],
      goals: [goalInTelegram(telegram), goalInDiscord(discord)],
    };
  },
};

/** What came out for one bot: medians of its rounds. */
interface Pace {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly calls: number;
  /** Of a processor, that the platform itself was busy. */
  readonly platformBusy: number;
}

type Paces = ReadonlyMap<ContenderName, Pace>;

async function measure(
  contenders: Contenders,
  openCrowd: () => Promise<Crowd>,
  { warmUp, rounds, asked }: Sizes,
): Promise<Paces> {
  const running: { name: ContenderName; crowd: Crowd; program: Program; paces: Pace[] }[] = [];
  for (const name of NAMES) {
    const crowd = await openCrowd();
    const program = await contenders.start(name, crowd.environment);
    await program.during(crowd.ready);
    await program.during(crowd.ask(warmUp));
    running.push({ name, crowd, program, paces: [] });
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { crowd, program, paces } of running) paces.push(await paceOf(program, crowd, asked));
  for (const { crowd, program } of running) {
    await program.end();
    await crowd.close();
  }
  return new Map(running.map(({ name, paces }) => [name, medianPace(paces)]));
}

async function paceOf(program: Program, crowd: Crowd, asked: number): Promise<Pace> {
  crowd.callsMade();
  const before = await program.used();
  const own = process.cpuUsage();
  const startedAt = performance.now();
  await program.during(crowd.ask(asked));
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  const { cpuMs } = await program.used();
  return {
    perSecond: (asked / tookMs) * 1_000,
    cpuMs: (cpuMs - before.cpuMs) / asked,
    calls: crowd.callsMade() / asked,
    platformBusy: (user + system) / 1_000 / tookMs,
  };
}

function medianPace(paces: readonly Pace[]): Pace {
  const median = (of: keyof Pace): number => medianOf(paces.map((pace) => pace[of]));
  return {
    perSecond: median('perSecond'),
    cpuMs: median('cpuMs'),
    calls: median('calls'),
    platformBusy: median('platformBusy'),
  };
}

function table(title: string, paces: Paces): Table {
  const bare = paces.get('bare')?.perSecond ?? Number.NaN;
  return {
    title,
    columns: ['', 'per second', 'bare', 'calls each', 'processor, ms each', 'platform busy'],
    rows: [...paces].map(([name, { perSecond, cpuMs, calls, platformBusy }]) => [
      name,
      figure(perSecond),
      ratio(perSecond, bare),
      figure(calls),
      figure(cpuMs),
      `${Math.round(platformBusy * 100)} %`,
    ]),
  };
}

/** Telegram, Bots FAQ: about 30 messages a second to different people. */
const ALLOWED_A_SECOND = 30;

function goalInTelegram(paces: Paces): Goal {
  const ours = paces.get('this bot')?.perSecond ?? Number.NaN;
  return {
    goal: `in Telegram, 85 % of the ${ALLOWED_A_SECOND} messages a second that Telegram allows, and never more`,
    measured: `${figure(ours)} a second`,
    isReached: ours >= 0.85 * ALLOWED_A_SECOND && ours <= ALLOWED_A_SECOND,
    why: 'The way to the server shortens and stretches the time between two calls, for which a tenth of a second is left.',
  };
}

function goalInDiscord(paces: Paces): Goal {
  const ours = paces.get('this bot')?.perSecond ?? Number.NaN;
  const bare = paces.get('bare')?.perSecond ?? Number.NaN;
  return {
    goal: 'in Discord, 80 % of the rate of a bare discord.js bot',
    measured: ratio(ours, bare),
    isReached: ours >= 0.8 * bare,
    why: 'The bare bot keeps nothing and says a constant. Here every request is written down before it is acknowledged, sealed, parsed, looked up, put into words, laid out, counted and struck out: the processor’s time in the table. Waiting for the disk is no part of it any more, since those of many at once share their statements and syncs. The rate is far above what one bot is asked.',
  };
}
