import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Api } from 'grammy';
import { z } from 'zod';
import { renderReply as renderForDiscord } from '../src/adapters/discord/outbound/render.ts';
import { createClient, createConnections } from '../src/adapters/telegram/outbound/client.ts';
import { contentOf } from '../src/adapters/telegram/outbound/messages/write.ts';
import { renderReply as renderForTelegram } from '../src/adapters/telegram/outbound/render.ts';
import { systemClock } from '../src/core/clock.ts';
import type { ShownReply } from '../src/core/reply.ts';
import { deviceReply } from '../src/format/imei/device.ts';
import { sayIn } from '../src/format/words/say.ts';
import { findImeis } from '../src/imei/find.ts';
import { readCheckAnswer } from '../src/provider/device-identity/read.ts';
import { createSeal } from '../src/store/seal/seal.ts';
import { createSqliteStore } from '../src/store/sqlite/store.ts';
import type { Table } from './bench.ts';
import { fullAnswer } from './core.ts';
import { figure, medianOf } from './figures.ts';

/** As many as ask at the same time. */
const AT_ONCE = 32;
/** As long as the row of a request, sealed. */
const ROW = 'x'.repeat(600);
/** As long as the texts of the rows of an answer in Telegram: what was heard, the request, the message, checks, buttons, done. */
const TEXTS = [90, 600, 4, 80, 600, 0].map((length) => 'x'.repeat(length));
const TEXT = 'IMEI: 490154203237518';
const PLACE = { collection: 'requests', id: 'one' };

const say = sayIn('en');
const VIEW = { say, visibility: 'private', admin: false, now: 0, sandbox: false } as const;

export interface FloorsNeeds {
  /** The directory of the build, and one for files. */
  readonly built: string;
  readonly directory: string;
  readonly tiny: boolean;
}

/** What the parts of an answer that keep the promises take of the processor, each alone, threads and all. */
export async function floorsTable({ built, directory, tiny }: FloorsNeeds): Promise<Table> {
  const times = tiny ? 2 : 200;
  const seal = createSeal('a bench keeps no secrets');
  const store = createSqliteStore(`sqlite://${join(directory, 'floors.sqlite')}`, systemClock);
  const rows = store.collection('requests');
  let id = 0;
  const nextId = (): string => {
    id += 1;
    return `floor:${id}`;
  };
  const words = await wordsOfAnswer();
  const reply = words();
  const sealed = seal.close(ROW, PLACE);
  const group = (work: () => unknown): Promise<unknown> =>
    Promise.all(Array.from({ length: AT_ONCE }, async () => work()));
  const parts: readonly (readonly [string, () => unknown])[] = [
    [`write a row, ${AT_ONCE} in one statement and one sync`, () => rows.insert(nextId(), sealed)],
    [`read a row, ${AT_ONCE} in one statement`, () => rows.get('floor:1')],
    ['seal a row', () => seal.close(ROW, PLACE)],
    ['seal the six rows of an answer in Telegram', () => TEXTS.map((text) => seal.close(text, PLACE))],
    ['seal the same as one, if that could be', () => seal.close(TEXTS.join(''), PLACE)],
    ['hash a name that was not asked for before', () => seal.hash(nextId())],
    ['find the IMEI in the text', () => findImeis(TEXT)],
    ['put an answer into words', words],
    ['lay it out for Telegram', () => renderForTelegram(reply, { say, files: true })],
    ['lay it out for Discord', () => renderForDiscord(reply, { say, owner: '1' })],
  ];
  const telegram = await openTelegram(built);
  const sent = renderForTelegram(reply, { say, files: true });
  const content = contentOf(sent);
  const calls: typeof parts = [
    ['wait a moment that is over at once', waitInVain],
    ['send it to Telegram', () => telegram.ours.sendMessage(42, sent.html, content)],
    ['send it to Telegram by the library’s own way', () => telegram.bare.sendMessage(42, sent.html, content)],
  ];
  const lines: string[][] = [];
  for (const [name, work] of [...parts, ...calls])
    lines.push([name, figure(await processorUs(() => group(work), times))]);
  telegram.close();
  await store.close();
  return { title: 'What each promise costs alone', columns: ['', 'processor, µs each'], rows: lines };
}

/** As the next state of a reply is waited for, which comes sooner. */
function waitInVain(): Promise<unknown> {
  const early = new AbortController();
  const moment = systemClock.sleep(30, early.signal).catch(() => undefined);
  early.abort(EARLY);
  return moment;
}

const EARLY = new Error('it came');

/** A server in a process of its own, so that its work is not counted, and both ways of calling it. */
async function openTelegram(built: string) {
  const server = fork(join(built, 'bench', 'answering.js'));
  const [address] = await once(server, 'message');
  const { port } = z.object({ port: z.number() }).parse(address);
  const apiRoot = `http://127.0.0.1:${port}`;
  const at = { token: '7:bench', apiRoot, agent: createConnections(apiRoot, undefined) };
  return {
    ours: createClient(at, 20),
    bare: new Api(at.token, { apiRoot }),
    close: () => server.disconnect(),
  };
}

/** Makes the reply to {@link TEXT}, as a person alone with the bot gets it. */
async function wordsOfAnswer(): Promise<() => ShownReply> {
  const [found] = findImeis(TEXT).found;
  const answer = readCheckAnswer(await fullAnswer());
  if (found === undefined || !answer.found) throw new Error('the sandbox does not know the phone');
  const told = {
    device: answer.device,
    detail: 'brief',
    source: 'service',
    checkedAt: 0,
    sandbox: false,
  } as const;
  return () => ({ ...deviceReply(VIEW, found, told), actions: [] });
}

/** The median of some rounds. */
async function processorUs(round: () => Promise<unknown>, times: number): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    const before = process.cpuUsage();
    for (let count = 0; count < times; count += 1) await round();
    const { user, system } = process.cpuUsage(before);
    all.push((user + system) / times / AT_ONCE);
  }
  return medianOf(all);
}
