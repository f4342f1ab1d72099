import type { APIEmbed, APIMessage } from 'discord-api-types/v10';
import { ComponentType } from '../sdk.ts';

/** Most characters used: a message has 4,000 and 6,000 in embeds, and forwarded ones add more. */
const MAX_LENGTH = 20_000;

type Written = Pick<APIMessage, 'content' | 'embeds' | 'components'>;

/** All text of a message, one part a line: its content, its embeds, its components, its forwarded messages. */
export function textOfMessage(message: Written & Pick<APIMessage, 'message_snapshots'>): string {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [message, ...forwarded].flatMap(textsOf).join('\n').slice(0, MAX_LENGTH);
}

function textsOf({ content = '', embeds = [], components = [] }: Partial<Written>): string[] {
  const texts = [content, ...embeds.flatMap(textsOfEmbed), ...components.flatMap(textsOfComponent)];
  return texts.filter((text) => text !== '');
}

/** Text that a message of the newer kind shows instead of its content; what stands on buttons is none. */
function textsOfComponent(component: NonNullable<APIMessage['components']>[number]): string[] {
  switch (component.type) {
    case ComponentType.TextDisplay:
      return [component.content];
    case ComponentType.Section:
    case ComponentType.Container:
      return component.components.flatMap(textsOfComponent);
    case ComponentType.MediaGallery:
      return component.items.map(({ description }) => description ?? '');
    default:
      return [];
  }
}

function textsOfEmbed({ author, title = '', description = '', fields = [], footer }: APIEmbed): string[] {
  const inFields = fields.flatMap(({ name, value }) => [name, value]);
  return [author?.name ?? '', title, description, ...inFields, footer?.text ?? ''];
}
