import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { type DiscordFault, isOneOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import { InteractionResponseType, MessageFlags, type REST, Routes } from '../sdk.ts';

/** Reported when they happen, whether the library retries or not. */
export const TOLD_BY_TRANSPORT = ['server-error', 'no-connection', 'rate-limited', 'timeout'] as const;

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

/** Creates them over a client that is quick to give up. */
export function callbackCalls(
  urgent: REST,
  fail: (error: unknown) => DiscordFault,
  report: ReportIncident,
): Callbacks {
  const call = async ({ id, token }: Callback, body: unknown): Promise<void> => {
    try {
      await urgent.post(Routes.interactionCallback(id, token), { auth: false, body });
    } catch (error) {
      const fault = fail(error);
      // The first attempt succeeded although its answer was lost.
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
