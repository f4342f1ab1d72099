import { z } from 'zod';
import { type MessageTarget, shownIn, type Target } from '../../src/adapters/delivery/target.ts';
import type {
  Audience,
  DeliveryFailure,
  Invitation,
  RenderContext,
  RenderedMessage,
  Transport,
  TypingSignal,
} from '../../src/adapters/delivery/transport.ts';
import { visibleLine } from '../../src/adapters/rendering/visible-text.ts';
import type { FileReference } from '../../src/core/command/command-options.ts';
import type { Button, ReplyFile, ReplyWithButtons } from '../../src/core/reply/reply.ts';

/** The room that everybody reads. */
export const SQUARE = 'square';

/** The asker that the plaza does not name. */
export const NOBODY = '';

/** The room of a person and the bot. */
export function homeOf(person: string): string {
  return `home of ${person}`;
}

/** A message as people see it. */
interface Post {
  readonly room: string;
  /** The only reader; undefined if everybody in the room reads the message. */
  readonly only: string | undefined;
  /** The message that this message is written below. */
  readonly below: string | undefined;
  readonly text: string;
  readonly buttons: readonly Button[];
  readonly files: readonly ReplyFile[];
}

/** A message of a person in a room. */
export interface PlazaSaying {
  readonly person: string;
  readonly room: string;
  readonly text: string;
  readonly file?: FileReference;
}

/** An event in a room: a person writes a message, edits it, or presses a button. */
export interface PlazaEvent extends PlazaSaying {
  readonly id: number;
  /** The id of the message. */
  readonly message: string;
  /** The number of edits. */
  readonly edits: number;
  readonly pressed?: { readonly token: string; readonly message: string };
}

/** A chat platform in memory, for tests of the delivery itself. */
export class Plaza {
  readonly messages = new Map<string, Post>();
  /** Rooms that refuse all messages. */
  readonly refusing = new Map<string, DeliveryFailure>();
  /** Rooms that have expired. The bot knows that without a call. */
  readonly over = new Set<string>();
  /** Larger files are refused. */
  maxFileBytes = Number.POSITIVE_INFINITY;
  /** Messages with files are refused. */
  refusesFiles = false;
  /** Whether the plaza reports its limit for files. */
  namesLimit = false;
  calls = 0;
  /** How often the bot has shown that it is typing. */
  typed = 0;
  /** The files that people have sent. */
  readonly files = new Map<string, Uint8Array>();
  /** The messages of people in their current state, by id. */
  readonly #said = new Map<string, PlazaEvent>();
  /** The bot, while it is connected. */
  onEvent: ((event: PlazaEvent) => Promise<void>) | undefined;
  #events = 0;

  /** Resolves with the id of the message. */
  async say(saying: PlazaSaying): Promise<string> {
    const message = `said ${this.#said.size}`;
    await this.#happen({ ...saying, message, edits: 0 });
    return message;
  }

  /** Edits a message of a person. */
  async edit(message: string, changes: Partial<PlazaSaying>): Promise<void> {
    const before = this.#said.get(message);
    if (before === undefined) throw new Error(`nobody has said "${message}"`);
    await this.#happen({ ...before, ...changes, edits: before.edits + 1 });
  }

  /** Sends a file to the bot. */
  async sendFile(person: string, name: string, bytes: Uint8Array): Promise<void> {
    const location = `file ${this.files.size}`;
    this.files.set(location, bytes);
    const file = { name, location, size: bytes.byteLength };
    await this.say({ person, room: homeOf(person), text: '', file });
  }

  /** Presses the newest button with this label. */
  async press(person: string, label: string): Promise<void> {
    const shown = [...this.messages].flatMap(([message, { room, buttons }]) =>
      buttons.map((button) => ({ message, room, button })),
    );
    const found = shown.findLast(({ button }) => button.label === label);
    if (found === undefined) throw new Error(`no message has a button "${label}"`);
    const { message, room, button } = found;
    const pressed = { token: button.token, message };
    await this.#happen({
      person,
      room,
      text: '',
      message: `press of ${message}`,
      edits: 0,
      pressed,
    });
  }

  async #happen(event: Omit<PlazaEvent, 'id'>): Promise<void> {
    this.#events += 1;
    const withId = { ...event, id: this.#events };
    if (event.pressed === undefined) this.#said.set(event.message, withId);
    await this.onEvent?.(withId);
  }

  post(message: Post): string {
    this.#check(message);
    const id = `message ${this.calls}`;
    this.messages.set(id, message);
    return id;
  }

  change(id: string, message: Post): void {
    this.#check(message);
    if (!this.messages.has(id)) throw new PlazaFailure('message-gone');
    this.messages.set(id, message);
  }

  /** The messages that a person reads in a room, with labels of buttons and names of files. */
  readBy(person: string, room = SQUARE): readonly string[] {
    const messages = [...this.messages.values()].filter((message) => message.room === room);
    return messages.filter(({ only = person }) => only === person).map(textOf);
  }

  #check({ room, files }: Post): void {
    this.calls += 1;
    const refusal = this.refusing.get(room);
    if (refusal !== undefined) throw new PlazaFailure(refusal);
    if (files.length === 0) return;
    if (this.refusesFiles) throw new PlazaFailure('failed');
    if (files.some(({ data }) => data.byteLength > this.maxFileBytes)) {
      throw new PlazaFailure('too-large');
    }
  }
}

