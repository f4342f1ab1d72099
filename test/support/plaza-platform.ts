import {
  type CommandInput,
  commandInput,
  HAS_DIGIT,
  topicInput,
} from '../../src/adapters/command-input.ts';
import { definePlatform, type Host } from '../../src/adapters/definition.ts';
import { Delivery } from '../../src/adapters/delivery/delivery.ts';
import { Questions } from '../../src/adapters/delivery/questions.ts';
import { UNKNOWN_LOCALE } from '../../src/adapters/delivery/target.ts';
import type { RenderContext } from '../../src/adapters/delivery/transport.ts';
import { refuseTooLarge } from '../../src/adapters/files.ts';
import { Greetings } from '../../src/adapters/greetings.ts';
import { visibleLine } from '../../src/adapters/shown-reply.ts';
import { plainHttpUrl, secret, wholeSecret } from '../../src/config/setting.ts';
import {
  type Adapter,
  type FileLimits,
  FileUnreadable,
  type Input,
  type Principal,
  type Receive,
  type ReplyTarget,
  type Show,
} from '../../src/core/adapter.ts';
import { diagnosesAbout } from '../../src/core/diagnosis.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { createSayIn } from '../../src/format/words/say.ts';
import { smallTalkIn } from '../../src/format/words/understood.ts';
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
  override render(reply: ShownReply, { heading }: RenderContext<PlazaPlace>): PlazaMessage {
    const { title, summary, sections, note, actions: buttons, files } = reply;
    const lines = [
      heading,
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
}

export type PlazaOptions = Pick<
  Host,
  'messages' | 'hash' | 'clock' | 'log' | 'textCommand' | 'startCommand'
> & {
  readonly plaza: Plaza;
  readonly language: string | undefined;
};

/**
 * A platform written by the recipe in src/README.md: no policy is in it. It is in one file, and
 * leaves out what only real platforms need: a file for each step of the recipe, texts of its own,
 * and a guide for the help.
 */
export class PlazaAdapter implements Adapter {
  readonly platform = PLATFORM;
  readonly #options: PlazaOptions;
  readonly #delivery: Delivery<PlazaPlace, PlazaMessage>;
  readonly #greetings: Greetings;
  #isConnected = false;

  constructor(options: PlazaOptions) {
    const { messages, hash, clock, log, plaza, language } = options;
    this.#options = options;
    this.#greetings = new Greetings(clock);
    this.#delivery = new Delivery({
      transport: new PlazaTransport(plaza),
      questions: new Questions({ platform: PLATFORM, messages, hash, log }),
      sayIn: createSayIn(language),
      clock,
      log,
    });
  }

  async start(receive: Receive): Promise<void> {
    this.#isConnected = true;
    this.#options.plaza.onEvent = async (event) => {
      const input = this.#inputOf(event);
      if (input !== undefined) await this.#accept(event, input, receive);
    };
  }

  connected(): boolean {
    return this.#isConnected;
  }

  async reopen(target: ReplyTarget, newer?: ReplyTarget): Promise<Show | undefined> {
    return this.#delivery.reopen(target, newer);
  }

  notify(admin: Principal, reply: ShownReply): Promise<boolean> {
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

  async #accept(event: PlazaEvent, input: Input, receive: Receive): Promise<void> {
    const { id, person, room, pressed } = event;
    const target: PlazaTarget = {
      kind: PLATFORM,
      request: `${PLATFORM}:event:${id}`,
      locale: UNKNOWN_LOCALE,
      place: { room, asker: person },
      message: pressed?.message,
      // The message of a button still shows the reply that the button belongs to.
      isBorrowed: pressed === undefined ? undefined : true,
    };
    const request = {
      id: target.request,
      input,
      requester: `${PLATFORM}:user:${person}`,
      // ALLOWED takes no spaces: see `principals` below.
      scopes: [`${PLATFORM}:room:${room.replaceAll(' ', '-')}`],
      locale: UNKNOWN_LOCALE,
      visibility: room === homeOf(person) ? 'private' : 'shared',
      target,
    } as const;
    await receive(request, this.#delivery.open(target));
  }

  /**
   * What an event asks. In a person's own room everything is for the bot. In others, only what
   * begins with its mention; that is greeted if it asks nothing. Undefined if it is not for the
   * bot.
   */
  #inputOf({ person, room, text, file, pressed }: PlazaEvent): Input | undefined {
    if (pressed !== undefined) return { kind: 'press', token: pressed.token };
    const said = text.replace(MENTION, '').trim();
    const input = this.#commandInput(said, file);
    if (room === homeOf(person)) return input;
    if (!text.startsWith(MENTION)) return undefined;
    if (HAS_DIGIT.test(said) || file !== undefined) return input;
    if (smallTalkIn(said) !== undefined) return undefined;
    const mayGreet = this.#greetings.beginGreeting(room);
    return mayGreet ? topicInput(this.#options.startCommand, 'greeting') : undefined;
  }

  #commandInput(text: string, file: FileReference | undefined): CommandInput {
    const { command } = this.#options.textCommand;
    const [, name, rest = ''] = /^\/(\w+)\s*(.*)$/su.exec(text) ?? [];
    return name === undefined ? commandInput(command, text, file) : commandInput(name, rest, file);
  }
}

const { fine } = diagnosesAbout(PLATFORM);

/** How the plaza is switched on. */
export function plazaPlatform(plaza: Plaza) {
  return definePlatform({
    name: PLATFORM,
    settings: {
      PLAZA_TOKEN: secret(wholeSecret),
      PLAZA_API_URL: plainHttpUrl.default('https://plaza.example.org'),
    },
    setup: { tokenFrom: 'Ask at the gate of the plaza.' },
    tokenKey: 'PLAZA_TOKEN',
    apiUrl: 'PLAZA_API_URL',
    principals: {
      user: { example: 'ann', pattern: /^\w+$/ },
      room: { example: 'square', pattern: /^[\w-]+$/ },
    },
    configure: ({ PLAZA_TOKEN: token }) => (token === undefined ? undefined : { token }),
    load: async () => undefined,
    create: async (_settings, host) => new PlazaAdapter({ ...host, plaza }),
    findAdminCandidate: async () => undefined,
    examine: async () => ({ diagnoses: [fine('The plaza is open.')], name: 'imei' }),
  });
}
