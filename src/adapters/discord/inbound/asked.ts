import type {
  APIApplicationCommandInteraction,
  APIInteraction,
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import type { Ask, Request } from '../../../core/adapter.ts';
import type { Now } from '../../../core/clock.ts';
import type { Visibility } from '../../../core/reply.ts';
import { isPrincipal, type Principal } from '../../../core/requester.ts';
import type { Acknowledgement, Callback } from '../outbound/callbacks.ts';
import { InteractionContextType } from '../sdk.ts';
import { type InteractionTarget, PLATFORM, UNKNOWN_LOCALE } from '../target.ts';

/** What an interaction asks, and how it is acknowledged. */
export interface Taken {
  readonly ask: Ask;
  readonly visibility: Visibility;
  readonly acknowledgement: Acknowledgement;
  readonly now: Now;
}

/** A request of an interaction, with the way to acknowledge it. */
export interface AskedByInteraction {
  readonly callback: Callback;
  readonly acknowledgement: Acknowledgement;
  readonly request: Request;
  /** The request's target in this adapter's form. */
  readonly target: InteractionTarget;
}

/** Makes the request of an interaction. */
export function requestOf(
  interaction: APIApplicationCommandInteraction | APIMessageComponentInteraction | APIModalSubmitInteraction,
  { ask, visibility, acknowledgement, now }: Taken,
): AskedByInteraction {
  const person = personOf(interaction);
  const target: InteractionTarget = {
    kind: PLATFORM,
    application: interaction.application_id,
    token: interaction.token,
    since: now.at,
    sinceUptime: now.uptime,
    channel: interaction.channel?.id ?? '',
    direct: interaction.context === InteractionContextType.BotDM,
    user: userOf(interaction),
    locale: person.locale,
    shared: !acknowledgement.ephemeral,
    opens: acknowledgement.kind === 'update' ? 'here' : 'new',
  };
  return {
    callback: callbackOf(interaction),
    acknowledgement,
    request: {
      id: `${PLATFORM}:interaction:${interaction.id}`,
      ask,
      ...person,
      visibility,
      target,
    },
    target,
  };
}

type WithPerson = Pick<APIInteraction, 'user' | 'member' | 'guild_id' | 'channel' | 'type'> & {
  readonly locale?: string;
};

/** The id of the person. */
export function userOf({ user, member }: Pick<APIInteraction, 'user' | 'member'>): string {
  return (member?.user ?? user)?.id ?? '';
}

/** The person and the scopes: the server, the channel, a thread's parent, and the roles. */
export function personOf(interaction: WithPerson): Pick<Request, 'requester' | 'scopes' | 'locale'> {
  const { guild_id: guild, channel, member, locale = UNKNOWN_LOCALE } = interaction;
  const parent = channel !== undefined && 'parent_id' in channel ? channel.parent_id : undefined;
  const scopes = [
    ...principals('guild', [guild]),
    ...principals('channel', [channel?.id, parent]),
    ...principals('role', member?.roles ?? []),
  ];
  return { requester: `${PLATFORM}:user:${userOf(interaction)}`, scopes, locale };
}

/** Where an interaction is acknowledged. */
export function callbackOf({ id, token }: APIInteraction): Callback {
  return { id, token };
}

/** The principals of these ids, without those that are none. */
export function principals(kind: string, ids: readonly (string | null | undefined)[]): Principal[] {
  return ids.map((id) => `${PLATFORM}:${kind}:${id ?? ''}`).filter(isPrincipal);
}
