import type { Clock } from '../../../../core/clock.ts';
import type { ShownReply } from '../../../../core/reply.ts';
import type { Say } from '../../../../format/words/say.ts';
import { type DiscordFault, type FaultCode, faultOf } from '../../errors.ts';
import { type MessageTarget, nonceOf } from '../../target.ts';
import type { DiscordApi } from '../api.ts';
import { type MessagePayload, type RenderContext, renderReply } from '../render.ts';
import { isOfFiles, renderWithoutFiles } from '../without-files.ts';

/** Discord's limit for the content of a message. */
const MAX_CONTENT = 2_000;

/** Most forms of a message that are tried one after another. */
const MOST_REMEDIES = 5;
/** Failures after which Discord may have made the message all the same, or may make it later. */
const MAY_HAVE_ARRIVED: readonly FaultCode[] = ['no-connection', 'server-error', 'timeout'];

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
  /** A message may stand there whose id is not known: sending it got no answer. */
  inDoubt: boolean;
}

/** All that a message can be, until Discord refuses some of it. */
export function createForms({ inDoubt }: Pick<Forms, 'inDoubt'>): Forms {
  return { replies: true, embeds: true, files: true, inDoubt };
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
      forms.inDoubt ||= MAY_HAVE_ARRIVED.includes(code);
      if (remedies === MOST_REMEDIES) throw error;
      if (code === 'message-gone' && at.message !== undefined) {
        const { message: _, ...rest } = at;
        at = rest;
        isGone = true;
      } else if (!giveUpPart(forms, faultOf(error), state)) throw error;
    }
  }
}

/** Does without what was refused; false if it was something else. */
function giveUpPart(forms: Forms, fault: DiscordFault, { reply, last }: ChatState): boolean {
  const { code } = fault;
  if (code === 'no-history' && forms.replies) forms.replies = false;
  else if (code === 'empty-message' && forms.embeds) forms.embeds = false;
  else if (isOfFiles(fault) && last && forms.files && reply.files.length > 0) forms.files = false;
  else if (code === 'forbidden' && forms.embeds) forms.embeds = false;
  else return false;
  return true;
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
  const sent = await api.send(channel, message, {
    nonce: nonceOf(at, isGone ? 'chat once more' : 'chat'),
    replyTo: forms.replies ? question : undefined,
    last,
  });
  // Discord may have returned the message of an earlier state, as it stands.
  if (forms.inDoubt && !isGone) await api.editMessage({ channel, message: sent }, message, { last });
  forms.inDoubt = false;
  return { ...at, message: sent };
}

function messageOf(
  forms: Forms,
  { reply, ...context }: RenderContext & { readonly reply: ShownReply },
): MessagePayload {
  const whole = (forms.files ? renderReply : renderWithoutFiles)(reply, context);
  return forms.embeds ? whole : withoutEmbed(whole);
}

/** The same message with its embed as text, cut where it is too long, for channels in which the bot may not send embeds. */
function withoutEmbed({ body, files }: MessagePayload): MessagePayload {
  const texts = (body.embeds ?? []).flatMap(({ title, description, footer }) => [
    title === undefined ? '' : `**${title}**`,
    description ?? '',
    footer?.text ?? '',
  ]);
  const content = [body.content ?? '', ...texts].filter((text) => text !== '').join('\n');
  const fitting = content.length > MAX_CONTENT ? `${content.slice(0, MAX_CONTENT - 1)}…` : content;
  return { body: { ...body, content: fitting, embeds: [] }, files };
}
