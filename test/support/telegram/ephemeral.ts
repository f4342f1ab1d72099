import { contentOf, MAX_TEXT_UNITS, type Payload, Refusal, type ShownMessage } from './chats.ts';

/**
 * "Any bot can send an ephemeral message to a user within 15 seconds of the incoming eligible
 * action."
 */
const ELIGIBLE_MS = 15_000;

/** A press or a message of a person, which the bot may answer with a whisper. */
type ActionName = `query ${string}` | `message ${string}`;
type Member = { readonly user: number; readonly chat: number };

/**
 * What one member of a group sees, by the Bot API, "Ephemeral Messages and Commands" (10.3, as of
 * September 2026). The words of the refusals are not documented; `BOT_NOT_ADMIN` is what bots have
 * met.
 */
export class Ephemerals {
  /**
   * The version of the Bot API. 10.2 brought ephemeral messages, with other parameters than 10.3. A
   * server ignores what it does not know.
   */
  version = 10.3;
  readonly #actions = new Map<ActionName, Member & { readonly at: number }>();
  #shown: ShownMessage[] = [];
  #nextId = 1;
  #now = 0;

  /** What was sent and is still shown; `only` is who sees it. */
  get shown(): readonly ShownMessage[] {
    return this.#shown;
  }

  /** Notes that a person has sent something that only the bot sees. Returns its id. */
  receive(user: number, chat: number): number {
    const id = this.#takeId();
    this.#actions.set(`message ${id}`, { user, chat, at: this.#now });
    return id;
  }

  /** Notes that a person has pressed a button in a group. */
  press(query: string, user: number, chat: number): void {
    this.#actions.set(`query ${query}`, { user, chat, at: this.#now });
  }

  /**
   * Sends a message if its parameters say that only one person sees it. Returns undefined for any
   * other message.
   */
  send(payload: Payload, file?: ShownMessage['file']): ShownMessage | undefined {
    const receiver = payload.ephemeral_message_parameters;
    const to = this.version < 10.3 ? undefined : partOf(receiver, 'receiver_user_id');
    if (to === undefined) {
      // "A reply to an ephemeral message must itself be an ephemeral message."
      if (partOf(payload.reply_parameters, 'ephemeral_message_id') !== undefined) {
        throw new Refusal(400, 'Bad Request: MESSAGE_ID_INVALID');
      }
      return undefined;
    }
    const chat = Number(payload.chat_id);
    const only = Number(to);
    if (chat > 0) throw new Refusal(400, 'Bad Request: BOT_NOT_ADMIN');
    checkAllowed(payload, (name) => this.#isEligible(name, { chat, user: only }));
    const content = contentWith(payload, file);
    const message = { id: this.#takeId(), chat, only, fromBot: true, ...content };
    this.#shown.push(message);
    return message;
  }

  edit(payload: Payload): true {
    const message = this.#named(payload);
    if (message === undefined) throw new Refusal(400, 'Bad Request: message to edit not found');
    Object.assign(message, contentOf(payload, payload.text, MAX_TEXT_UNITS));
    return true;
  }

  /**
   * Lets time pass between what people do and what the bot does. No other time passes here, so that
   * a busy machine changes nothing.
   */
  pass(ms: number): void {
    this.#now += ms;
  }

  /** "They may disappear automatically after some time, or if the app is restarted." */
  disappear(): void {
    this.#shown = [];
  }

  #takeId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  #isEligible(name: ActionName, { user, chat }: Member): boolean {
    const action = this.#actions.get(name);
    return action?.user === user && action.chat === chat && this.#now - action.at <= ELIGIBLE_MS;
  }

  #named(payload: Payload): ShownMessage | undefined {
    if (this.version < 10.2) throw new Refusal(404, 'Not Found: method not found');
    return this.#shown.find(
      ({ id, chat, only }) =>
        id === Number(payload.ephemeral_message_id) &&
        chat === Number(payload.chat_id) &&
        only === Number(payload.receiver_user_id),
    );
  }
}

/** @throws a `Refusal` unless the bot may answer one of these actions of the person */
function checkAllowed(payload: Payload, isEligible: (action: ActionName) => boolean): void {
  const query = partOf(payload.ephemeral_message_parameters, 'callback_query_id');
  const message = partOf(payload.reply_parameters, 'ephemeral_message_id');
  if (query !== undefined && !isEligible(`query ${String(query)}`)) {
    throw new Refusal(400, 'Bad Request: QUERY_ID_INVALID');
  }
  // "An ephemeral message may only be replied to within 15 seconds of being sent."
  if (message !== undefined && !isEligible(`message ${String(message)}`)) {
    throw new Refusal(400, 'Bad Request: MESSAGE_ID_INVALID');
  }
  // An administrator may at any time; here the bot is none.
  if (query === undefined && message === undefined) {
    throw new Refusal(400, 'Bad Request: BOT_NOT_ADMIN');
  }
}

function contentWith(payload: Payload, file: ShownMessage['file']) {
  const text = file === undefined ? payload.text : (payload.caption ?? file.name);
  return { ...contentOf(payload, text, MAX_TEXT_UNITS), ...(file !== undefined && { file }) };
}

function partOf(parameters: unknown, name: string): unknown {
  return typeof parameters === 'object' && parameters !== null
    ? Reflect.get(parameters, name)
    : undefined;
}
