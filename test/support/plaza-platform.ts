import { type ConfiguredPlatform, definePlatform } from '../../src/adapters/definition.ts';
import { Delivery } from '../../src/adapters/delivery/delivery.ts';
import type { QuestionVersion } from '../../src/adapters/delivery/questions.ts';
import type { RenderContext } from '../../src/adapters/delivery/transport.ts';
import { HAS_SLEPT, type Host } from '../../src/adapters/host.ts';
import { Greetings } from '../../src/adapters/reading/greetings.ts';
import { interpret } from '../../src/adapters/reading/meaning.ts';
import {
  contentOf,
  inputOfEditedMessage,
  inputOfNewMessage,
} from '../../src/adapters/reading/message-input.ts';
import { addressingOf, type PlainMessage } from '../../src/adapters/reading/plain-message.ts';
import { visibleLine } from '../../src/adapters/rendering/visible-text.ts';
import { UNKNOWN_LOCALE } from '../../src/adapters/unknown-locale.ts';
import { plainHttpUrl, secret, wholeSecret } from '../../src/config/value-schemas.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import {
  type FileLimits,
  FileUnreadable,
  refuseTooLarge,
} from '../../src/core/adapter/file-access.ts';
import type {
  Input,
  ReceiveRequest,
  ReplyTarget,
  ShowReply,
} from '../../src/core/adapter/request-event.ts';
import type { FileReference } from '../../src/core/command/command-options.ts';
import { diagnosesAbout } from '../../src/core/operator/diagnosis.ts';
import type { Principal } from '../../src/core/principal.ts';
import type { ReplyWithButtons } from '../../src/core/reply/reply.ts';
import {
  homeOf,
  PlainTransport,
  type Plaza,
  type PlazaEvent,
  type PlazaMessage,
  type PlazaPlace,
  type PlazaTarget,
} from './plaza.ts';

const PLATFORM = 'plaza';
const MENTION = '@imei';

/** Replies as the plaza shows them: plain text, which it never formats. */
class PlazaTransport extends PlainTransport {
  readonly #run: Host['run'];

  constructor({ plaza, run }: PlazaOptions) {
    super(plaza);
    this.#run = run;
  }

  override render(reply: ReplyWithButtons, { preface }: RenderContext<PlazaPlace>): PlazaMessage {
    const { title, summary, sections, note, actions: buttons, files } = reply;
    const lines = [
      preface,
      title,
      summary,
      ...sections.flatMap((section) => [
        section.heading,
        ...section.fields.map(({ label, value }) => `${label}: ${value}`),
        ...(section.lines ?? []),
      ]),
      note,
    ];
    const shown = lines.filter((line) => line !== undefined).map(visibleLine);
    const labelled = buttons.map((button) => ({ ...button, label: visibleLine(button.label) }));
    return { text: shown.join('\n').trim(), buttons: labelled, files };
  }

  protected override posted(...post: Parameters<PlainTransport['posted']>) {
    if (this.#run.hasSlept()) throw new Error(HAS_SLEPT);
    return super.posted(...post);
  }
}

export interface PlazaOptions extends Host {
  readonly plaza: Plaza;
}

/**
 * A platform written by the recipe in docs/recipes.md, without any policy. It is one file, and
 * leaves out what only real platforms need: a file for each step of the recipe, its own texts, a
 * guide for the help, and replies of people to messages.
 */
export class PlazaAdapter implements Adapter {
  readonly platform = PLATFORM;
  readonly #options: PlazaOptions;
  readonly #delivery: Delivery<PlazaPlace, PlazaMessage>;
  readonly #greetings: Greetings;
  #isConnected = false;

