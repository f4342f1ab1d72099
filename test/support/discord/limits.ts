/** A message as the bot sends it. */
export interface LooseMessage {
  readonly content?: string;
  readonly embeds?: readonly {
    readonly title?: string;
    readonly description?: string;
    readonly footer?: { readonly text: string };
  }[];
  readonly components?: readonly {
    readonly components: readonly { readonly label: string; readonly custom_id: string }[];
  }[];
  readonly attachments?: readonly { readonly description?: string | undefined }[];
  readonly allowed_mentions?: { readonly parse?: readonly string[] };
  readonly flags?: number;
  readonly nonce?: string;
  readonly message_reference?: {
    readonly message_id: string;
    readonly fail_if_not_exists?: boolean;
  };
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

/**
 * What Discord refuses in a message, as it says so (50035): a line for each part that breaks a
 * limit. By its documentation: "Create Message" (content, embeds, attachments), "Embed Limits", and
 * of components "Action Row" and "Button".
 */
export function formProblems(message: unknown): string[] {
  const { content = '', embeds = [], components = [], attachments = [] } = message as LooseMessage;
  const buttons = components.flatMap((row) => row.components);
  const lengths = embeds.map(
    ({ title = '', description = '', footer }) =>
      `${title}${description}${footer?.text ?? ''}`.length,
  );
  const isEmpty = content === '' && embeds.length === 0 && attachments.length === 0;
  const isDoubled = new Set(buttons.map(({ custom_id }) => custom_id)).size < buttons.length;
  return [
    ...(isEmpty ? ['message: Cannot send an empty message'] : []),
    ...(lengths.includes(0) ? ['embeds: This field is required'] : []),
    ...(isDoubled ? ['components: Component custom id cannot be duplicated'] : []),
    ...atMost(2_000, 'content', content),
    ...atMost(10, 'embeds', embeds),
    ...atMost(6_000, 'embeds in all', { length: lengths.reduce((sum, one) => sum + one, 0) }),
    ...embeds.flatMap(({ title = '-', description = '-', footer }) => [
      ...oneTo(256, 'title', title),
      ...oneTo(4_096, 'description', description),
      ...oneTo(2_048, 'footer', footer?.text ?? '-'),
    ]),
    ...atMost(5, 'components', components),
    ...components.flatMap((row) => oneTo(5, 'row', row.components)),
    ...buttons.flatMap(({ label, custom_id }) => [
      ...oneTo(80, 'label', label),
      ...oneTo(100, 'custom_id', custom_id),
    ]),
    ...atMost(10, 'attachments', attachments),
    ...attachments.flatMap(({ description = '' }) =>
      atMost(1_024, 'attachments.description', description),
    ),
  ];
}

/** What Discord refuses in a modal: "Modal", "Label" and "Text Input" of its documentation. */
export function modalProblems({
  custom_id: id = '',
  title = '',
  components = [],
}: LooseModal): string[] {
  return [
    ...oneTo(100, 'custom_id', id),
    ...oneTo(45, 'title', title),
    ...oneTo(5, 'components', components),
    ...components.flatMap(({ label = '', description = '', component }) => [
      ...oneTo(45, 'label', label),
      ...atMost(100, 'description', description),
      ...atMost(100, 'component.custom_id', component?.custom_id ?? ''),
      ...atMost(4_000, 'max_length', { length: component?.max_length ?? 0 }),
    ]),
  ];
}

function atMost(most: number, name: string, { length }: { readonly length: number }): string[] {
  return length > most ? [`${name}: Must be ${most} or fewer in length`] : [];
}

/** A text of spaces alone counts as empty. */
function oneTo(most: number, name: string, value: string | readonly unknown[]): string[] {
  const isEmpty = (typeof value === 'string' ? value.trim() : value).length === 0;
  return isEmpty ? [`${name}: This field is required`] : atMost(most, name, value);
}
