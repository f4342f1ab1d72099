import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/core/time/clock.ts';
import { createChats, type Payload, Refusal, type ShownMessage } from './chats.ts';
import { Ephemerals } from './ephemeral.ts';
import { createFlood } from './flood.ts';
import { violationsOf } from './specification.ts';
import { createUpdateQueue } from './updates.ts';

export const BOT = { id: 7, is_bot: true, first_name: 'IMEI', username: 'imei_bot' } as const;
export const TOKEN = '7:test-token';
/** Bot API: bots can download files of up to 20 MB. */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;
/** Bot API, setMyDescription: "0-512 characters"; setMyShortDescription: "0-120 characters". */
const MAX_DESCRIBED = { description: 512, short_description: 120 } as const;

/** A fault that replaces the answer to the next call of a method. */
type Mishap =
  /**
   * The connection breaks before anything is carried out, or nothing is ever answered, or a proxy
   * answers in HTML, or a server that does not know the method answers with `true` alone.
   */
  | ('dropped' | 'hangs' | 'bad-gateway' | 'answers-true')
  | (Pick<Refusal, 'code'> &
      Partial<Pick<Refusal, 'parameters'>> & { readonly description: string });

export interface Call {
  readonly method: string;
  readonly payload: Payload;
}

/** A Bot API server on loopback, as strict as Telegram. */
export type TelegramServer = Awaited<ReturnType<typeof openTelegram>>;
/** Called with every call as it comes in. */
type OnCall = (call: Call) => void;

/** Starts a server that stops after the test. */
export async function startTelegram(clock: Clock): Promise<TelegramServer> {
  // Vitest can only be loaded in tests.
  const { expect, onTestFinished } = await import('vitest');
  const server = await openTelegram(clock);
  onTestFinished(async () => {
    await server.close();
    expect(server.violations).toEqual([]);
  });
  return server;
}

