import type { Clock } from '../../core/clock.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { LEAVING } from '../cluster/attendance.ts';
import type { Examination } from '../driver.ts';
import { connectRedis, type RedisConnection, untilItAnswers } from './connection.ts';
import { REDIS_VERSION, versionIn } from './format.ts';
import { dumpRedis } from './passes/dump.ts';
import { createRedisStore } from './store.ts';

const { fine, note, warning, wrong } = findingsAbout('store');
/** A clock that differs by more is reported; the limit tolerates it. */
const FAR_MS = 2_000;
const NEARLY_FULL = 0.9;

/** See `StoreDriver`. */
export async function examineRedis(url: string, clock: Clock): Promise<Examination> {
  const connection = connectRedis(url);
  try {
    await untilItAnswers(() => connection.run(async (client) => void (await client.ping())), clock);
    const rows = await createRedisStore(connection, clock).collection('members').entries();
    const working = rows.filter(([, word]) => word !== LEAVING).length;
    const version = await connection.run(versionIn);
    return {
      findings: [
        formatOf(version),
        ...(await settingsOf(connection)),
        ...(await memoryOf(connection)),
        await clockOf(connection, clock),
        working === 0 ? note('No bot works on it.') : fine(`${working} bots work on it.`),
      ],
      isInUse: working > 0,
      isReady: version === REDIS_VERSION,
      dump: () => dumpRedis(connection, clock),
      close: connection.close,
    };
  } catch (error) {
    await connection.close();
    const why = error instanceof Error ? error.message : String(error);
    return {
      findings: [
        wrong(`Redis cannot be asked (${why}). Look at STORE_URL, its password, and whether Redis runs.`),
      ],
      isInUse: false,
      isReady: false,
      dump: async function* () {},
      close: async () => undefined,
    };
  }
}

function formatOf(version: number): Finding {
  if (version === REDIS_VERSION) return fine(`Redis answers; the format is ${version}, this version's.`);
  return note('Redis answers, and holds no store yet: the first start makes it.');
}

/** Findings about its settings. Managed servers forbid CONFIG, which is a finding as well. */
async function settingsOf(connection: RedisConnection): Promise<readonly Finding[]> {
  const set = await connection
    .run(async (client) => ({
      ...(await client.configGet('append*')),
      ...(await client.configGet('maxmemory-policy')),
    }))
    .catch(() => undefined);
  if (set === undefined)
    return [
      note('Redis does not tell its settings: see that it keeps every write, and throws nothing away.'),
    ];
  const isDurable = set.appendonly === 'yes' && set.appendfsync === 'always';
  return [
    isDurable
      ? fine('Every write is on its disk before it is acknowledged.')
      : warning(
          'It may lose what it acknowledged (appendonly yes and appendfsync always keep it): after each of its restarts nothing is sent for about two minutes.',
        ),
    set['maxmemory-policy'] === 'noeviction'
      ? fine('It throws nothing away.')
      : wrong(
          `It throws rows away when it is full (${set['maxmemory-policy']}): set maxmemory-policy noeviction.`,
        ),
  ];
}

async function memoryOf(connection: RedisConnection): Promise<readonly Finding[]> {
  const info = await connection.run((client) => client.info('memory')).catch(() => '');
  const numberOf = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const [used, most] = [numberOf('used_memory'), numberOf('maxmemory')];
  if (most === 0) return [];
  const says = `${Math.round((used / most) * 100)} % of its memory is used.`;
  return [
    used > most * NEARLY_FULL ? warning(`${says} When it is full, nothing can be written down.`) : fine(says),
  ];
}

async function clockOf(connection: RedisConnection, clock: Clock): Promise<Finding> {
  const askedAt = clock.now();
  const [seconds = '0', micros = '0'] = await connection.run((client) =>
    client.sendCommand<[string, string]>(['TIME']),
  );
  const aheadMs = Number(seconds) * 1_000 + Number(micros) / 1_000 - (askedAt + clock.now()) / 2;
  return Math.abs(aheadMs) < FAR_MS
    ? fine('Its clock agrees with that of this machine.')
    : warning(
        `Its clock is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of this machine: have both set by NTP.`,
      );
}
