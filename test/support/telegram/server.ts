import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../../../src/core/clock.ts';
import { type Chats, createChats, type Payload, Refusal, type ShownMessage } from './chats.ts';
import { createEphemerals, type Ephemerals } from './ephemeral.ts';
import { createFlood, type Flood } from './flood.ts';
import { createUpdateQueue, type UpdateQueue } from './updates.ts';

export const BOT = { id: 7, is_bot: true, first_name: 'IMEI', username: 'imei_bot' } as const;
export const TOKEN = '7:test-token';

/** What happens to the next call of a method instead of an answer. */
export type Mishap =
  /** It is carried out, and the connection breaks before the answer. */
  | 'answer-lost'
  /** The connection breaks before anything is carried out. */
  | 'dropped'
  /** Nothing is ever answered. */
  | 'hangs'
  /** A proxy answers in HTML. */
  | 'bad-gateway'
  /** It is carried out, and answered then. */
  | { readonly answeredAt: Promise<void> }
  | {
      readonly code: number;
      readonly description: string;
      readonly parameters?: Readonly<Record<string, number>>;
    };

export interface Call {
  readonly method: string;
  readonly payload: Payload;
  /** Milliseconds of the clock of the test. */
  readonly at: number;
}

/** A Bot API server on loopback, of our own: what is written against it works at Telegram. */
export interface TelegramServer {
  readonly url: string;
  readonly chats: Chats;
  readonly updates: UpdateQueue;
  readonly calls: readonly Call[];
  callsOf(method: string): readonly Call[];
  /** The next calls of a method meet these, one each. */
  mishap(method: string, ...mishaps: readonly Mishap[]): void;
  /** What people sent, by its file id, which is its path here as well. */
  readonly files: Map<string, Uint8Array>;
  /** The paths of the downloads that were tried. */
  readonly downloads: string[];
  /** Every download breaks off. */
  breakDownloads: boolean;
  /** Lists of commands by scope and language. */
  readonly commands: Map<string, unknown>;
  /** Descriptions by kind and language: `description:de`. */
  readonly descriptions: Map<string, string>;
  acceptToken: boolean;
  supportsGuests: boolean;
  /** Privacy mode is off. */
  readsGroups: boolean;
  /** What one member of a group sees. */
  readonly ephemerals: Ephemerals;
  /** How much may be sent. */
  readonly flood: Flood;
  close(): Promise<void>;
}

export interface TelegramServerOptions {
  readonly firstUpdateId?: number;
  /** Told of every call as it comes in. */
  readonly onCall?: (call: Call) => void;
}

/** Stops by itself when the test has finished. */
export async function startTelegram(clock: Clock, options?: TelegramServerOptions): Promise<TelegramServer> {
  // Outside of tests it cannot even be loaded.
  const { onTestFinished } = await import('vitest');
  const server = await openTelegram(clock, options);
  onTestFinished(server.close);
  return server;
}

