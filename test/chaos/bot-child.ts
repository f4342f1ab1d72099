import { startRun } from '../../src/bot/run.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import type {
  ReceiveRequest,
  RequestEvent,
  ShowReply,
} from '../../src/core/adapter/request-event.ts';
import { isPrincipal } from '../../src/core/principal.ts';
import type { ReplyWithButtons } from '../../src/core/reply/reply.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { watchProcess } from '../../src/ops/lifecycle.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { configOf } from '../support/settings.ts';
import type { BotMessage, Question, Shown } from './messages.ts';

/** Events may come before a platform says that it is connected. */
const CONNECTING_MS = 50;

/** The whole bot in a process of its own. Its platform is the process that started it. */
async function main(): Promise<void> {
  // Without its parent it has nobody to answer.
  process.once('disconnect', () => process.exit());
  const read = configOf(process.env);
  // The settings only take admins of real platforms, which this one is not.
  const { PARENT_ADMIN: admin = '' } = process.env;
  const admins = isPrincipal(admin) ? [admin] : [];
  const config = { ...read, access: { ...read.access, admins } };
  const log = createLog({ level: config.logLevel, isReadable: false });
  const platforms = [{ name: 'parent', create: async () => parentAdapter() }];
  const bot = await startRun({
    config,
    platforms,
    proxy: undefined,
    clock: systemClock,
    log,
    metrics: NO_METRICS,
  });
  watchProcess(log, bot.stop);
  await send({ kind: 'ready' });
}

function parentAdapter(): Adapter {
  return fakeAdapter({
    platform: 'parent',
    start: async (receive) => {
      process.on('message', (asked: Question) => {
        void take(asked, receive);
      });
      await systemClock.sleep(CONNECTING_MS);
    },
    reopen: async ({ message }) => showAs(String(message)),
  });
}

async function take(asked: Question, receive: ReceiveRequest): Promise<void> {
  const { id } = asked;
  if ((await receive(requestOf(asked), showAs(id))) !== 'redeliver') {
    await send({ kind: 'accepted', id });
  }
}

function requestOf({ id, command, values, requester }: Question): RequestEvent {
  return {
    id: `parent:${id}`,
    input: { kind: 'command', name: command, options: { kind: 'values', values } },
    requester,
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: { message: id },
  };
}

function showAs(id: string): ShowReply {
  return async (reply, { isLast }) => {
    await send({ kind: 'shown', id, last: isLast, title: reply.title, ...dataOf(reply) });
    return { message: id };
  };
}

function dataOf({
  sections,
  records = () => [],
}: ReplyWithButtons): Pick<Shown, 'fields' | 'records'> {
  return {
    fields: sections.flatMap(({ fields }) => fields.map(({ label, value }) => ({ label, value }))),
    records: records().map(({ imei, ok }) => ({ imei: String(imei), ok: ok === true })),
  };
}

/**
 * Resolves when the message is in the pipe. From then on it arrives, even if this process is killed
 * at once.
 */
function send(message: BotMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
}

await main();