  constructor(options: PlazaOptions) {
    const { store, sayFor, clock, log } = options;
    this.#options = options;
    this.#greetings = new Greetings(clock);
    this.#delivery = new Delivery({
      transport: new PlazaTransport(options),
      store,
      sayFor,
      clock,
      log,
    });
  }

  async start(receive: ReceiveRequest): Promise<void> {
    this.#isConnected = true;
    this.#options.plaza.onEvent = async (event) => {
      const asked = await this.#read(event);
      if (asked !== undefined) await this.#accept(event, asked, receive);
    };
  }

  isConnected(): boolean {
    return this.#isConnected;
  }

  async reopen(target: ReplyTarget, newer?: ReplyTarget): Promise<ShowReply | undefined> {
    return this.#delivery.reopen(target, newer);
  }

  notify(admin: Principal, reply: ReplyWithButtons): Promise<boolean> {
    return this.#delivery.notify(admin, reply);
  }

  async readFile(file: FileReference, limits: FileLimits): Promise<Uint8Array> {
    limits.signal.throwIfAborted();
    refuseTooLarge(file, limits);
    const bytes = this.#options.plaza.files.get(file.location);
    if (bytes === undefined) throw new FileUnreadable('gone', 'the plaza has no such file');
    return bytes;
  }

  async stop(): Promise<void> {
    this.#isConnected = false;
    this.#options.plaza.onEvent = undefined;
  }

  async #accept(event: PlazaEvent, asked: Asked, receive: ReceiveRequest): Promise<void> {
    const { id, person, room, pressed } = event;
    const { input, question, plain } = asked;
    if (input.kind === 'command' && question !== undefined) {
      this.#delivery.questions.remember(question);
    }
    const target: PlazaTarget = {
      kind: PLATFORM,
      request: `${PLATFORM}:event:${id}`,
      locale: UNKNOWN_LOCALE,
      place: { room, asker: person },
      // The message of a button still shows the reply that the button belongs to.
      message: pressed && { id: pressed.message, shows: 'another-reply' },
      question,
    };
    const request = {
      id: target.request,
      input,
      requester: `${PLATFORM}:user:${person}`,
      // ALLOWED takes no spaces: see `principals` below.
      scopes: [`${PLATFORM}:room:${room.replaceAll(' ', '-')}`],
      locale: UNKNOWN_LOCALE,
      visibility: room === homeOf(person) ? 'private' : 'shared',
      ...(plain && addressingOf(plain)),
      question,
      target,
    } as const;
    await receive(request, this.#delivery.open(target));
  }

  /** Reads the question of an event; undefined if the event needs no answer. */
  async #read(event: PlazaEvent): Promise<Asked | undefined> {
    const { message, room, edits, pressed } = event;
    if (pressed !== undefined) return { input: { kind: 'press', token: pressed.token } };
    const { commands } = this.#options;
    const plain = this.#toPlainMessage(event);
    const meaning = interpret(plain, commands);
    const question = this.#delivery.questions.describe(message, contentOf(meaning), edits);
    const input =
      edits === 0
        ? inputOfNewMessage(meaning, { commands, greetings: this.#greetings, chat: room })
        : await inputOfEditedMessage(meaning, question, this.#delivery.questions);
    return input && { input, question, plain };
  }

  /** In a room that others read, the bot only reads texts that begin with a mention of it. */
  #toPlainMessage({ person, room, text, file }: PlazaEvent): PlainMessage {
    return {
      words: text.replace(MENTION, ''),
      file: file && { reference: file, identity: file.location },
      isShared: room !== homeOf(person),
      addressedBy: text.startsWith(MENTION) ? 'name' : undefined,
      repliedTo: undefined,
    };
  }
}

/** The question of an event. Only a written message is a question. */
interface Asked {
  readonly input: Input;
  readonly question?: QuestionVersion;
  readonly plain?: PlainMessage;
}

const { fine } = diagnosesAbout(PLATFORM);

/** The definition of the plaza as a platform, with its settings. */
export function plazaPlatform(plaza: Plaza) {
  return definePlatform({
    name: PLATFORM,
    settings: {
      PLAZA_TOKEN: secret(wholeSecret),
      PLAZA_API_URL: plainHttpUrl.default('https://plaza.example.org'),
    },
    setup: { tokenFrom: 'Ask at the gate of the plaza.' },
    tokenKey: 'PLAZA_TOKEN',
    apiUrlKey: 'PLAZA_API_URL',
    principals: {
      user: { example: 'ann', pattern: /^\w+$/ },
      room: { example: 'square', pattern: /^[\w-]+$/ },
    },
    canDeploy: false,
    configure: ({ PLAZA_TOKEN: token }) => (token === undefined ? undefined : configured(plaza)),
  });
}

function configured(plaza: Plaza): ConfiguredPlatform {
  return {
    name: PLATFORM,
    load: async () => undefined,
    create: async (host) => new PlazaAdapter({ ...host, plaza }),
    findAdminCandidate: async () => undefined,
    examine: async () => ({ diagnoses: [fine('The plaza is open.')], name: 'imei' }),
  };
}
