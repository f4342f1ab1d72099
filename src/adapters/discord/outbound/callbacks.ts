import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { type DiscordFault, faultOf, isOneOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import { InteractionResponseType, MessageFlags, type REST, Routes } from '../sdk.ts';

/** Reported when they happen, whether the library retries or not. */
export const TOLD_BY_TRANSPORT = ['server-error', 'no-connection', 'rate-limited', 'timeout'] as const;

/** Discord repeats an event soon after it, if at all. */
const MOST_REMEMBERED = 10_000;
const INTERACTION = /\/interactions\/(\d+)\//;

/** How an interaction is acknowledged before its answer is known. */
export interface Acknowledgement {
  /** `reply`: a new reply will come; `update`: the pressed button's message will change. */
  readonly kind: 'reply' | 'update';
  /** Only the asker will see the reply. */
  readonly ephemeral: boolean;
}

/** The address of an interaction's callback. */
export interface Callback {
  /** The interaction's id. */
  readonly id: string;
  /** The interaction's token; never logged. */
  readonly token: string;
}

/** The calls that answer an interaction itself. */
export interface Callbacks {
  /** Tells Discord that an answer will come. Rejects if Discord cannot be told within 3 s. */
  acknowledge(callback: Callback, how: Acknowledgement): Promise<void>;
  /** Opens a form; its content comes as an interaction of its own. */
  openForm(callback: Callback, form: APIModalInteractionResponseCallbackData): Promise<void>;
  /** Answers an autocomplete interaction. */
  offerChoices(callback: Callback, choices: readonly { name: string; value: string }[]): Promise<void>;
}

/** How often this process has tried to tell Discord of each interaction, as far as it remembers. */
export interface Attempts {
  /** The same transport, whose calls are counted. */
  counted<Result, More extends readonly unknown[]>(
    transport: (url: string, ...more: More) => Result,
  ): (url: string, ...more: More) => Result;
  of(callback: Callback): number;
}

export function createAttempts(): Attempts {
  const made = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  return {
    counted:
      (transport) =>
      (url, ...more) => {
        const [, id] = INTERACTION.exec(url) ?? [];
        if (id !== undefined) made.set(id, (made.get(id) ?? 0) + 1);
        return transport(url, ...more);
      },
    of: ({ id }) => made.get(id) ?? 0,
  };
}

/** What {@link callbackCalls} works with. */
export interface CallbackNeeds {
  /** The fault of a failed call, which is reported. */
  readonly fail: (error: unknown) => DiscordFault;
  readonly report: ReportIncident;
  /** Whether somebody else acknowledged an interaction that Discord says was acknowledged before, by what this process knows. */
  readonly mayBeOthers: (callback: Callback) => boolean;
}

/** Creates them over a client that is quick to give up. */
export function callbackCalls(urgent: REST, { fail, report, mayBeOthers }: CallbackNeeds): Callbacks {
  const call = async ({ id, token }: Callback, body: unknown): Promise<void> => {
    try {
      await urgent.post(Routes.interactionCallback(id, token), { auth: false, body });
    } catch (error) {
      const known = faultOf(error);
      // Who acknowledged it answers it; with a store of its own, both would pay.
      if (known.code === 'already-acknowledged' && mayBeOthers({ id, token })) {
        report('acknowledged-elsewhere', { reason: known.message });
        throw known;
      }
      const fault = fail(known);
      // An earlier attempt succeeded although its answer was lost, or the event came twice.
      if (fault.code === 'already-acknowledged') return;
      if (isOneOf(fault, TOLD_BY_TRANSPORT)) report('not-acknowledged', { reason: fault.message });
      throw fault;
    }
  };
  return {
    acknowledge: (callback, { kind, ephemeral }) =>
      call(
        callback,
        kind === 'update'
          ? { type: InteractionResponseType.DeferredMessageUpdate }
          : {
              type: InteractionResponseType.DeferredChannelMessageWithSource,
              data: ephemeral ? { flags: MessageFlags.Ephemeral } : {},
            },
      ),
    openForm: (callback, data) => call(callback, { type: InteractionResponseType.Modal, data }),
    offerChoices: (callback, choices) =>
      call(callback, {
        type: InteractionResponseType.ApplicationCommandAutocompleteResult,
        data: { choices },
      }),
  };
}
