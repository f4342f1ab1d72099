/**
 * What Discord refuses in a message, as it says so (50035): a line for each part that breaks a limit. By its documentation:
 * "Create Message" (content, embeds, attachments), "Embed Limits", and of components "Action Row" and "Button".
 */
export function formProblems(message: unknown): string[] {
  const { content = '', embeds = [], components = [], attachments = [] } = message as LooseMessage;
  const total = embeds.reduce((sum, embed) => sum + lengthOf(embed), 0);
  const ids = components.flatMap((row) => row.components.map(({ custom_id }) => custom_id));
  return [
    ...(content === '' && embeds.length === 0 && attachments.length === 0
      ? ['message: Cannot send an empty message']
      : []),
    ...tooLong('content', content, 2_000),
    ...tooMany('embeds', embeds, 10),
    ...(total > 6_000 ? ['embeds: Embed size exceeds maximum size of 6000'] : []),
    ...embeds.flatMap(embedProblems),
    ...tooMany('components', components, 5),
    ...components.flatMap(rowProblems),
    ...(new Set(ids).size < ids.length ? ['components: Component custom id cannot be duplicated'] : []),
    ...tooMany('attachments', attachments, 10),
    ...attachments.flatMap(({ description = '' }) => tooLong('attachments.description', description, 1_024)),
  ];
}

export interface LooseEmbed {
  readonly title?: string;
  readonly description?: string;
  readonly footer?: { readonly text: string };
}

export interface LooseButton {
  readonly label: string;
  readonly custom_id: string;
}

export interface LooseMessage {
  readonly content?: string;
  readonly embeds?: readonly LooseEmbed[];
  readonly components?: readonly { readonly components: readonly LooseButton[] }[];
  readonly attachments?: readonly { readonly description?: string | undefined }[];
  readonly allowed_mentions?: { readonly parse?: readonly string[]; readonly users?: readonly string[] };
  readonly flags?: number;
  readonly nonce?: string;
  readonly message_reference?: { readonly message_id: string; readonly fail_if_not_exists?: boolean };
}

/** A form as the bot has it opened. */
export interface LooseModal {
  readonly custom_id?: string;
  readonly title?: string;
  readonly components?: readonly {
    readonly label?: string;
    readonly description?: string;
    readonly component?: { readonly custom_id: string; readonly max_length?: number };
  }[];
}

/** What Discord refuses in a modal: "Modal", "Label" and "Text Input" of its documentation. */
export function modalProblems({ custom_id: id = '', title = '', components = [] }: LooseModal): string[] {
  return [
    ...[...empty('custom_id', id), ...tooLong('custom_id', id, 100)],
    ...[...empty('title', title), ...tooLong('title', title, 45)],
    ...(components.length === 0 ? ['components: Must be between 1 and 5 in length'] : []),
    ...tooMany('components', components, 5),
    ...components.flatMap(({ label = '', description = '', component }) => [
      ...[...empty('label', label), ...tooLong('label', label, 45)],
      ...tooLong('description', description, 100),
      ...tooLong('component.custom_id', component?.custom_id ?? '', 100),
      ...((component?.max_length ?? 4_000) > 4_000 ? ['max_length: Must be 4000 or fewer'] : []),
    ]),
  ];
}

function embedProblems(embed: LooseEmbed): string[] {
  const { title, description, footer } = embed;
  return [
    ...(lengthOf(embed) === 0 ? ['embeds: This field is required'] : []),
    ...(title === undefined ? [] : [...tooLong('title', title, 256), ...empty('title', title)]),
    ...(description === undefined
      ? []
      : [...tooLong('description', description, 4_096), ...empty('description', description)]),
    ...tooLong('footer', footer?.text ?? '', 2_048),
  ];
}

function lengthOf({ title = '', description = '', footer }: LooseEmbed): number {
  return title.length + description.length + (footer?.text ?? '').length;
}

function rowProblems({ components }: { readonly components: readonly LooseButton[] }): string[] {
  return [
    ...(components.length === 0 ? ['components: Must be between 1 and 5 in length'] : []),
    ...tooMany('row', components, 5),
    ...components.flatMap(({ label, custom_id }) => [
      ...tooLong('label', label, 80),
      ...empty('label', label),
      ...tooLong('custom_id', custom_id, 100),
      ...empty('custom_id', custom_id),
    ]),
  ];
}

function tooLong(name: string, text: string, most: number): string[] {
  return text.length > most ? [`${name}: Must be ${most} or fewer in length`] : [];
}

function tooMany(name: string, list: readonly unknown[], most: number): string[] {
  return list.length > most ? [`${name}: Must be ${most} or fewer in length`] : [];
}

function empty(name: string, text: string): string[] {
  return text.trim() === '' ? [`${name}: This field is required`] : [];
}