class PlazaFailure extends Error {
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure) {
    super(`the plaza refuses it: ${failure}`);
    this.failure = failure;
  }
}

function textOf({ text, buttons, files }: Post): string {
  const labels = buttons.map(({ label }) => `[${label}]`);
  const names = files.map(({ name }) => `(${name})`);
  return [text, ...labels, ...names].join(' ');
}

const plazaPlace = z.object({
  room: z.string(),
  asker: z.string(),
  isWhisper: z.boolean().optional(),
  below: z.string().optional(),
});

export type PlazaPlace = z.infer<typeof plazaPlace>;
export type PlazaTarget = Target<PlazaPlace>;

export interface PlazaMessage extends RenderedMessage {
  readonly text: string;
  readonly buttons: readonly Button[];
}

/** A transport with only the required methods. Its messages carry their files. */
export class PlainTransport implements Transport<PlazaPlace, PlazaMessage> {
  readonly platform = 'plaza';
  readonly placeSchema = plazaPlace;
  readonly plaza: Plaza;

  constructor(plaza: Plaza) {
    this.plaza = plaza;
  }

  audienceAt({ room, asker, isWhisper }: PlazaPlace): Audience {
    if (room === homeOf(asker)) return 'private-chat';
    return isWhisper === true ? 'whisper' : 'shared';
  }

  isOpen({ place }: PlazaTarget): boolean {
    return !this.plaza.over.has(place.room);
  }

  intervalAt(): number {
    return 0;
  }

  maxFileBytesAt(): number | undefined {
    return this.plaza.namesLimit ? this.plaza.maxFileBytes : undefined;
  }

  placeBelow({ place, message }: MessageTarget<PlazaPlace>): PlazaPlace {
    return { ...place, below: message.id };
  }

  privateChat({ room, asker }: PlazaPlace): PlazaPlace | undefined {
    return room === homeOf(asker) || asker === NOBODY ? undefined : this.privateChatWith(asker);
  }

  privateChatWith(asker: string): PlazaPlace {
    return { room: homeOf(asker), asker };
  }

  render(reply: ReplyWithButtons, { preface = '' }: RenderContext<PlazaPlace>): PlazaMessage {
    const { title, summary = '', actions: buttons, files } = reply;
    const text = visibleLine([preface, title, summary].join(' '));
    return { text, buttons, files };
  }

  async send(target: PlazaTarget, message: PlazaMessage): Promise<MessageTarget<PlazaPlace>> {
    return shownIn(target, this.plaza.post(this.posted(target.place, message)));
  }

  async edit(
    { place, message: { id } }: MessageTarget<PlazaPlace>,
    message: PlazaMessage,
  ): Promise<void> {
    this.plaza.change(id, this.posted(place, message));
  }

  failureOf(error: unknown): DeliveryFailure {
    return error instanceof PlazaFailure ? error.failure : 'failed';
  }

  protected posted({ room, asker, isWhisper, below }: PlazaPlace, message: PlazaMessage): Post {
    return { ...message, room, below, only: isWhisper === true ? asker : undefined };
  }
}

/** Each file is a message of its own. */
export class SeparateFilesTransport extends PlainTransport {
  protected override posted(place: PlazaPlace, message: PlazaMessage): Post {
    return { ...super.posted(place, message), files: [] };
  }

  async sendFile(
    { place, message: { id: below } }: MessageTarget<PlazaPlace>,
    file: ReplyFile,
  ): Promise<void> {
    const { room } = place;
    this.plaza.post({ room, only: undefined, below, text: '', buttons: [], files: [file] });
  }
}

/** Can whisper to one person in the square, even below the answer to a later question. */
export class WhisperingTransport extends PlainTransport {
  whisperPlace({ place }: PlazaTarget): PlazaPlace {
    return { ...place, isWhisper: true };
  }

  canWhisperAfterPress(): boolean {
    return true;
  }

  async remove({ message }: MessageTarget<PlazaPlace>): Promise<void> {
    this.plaza.messages.delete(message.id);
  }

  followUpPlace(newer: PlazaTarget): PlazaPlace {
    return this.whisperPlace(newer);
  }
}

/** The square shows that the bot is typing. */
export class TypingTransport extends PlainTransport {
  readonly typing: TypingSignal<PlazaPlace> = {
    lastsMs: 4_000,
    chatOf: ({ room }) => room,
    show: async () => {
      this.plaza.typed += 1;
    },
  };
}

/** A message can lead to the private chat. */
export class InvitingTransport extends PlainTransport {
  async invitation(target: PlazaTarget): Promise<Invitation<PlazaPlace, PlazaMessage>> {
    const message = { text: 'Come home', buttons: [], files: [] };
    return { target, message, replyWaits: false };
  }
}