/** Starts a server outside of tests. The caller closes it. */
export async function openTelegram(clock: Clock, { onCall }: { readonly onCall?: OnCall } = {}) {
  const updates = createUpdateQueue(clock);
  const calls: Call[] = [];
  const violations: string[] = [];
  const mishaps = new Map<string, (Mishap | undefined)[]>();
  const http = createServer((request, response) => serve(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, file, token, method] = /^(\/file)?\/bot([^/]+)\/(.+)$/.exec(request.url ?? '') ?? [];
    // This call is for another server, which listened on this port before.
    if (method === undefined) return void response.writeHead(404).end();
    if (file !== undefined) return download(server, token === TOKEN ? method : '', response);
    const call = { method, ...(await readCall(request)) };
    const made = { method, payload: call.payload };
    calls.push(made);
    violations.push(...violationsOf(method, call.payload));
    onCall?.(made);
    if (token !== TOKEN || !server.acceptToken) {
      return refuse(response, new Refusal(401, 'Unauthorized'));
    }
    await respond(server, call, mishaps.get(method)?.shift(), response);
  };
  const server = {
    url: `http://127.0.0.1:${port}`,
    updates,
    calls: calls as readonly Call[],
    /** How calls differed from the description of the Bot API. */
    violations: violations as readonly string[],
    callsOf: (method: string) => calls.filter((call) => call.method === method),
    /** The texts of the pop-ups that people have read after a press. */
    popUps: () =>
      calls
        .filter(({ method }) => method === 'answerCallbackQuery')
        .flatMap(({ payload: { text } }) => (typeof text === 'string' ? text : [])),
    /** What happens to the next calls of a method, one each; undefined for a usual answer. */
    mishap: (method: string, ...more: readonly (Mishap | undefined)[]): void => {
      mishaps.set(method, [...(mishaps.get(method) ?? []), ...more]);
    },
    chats: createChats(),
    ephemerals: new Ephemerals(),
    flood: createFlood(clock),
    /** The files of people by file id, which is also the path of the file here. */
    files: new Map<string, Uint8Array>(),
    /** The paths of the downloads that were tried. */
    downloads: [] as string[],
    /** Whether every download breaks off. */
    breakDownloads: false,
    /** Where a server in local mode has written each file. */
    localPath: undefined as string | undefined,
    /**
     * Lists of commands by scope and language; descriptions by kind and language: `description:de`.
     */
    commands: new Map<string, unknown>(),
    descriptions: new Map<string, string>(),
    /** False: every call is answered with 401. */
    acceptToken: true,
    supportsGuests: false,
    /** Without privacy mode it reads groups. */
    readsGroups: false,
    close: async (): Promise<void> => {
      updates.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

interface ReceivedCall {
  readonly method: string;
  readonly payload: Payload;
  readonly file: ShownMessage['file'];
}

async function respond(
  server: TelegramServer,
  call: ReceivedCall,
  mishap: Mishap | undefined,
  response: ServerResponse,
): Promise<void> {
  if (mishap === 'hangs') return;
  if (mishap === 'dropped') return void response.destroy();
  if (mishap === 'answers-true') return void response.end('{"ok":true,"result":true}');
  if (mishap === 'bad-gateway') return void response.writeHead(502).end('<html>Bad Gateway</html>');
  try {
    if (typeof mishap === 'object') {
      throw new Refusal(mishap.code, mishap.description, mishap.parameters);
    }
    server.flood.check(call);
    const method = METHODS[call.method];
    if (method === undefined) throw new Refusal(404, 'Not Found: method not found');
    const result = await method(server, call.payload, call.file);
    answer(response, 200, { ok: true, result });
  } catch (error) {
    refuse(response, error);
  }
}

type Method = (server: TelegramServer, payload: Payload, file: ShownMessage['file']) => unknown;

const done: Method = () => true;
const send: Method = ({ chats, ephemerals }, payload, file) =>
  messageOf(ephemerals.send(payload, file) ?? chats.send(payload, file));

const METHODS: Readonly<Record<string, Method | undefined>> = {
  getMe: ({ supportsGuests, readsGroups }) => ({
    ...BOT,
    supports_inline_queries: true,
    supports_guest_queries: supportsGuests,
    can_read_all_group_messages: readsGroups,
  }),
  getUpdates: async ({ updates }, payload) => {
    const because =
      updates.webhook === undefined
        ? 'terminated by other getUpdates request; make sure that only one bot instance is running'
        : "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
    updates.allow(payload.allowed_updates);
    const found = updates.webhook === undefined ? await updates.poll(payload) : 'conflict';
    if (found === 'conflict') throw new Refusal(409, `Conflict: ${because}`);
    return found;
  },
  setWebhook: ({ updates }, { url, secret_token, allowed_updates }) => {
    updates.allow(allowed_updates);
    updates.setWebhook({ url: String(url), secret: String(secret_token) });
    return true;
  },
  deleteWebhook: ({ updates }) => {
    updates.setWebhook(undefined);
    return true;
  },
  getWebhookInfo: ({ updates }) => ({
    url: updates.webhook?.url ?? '',
    pending_update_count: updates.waiting.length,
  }),
  sendMessage: send,
  sendDocument: send,
  sendPhoto: (server, payload, file) => send(server, payload, file && { ...file, photo: true }),
  deleteMessage: ({ chats }, { chat_id, message_id }) => {
    const isNamed = ({ id, chat }: ShownMessage) => id === message_id && chat === chat_id;
    for (const message of chats.messages.filter(isNamed)) chats.remove(message);
    return true;
  },
  editMessageText: ({ chats }, payload) => messageOf(chats.edit(payload)),
  editEphemeralMessageText: ({ ephemerals }, payload) => ephemerals.edit(payload),
  answerGuestQuery: ({ chats }, { guest_query_id, result }) => {
    const id = `guest-${String(guest_query_id)}`;
    chats.addInline(id, inlineContent(result));
    return { inline_message_id: id };
  },
  getFile: ({ files, localPath }, { file_id }) => {
    const id = String(file_id);
    const bytes = files.get(id);
    if (bytes === undefined) {
      throw new Refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable');
    }
    if (localPath === undefined && bytes.byteLength > MAX_DOWNLOAD_BYTES) {
      throw new Refusal(400, 'Bad Request: file is too big');
    }
    return {
      file_id: id,
      file_unique_id: id,
      file_size: bytes.byteLength,
      file_path: localPath ?? `documents/${id}`,
    };
  },
  getMyCommands: ({ commands }, payload) => commands.get(scopeOf(payload)) ?? [],
  setMyCommands: ({ commands, ephemerals }, payload) => {
    const list = payload.commands as { command: string; description: string }[];
    const plain = list.map(({ command, description }) => ({ command, description }));
    // A server of an earlier version does not know that a command can be ephemeral.
    commands.set(scopeOf(payload), ephemerals.version >= 10.2 ? list : plain);
    return true;
  },
  getMyDefaultAdministratorRights: ({ ephemerals }) => ({
    can_manage_chat: false,
    ...(ephemerals.version >= 10.3 && { can_send_welcome_messages: false }),
  }),
  getMyDescription: getDescription('description'),
  setMyDescription: setDescription('description'),
  getMyShortDescription: getDescription('short_description'),
  setMyShortDescription: setDescription('short_description'),
  sendChatAction: done,
  answerCallbackQuery: done,
  answerInlineQuery: done,
};

function getDescription(kind: keyof typeof MAX_DESCRIBED): Method {
  return ({ descriptions }, { language_code }) => ({
    [kind]: descriptions.get([kind, language_code].filter(Boolean).join(':')) ?? '',
  });
}

function setDescription(kind: keyof typeof MAX_DESCRIBED): Method {
  return ({ descriptions }, payload) => {
    const text = String(payload[kind] ?? '');
    if (text.length > MAX_DESCRIBED[kind]) {
      throw new Refusal(400, 'Bad Request: description is too long');
    }
    descriptions.set([kind, payload.language_code].filter(Boolean).join(':'), text);
    return true;
  };
}

function scopeOf({ scope, language_code = '' }: Payload): string {
  const { type = 'default' } = (scope ?? {}) as Record<string, unknown>;
  return [type, language_code].filter(Boolean).join(':');
}

function download(
  { files, downloads, breakDownloads }: TelegramServer,
  path: string,
  response: ServerResponse,
): void {
  downloads.push(path);
  if (breakDownloads) return void response.destroy();
  const bytes = files.get(path.replace('documents/', ''));
  if (bytes === undefined) {
    answer(response, 404, { ok: false, error_code: 404, description: 'Not Found' });
  } else response.writeHead(200, { 'content-length': bytes.byteLength }).end(bytes);
}

function messageOf({ id, chat, text, only }: ShownMessage): unknown {
  // Bot API, Message: "0 for ephemeral messages".
  const names =
    only === undefined ? { message_id: id } : { message_id: 0, ephemeral_message_id: id };
  return { ...names, date: 1, chat: { id: chat, type: chat > 0 ? 'private' : 'supergroup' }, text };
}

/** The content of an article as it is posted. */
function inlineContent(result: unknown): Payload {
  const { input_message_content, reply_markup } = result as Record<string, Payload>;
  return { ...input_message_content, reply_markup };
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
  const body = Buffer.concat(chunks).toString('utf8');
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return readForm(body, type);
  return { payload: body === '' ? {} : JSON.parse(body), file: undefined };
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
    else if (name !== undefined) {
      payload[name] = /^[[{]/.test(content) ? JSON.parse(content) : content;
    }
  }
  return { payload, file };
}
