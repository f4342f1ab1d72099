import type { Drawing } from '../../support/files/drawings.ts';

/** Text in one style. */
export interface Span {
  readonly text: string;
  readonly style?: 'bold' | 'italic' | 'code' | undefined;
}

/** A line as its platform formats it. */
export interface Line {
  readonly spans: readonly Span[];
  readonly look?: 'title' | 'heading' | 'small';
}

/** A message of a chat in `.github/images`, in the form in which its platform shows it. */
export type Shown =
  | { readonly by: 'person'; readonly text: string; readonly photo?: Drawing }
  | {
      readonly by: 'bot';
      readonly lines: readonly Line[];
      readonly buttons: readonly (readonly string[])[];
      /** The colour at the side of an embed. */
      readonly color?: number | undefined;
      /** What the platform writes below a message that one person sees. */
      readonly below?: string | undefined;
    };

/** Splits a text with the entities of Telegram into lines. */
export function linesOfEntities(
  text: string,
  entities: readonly { readonly type: string; readonly offset: number; readonly length: number }[],
): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const from = start;
    start += line.length + 1;
    const spans: Span[] = [];
    let done = 0;
    for (const { type, offset, length } of entities) {
      const first = Math.max(offset - from, done);
      const end = offset - from + length;
      if (first >= line.length || end <= first) continue;
      spans.push({ text: line.slice(done, first) });
      spans.push({ text: line.slice(first, end), style: STYLES[type] });
      done = Math.min(end, line.length);
    }
    return { spans: [...spans, { text: line.slice(done) }].filter((span) => span.text !== '') };
  });
}

const STYLES: Readonly<Record<string, Span['style']>> = {
  bold: 'bold',
  italic: 'italic',
  code: 'code',
};

/** Reads the Markdown of Discord that replies use. */
export function linesOfMarkdown(markdown: string): readonly Line[] {
  return markdown.split('\n').map((line) => {
    if (line.startsWith('### ')) return { spans: spansOf(line.slice(4)), look: 'heading' };
    if (line.startsWith('-# ')) return { spans: spansOf(line.slice(3)), look: 'small' };
    return { spans: spansOf(line) };
  });
}

function spansOf(markdown: string): readonly Span[] {
  const parts = markdown.matchAll(/\*\*(.+?)\*\*|`([^`]+)`|((?:\\.|[^\\*`])+)/gu);
  return [...parts].map(([, bold, code, text = '']) => {
    if (code !== undefined) return { text: code, style: 'code' };
    if (bold !== undefined) return { text: unescaped(bold), style: 'bold' };
    return { text: unescaped(text) };
  });
}

function unescaped(markdown: string): string {
  return markdown.replace(/\\(.)/gu, '$1');
}
