import type { Clock } from '../../../../core/clock.ts';
import type { ShownReply } from '../../../../core/reply.ts';
import type { Say } from '../../../../format/words/say.ts';
import { withoutFiles } from '../../../unsent-files.ts';
import { faultOf } from '../../errors.ts';
import { type MessageTarget, nonceOf } from '../../target.ts';
import type { DiscordApi } from '../api.ts';
import { type MessagePayload, type RenderContext, renderReply } from '../render.ts';
import { withoutEmbed } from './without-embed.ts';

/** Most forms of a message that are tried one after another. */
const MOST_REMEDIES = 5;

/** What {@link putSomehow} works with. */
export interface PutNeeds {
  readonly api: DiscordApi;
  readonly clock: Clock;
  /** Returns the catalogue for the person who asked. */
  readonly sayAt: (at: MessageTarget) => Say;
  /** Makes the commands clickable that a Markdown text names. */
  readonly mention?: ((markdown: string) => string) | undefined;
}

/** What a message may be there, as far as Discord has said: it changes only towards less. */
export interface Forms {
  /** It points to its question. */
  replies: boolean;
  embeds: boolean;
  files: boolean;
}

/** All that a message can be, until Discord refuses some of it. */
export function createForms(): Forms {
  return { replies: true, embeds: true, files: true };
}

/** A state to show. */
export interface ChatState {
  readonly at: MessageTarget;
  readonly reply: ShownReply;
  readonly last: boolean;
}

/** Shows a state as far as the bot's permissions there allow. Resolves with where it stands. */
export async function putSomehow(needs: PutNeeds, forms: Forms, state: ChatState): Promise<MessageTarget> {
  let { at } = state;
  let isGone = false;
  for (let remedies = 0; ; remedies += 1) {
    try {
      return await putOnce(needs, forms, { ...state, at, isGone });
    } catch (error) {
      const { code } = faultOf(error);
      if (remedies === MOST_REMEDIES) throw error;
      if (code === 'message-gone' && at.message !== undefined) {
        const { message: _, ...rest } = at;
        at = rest;
        isGone = true;
      } else if (!giveUpPart(forms, code, state)) throw error;
    }
  }
}

/** Does without what was refused; false if it was something else. */
function giveUpPart(forms: Forms, code: string, { reply, last }: ChatState): boolean {
  if (code === 'no-history' && forms.replies) forms.replies = false;
  else if (code === 'empty-message' && forms.embeds) forms.embeds = false;
  else if (isOfFiles(code) && last && forms.files && reply.files.length > 0) forms.files = false;
  else if (code === 'forbidden' && forms.embeds) forms.embeds = false;
  else return false;
  return true;
}

/** Failures that a message without files may not meet: Discord takes a message with its files or not at all. */
function isOfFiles(code: string): boolean {
  return ['forbidden', 'payload-refused', 'server-error', 'timeout'].includes(code);
}

async function putOnce(
  { api, sayAt, mention }: PutNeeds,
  forms: Forms,
  { at, reply, last, isGone }: ChatState & { readonly isGone: boolean },
): Promise<MessageTarget> {
  const { channel, message: stands, question } = at;
  const message = messageOf(forms, { reply, owner: at.user, alone: at.direct, say: sayAt(at), mention });
  if (stands !== undefined) {
    await api.editMessage({ channel, message: stands }, message, { last });
    return at;
  }
  const way = isGone ? 'chat once more' : `chat ${last ? 'answer' : 'progress'}`;
  const sent = await api.send(channel, message, {
    nonce: nonceOf(at, way),
    replyTo: forms.replies ? question : undefined,
    last,
  });
  return { ...at, message: sent };
}

function messageOf(
  forms: Forms,
  { reply, ...context }: RenderContext & { readonly reply: ShownReply },
): MessagePayload {
  const told = forms.files ? reply : withoutFiles(reply, context.say);
  const rendered = renderReply(told, context);
  const whole = forms.files ? rendered : { body: { ...rendered.body, attachments: [] }, files: [] };
  return forms.embeds ? whole : withoutEmbed(whole);
}