/** For who is no test: stops when it is closed. */
export async function openTelegram(
  clock: Clock,
  { firstUpdateId = 1_000, onCall }: TelegramServerOptions = {},
): Promise<TelegramServer> {
  const chats = createChats();
  const updates = createUpdateQueue(clock, firstUpdateId);
  const calls: Call[] = [];
  const mishaps = new Map<string, Mishap[]>();
  const http = createServer((request, response) => void serve(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, loader = '', path = ''] = /^\/file\/bot([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    if (path !== '') return download(server, { token: loader, path, response });
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    const call = { method, ...(await readCall(request)) };
    const made = { method, payload: call.payload, at: clock.now() };
    calls.push(made);
    onCall?.(made);
    if (token !== TOKEN || !server.acceptToken) return refuse(response, new Refusal(401, 'Unauthorized'));
    const mishap = mishaps.get(method)?.shift();
    if (mishap === 'dropped') request.socket.destroy();
    else if (mishap === 'bad-gateway') response.writeHead(502).end('<html>Bad Gateway</html>');
    else if (mishap !== 'hangs') await respond(server, { call, mishap, response });
  };
  const close = async (): Promise<void> => {
    updates.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  const server: TelegramServer = {
    url: `http://127.0.0.1:${address.port}`,
    chats,
    updates,
    calls,
    callsOf: (method) => calls.filter((call) => call.method === method),
    mishap: (method, ...more) => void mishaps.set(method, [...(mishaps.get(method) ?? []), ...more]),
    files: new Map(),
    downloads: [],
    breakDownloads: false,
    commands: new Map(),
    descriptions: new Map(),
    acceptToken: true,
    supportsGuests: false,
    readsGroups: false,
    ephemerals: createEphemerals(),
    flood: createFlood(clock),
    close,
  };
  return server;
}

interface Exchange {
  readonly call: ReceivedCall;
  readonly mishap: Exclude<Mishap, string> | 'answer-lost' | undefined;
  readonly response: ServerResponse;
}

async function respond(server: TelegramServer, { call, mishap, response }: Exchange): Promise<void> {
  try {
    if (typeof mishap === 'object' && 'code' in mishap)
      throw new Refusal(mishap.code, mishap.description, mishap.parameters);
    server.flood.check(call);
    const result = await carryOut(server, call);
    if (typeof mishap === 'object') await mishap.answeredAt;
    if (mishap === 'answer-lost') response.destroy();
    else answer(response, 200, { ok: true, result });
  } catch (error) {
    refuse(response, error);
  }
}

interface ReceivedCall {
  readonly method: string;
  readonly payload: Payload;
  readonly file: ShownMessage['file'];
}

async function carryOut(server: TelegramServer, { method, payload, file }: ReceivedCall): Promise<unknown> {
  const { chats, updates, commands, ephemerals } = server;
  switch (method) {
    case 'getMe':
      return {
        ...BOT,
        supports_inline_queries: true,
        supports_guest_queries: server.supportsGuests,
        can_read_all_group_messages: server.readsGroups,
      };
    case 'getUpdates': {
      if (updates.webhook !== undefined)
        throw new Refusal(
          409,
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      updates.allow(listOf(payload.allowed_updates));
      const found = await updates.poll(payload);
      if (found === 'conflict')
        throw new Refusal(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      return found;
    }
    case 'setWebhook':
      updates.allow(listOf(payload.allowed_updates));
      updates.setWebhook({ url: String(payload.url), secret: String(payload.secret_token) });
      return true;
    case 'deleteWebhook':
      updates.setWebhook(undefined);
      return true;
    case 'getWebhookInfo':
      return { url: updates.webhook?.url ?? '', pending_update_count: updates.waiting.length };
    case 'sendMessage':
      return messageOf(ephemerals.send(payload) ?? chats.send(payload));
    case 'sendDocument':
    case 'sendPhoto': {
      const sent = file && { ...file, photo: method === 'sendPhoto' };
      return messageOf(ephemerals.send(payload, sent) ?? chats.send(payload, sent));
    }
    case 'deleteMessage':
      return chats.delete(payload);
    case 'editEphemeralMessageText':
      return ephemerals.edit(payload);
    case 'deleteEphemeralMessage':
      return ephemerals.delete(payload);
    case 'editMessageText':
      return messageOf(chats.edit(payload));
    case 'answerGuestQuery': {
      const id = `guest-${String(payload.guest_query_id)}`;
      chats.addInline(id, inlineContent(payload.result));
      return { inline_message_id: id };
    }
    case 'getFile':
      return fileOf(server, String(payload.file_id));
    case 'getMyCommands':
      return commands.get(scopeOf(payload)) ?? [];
    case 'setMyCommands':
      checkScope(server, payload);
      commands.set(scopeOf(payload), commandsKept(server, payload));
      return true;
    case 'deleteMyCommands':
      commands.delete(scopeOf(payload));
      return true;
    case 'getMyDescription':
    case 'setMyDescription':
    case 'getMyShortDescription':
    case 'setMyShortDescription':
      return descriptionOf(server, method, payload);
    case 'sendChatAction':
    case 'answerCallbackQuery':
    case 'answerInlineQuery':
      return true;
    default:
      throw new Refusal(404, 'Not Found: method not found');
  }
}

/** Bot API: bots can download files of up to 20 MB. */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

function fileOf({ files }: TelegramServer, id: string): unknown {
  const bytes = files.get(id);
  if (bytes === undefined)
    throw new Refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable');
  if (bytes.byteLength > MAX_DOWNLOAD_BYTES) throw new Refusal(400, 'Bad Request: file is too big');
  return {
    file_id: id,
    file_unique_id: id,
    file_size: bytes.byteLength,
    file_path: `documents/${id}`,
  };
}

interface Download {
  readonly token: string;
  readonly path: string;
  readonly response: ServerResponse;
}

function download(
  { files, downloads, breakDownloads }: TelegramServer,
  { token, path, response }: Download,
): void {
  downloads.push(path);
  if (breakDownloads) return void response.destroy();
  const bytes = token === TOKEN ? files.get(path.replace('documents/', '')) : undefined;
  if (bytes === undefined) answer(response, 404, { ok: false, error_code: 404, description: 'Not Found' });
  else response.writeHead(200, { 'content-length': bytes.byteLength }).end(bytes);
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** A server of an earlier version does not know that a command can be ephemeral. */
function commandsKept({ ephemerals }: TelegramServer, { commands }: Payload): unknown {
  if (ephemerals.isKnown || !Array.isArray(commands)) return commands;
  return commands.map(({ command, description }) => ({ command, description }));
}

function messageOf(message: ShownMessage): unknown {
  const { id, chat, text, only } = message;
  // Bot API, Message: "0 for ephemeral messages".
  if (only !== undefined)
    return { message_id: 0, ephemeral_message_id: id, date: 1, chat: { id: chat, type: 'supergroup' }, text };
  return { message_id: id, date: 1, chat: { id: chat, type: chat > 0 ? 'private' : 'supergroup' }, text };
}

/** The content of an article as it is posted. */
export function inlineContent(result: unknown): Payload {
  const { input_message_content, reply_markup } = result as Record<string, Payload>;
  return { ...input_message_content, reply_markup };
}

function scopeOf({ scope, language_code = '' }: Payload): string {
  const { type = 'default', chat_id = '' } = (scope ?? {}) as Record<string, unknown>;
  return [type, chat_id, language_code].filter(Boolean).join(':');
}

function checkScope({ chats }: TelegramServer, { scope }: Payload): void {
  const { type, chat_id } = (scope ?? {}) as Record<string, unknown>;
  if (type === 'chat' && !chats.met.has(Number(chat_id)) && !chats.groups.has(Number(chat_id)))
    throw new Refusal(400, 'Bad Request: chat not found');
}

/** Bot API, setMyDescription: "0-512 characters"; setMyShortDescription: "0-120 characters". */
const MOST_DESCRIBED = { description: 512, short_description: 120 } as const;

function descriptionOf({ descriptions }: TelegramServer, method: string, payload: Payload): unknown {
  const kind = method.endsWith('ShortDescription') ? 'short_description' : 'description';
  const key = [kind, payload.language_code].filter(Boolean).join(':');
  if (method.startsWith('get')) return { [kind]: descriptions.get(key) ?? '' };
  const text = String(payload[kind] ?? '');
  if (text.length > MOST_DESCRIBED[kind]) throw new Refusal(400, 'Bad Request: description is too long');
  descriptions.set(key, text);
  return true;
}

function refuse(response: ServerResponse, error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  const { code, message, parameters } = error;
  answer(response, code, { ok: false, error_code: code, description: message, parameters });
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readCall(request: IncomingMessage): Promise<Pick<ReceivedCall, 'payload' | 'file'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return readForm(body.toString('utf8'), type);
  return { payload: body.length === 0 ? {} : JSON.parse(body.toString('utf8')), file: undefined };
}

/** The parts of a form: fields, and the one file that is attached. */
function readForm(body: string, type: string): Pick<ReceivedCall, 'payload' | 'file'> {
  const payload: Record<string, unknown> = {};
  let file: ShownMessage['file'];
  for (const part of body.split(`--${type.split('boundary=')[1]}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1];
    const fileName = /filename="?([^";\r\n]*)"?/.exec(head)?.[1];
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '');
    if (fileName !== undefined) file = { name: fileName, content, photo: false };
    else if (name !== undefined) payload[name] = /^[[{]/.test(content) ? JSON.parse(content) : content;
  }
  return { payload, file };
}
