import type { Line, Shown, Span } from './chat.ts';

/** Colours of one platform in one mode. */
export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly code: string;
  readonly person: string;
  readonly personText: string;
  readonly bot: string;
  readonly button: string;
}

/** What is drawn. */
export interface Picture {
  /** What a screen reader says instead of the picture. */
  readonly title: string;
  /** `bubbles` as in Telegram; `rows` as in Discord. */
  readonly layout: 'bubbles' | 'rows';
  readonly palette: Palette;
  readonly chat: readonly Shown[];
}

const WIDTH = 420;
const MARGIN = 14;
const PADDING = 12;
const SIZE = 14;
const LINE = 20;
const BUTTON = 32;
const GAP = 6;
const SIZES = { title: 16, heading: 15, small: 12, plain: SIZE } as const;
const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif';
const MONOSPACE = 'ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace';

/** Draws a chat as SVG, with the fonts of the viewer. */
export function drawn({ title, layout, palette, chat }: Picture): string {
  const parts: string[] = [];
  let y = MARGIN;
  for (const shown of chat) {
    const block =
      shown.by === 'person' ? sent(shown, layout, palette) : said(shown, layout, palette);
    parts.push(`<g transform="translate(0 ${y})">`, ...block.parts, '</g>');
    y += block.height + MARGIN;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" font-family="${FONT}">`,
    `<title>${escaped(title)}</title>`,
    box({ x: 0, y: 0, width: WIDTH, height: y, radius: 8, fill: palette.background }),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

interface Block {
  readonly parts: readonly string[];
  readonly height: number;
}

function sent(
  { text, photo }: Extract<Shown, { by: 'person' }>,
  layout: Picture['layout'],
  palette: Palette,
): Block {
  const lines = text.split('\n').map((line) => ({ spans: [{ text: line }] }));
  const isBubble = layout === 'bubbles';
  const written = isBubble
    ? lines
    : [{ spans: [{ text: 'ana', style: 'bold' as const }] }, ...lines];
  const scale = photo === undefined ? 1 : 230 / photo.width;
  const photoWidth = (photo?.width ?? 0) * scale;
  const photoHeight = Math.round((photo?.height ?? 0) * scale);
  const widest = Math.max(photoWidth, ...written.map(({ spans }) => widthOf(spans, SIZE)));
  const inside = photoHeight + (text === '' ? 0 : written.length * LINE);
  const height = isBubble ? inside + PADDING + 4 : inside;
  const width = Math.ceil(widest) + 2 * PADDING;
  const x = isBubble ? WIDTH - MARGIN - width : MARGIN;
  const left = isBubble ? x + PADDING : x;
  const fill = isBubble ? palette.personText : palette.text;
  return {
    height,
    parts: [
      ...(isBubble ? [box({ x, y: 0, width, height, radius: 10, fill: palette.person })] : []),
      ...(photo === undefined
        ? []
        : [
            `<svg x="${left}" y="8" width="${photoWidth}" height="${photoHeight}" viewBox="0 0 ${photo.width} ${photo.height}">`,
            '<title>A photo of a label</title>',
            photo.svg,
            '</svg>',
          ]),
      ...(text === '' ? [] : typeset(written, { x: left, y: isBubble ? 7 : 0, fill, palette })),
    ],
  };
}

function said(
  { lines, buttons, color, below }: Extract<Shown, { by: 'bot' }>,
  layout: Picture['layout'],
  palette: Palette,
): Block {
  const isBubble = layout === 'bubbles';
  const width = WIDTH - 2 * MARGIN - (isBubble ? 30 : 0);
  const top = isBubble ? 0 : 24;
  const rows = trimmed(lines).flatMap((line) => wrapped(line, width - 2 * PADDING - 4));
  const height = rows.length * LINE + PADDING + 6;
  const placed = isBubble ? buttons : packed(buttons.flat(), width);
  const parts = [
    ...(isBubble
      ? []
      : typeset([{ spans: [{ text: 'imei-bot', style: 'bold' }] }], {
          x: MARGIN,
          y: 0,
          fill: palette.text,
          palette,
        })),
    box({ x: MARGIN, y: top, width, height, radius: isBubble ? 10 : 4, fill: palette.bot }),
    ...(color === undefined
      ? []
      : [box({ x: MARGIN, y: top, width: 4, height, radius: 2, fill: hex(color) })]),
    ...typeset(rows, { x: MARGIN + PADDING + 2, y: top + 8, fill: palette.text, palette }),
  ];
  let y = top + height + GAP;
  for (const row of placed) {
    const room = isBubble ? (width - GAP * (row.length - 1)) / row.length : 0;
    let x = MARGIN;
    for (const label of row) {
      const wide = isBubble ? room : buttonWidth(label);
      parts.push(
        box({ x, y, width: wide, height: BUTTON, radius: 6, fill: palette.button }),
        `<text x="${x + wide / 2}" y="${y + 21}" font-size="${SIZE}" fill="${palette.text}" text-anchor="middle">${escaped(label)}</text>`,
      );
      x += wide + GAP;
    }
    y += BUTTON + GAP;
  }
  if (below === undefined) return { parts, height: y - GAP };
  const note: Line = { spans: [{ text: below }], look: 'small' };
  return {
    parts: [...parts, ...typeset([note], { x: MARGIN, y: y - 2, fill: palette.muted, palette })],
    height: y + 14,
  };
}

/** Without the empty lines at the start and the end. */
function trimmed(lines: readonly Line[]): readonly Line[] {
  const isWritten = ({ spans }: Line): boolean => spans.some(({ text }) => text.trim() !== '');
  return lines.slice(lines.findIndex(isWritten), lines.findLastIndex(isWritten) + 1);
}

/** Buttons in rows that are as wide as the message. */
function packed(labels: readonly string[], width: number): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let room = 0;
  for (const label of labels) {
    const needed = buttonWidth(label) + GAP;
    if (needed > room) {
      rows.push([]);
      room = width;
    }
    room -= needed;
    rows.at(-1)?.push(label);
  }
  return rows;
}

function buttonWidth(label: string): number {
  return Math.ceil(widthOf([{ text: label }], SIZE)) + 24;
}

/** A line, broken between words where it is wider than the message. */
function wrapped({ spans, ...line }: Line, width: number): readonly Line[] {
  const size = SIZES[line.look ?? 'plain'];
  const rows: Span[][] = [[]];
  let room = width;
  const add = (row: Span[] | undefined, span: Span): void => {
    const last = row?.at(-1);
    if (last?.style === span.style && last !== undefined) {
      row?.splice(-1, 1, { ...last, text: last.text + span.text });
    } else row?.push(span);
  };
  for (const { text, style } of spans) {
    for (const word of text.split(/(?<= )/u)) {
      const needed = widthOf([{ text: word.trimEnd(), style }], size);
      if (needed > room && room < width) {
        rows.push([]);
        room = width;
      }
      add(rows.at(-1), { text: word, style });
      room -= widthOf([{ text: word, style }], size);
    }
  }
  return rows.map((row) => ({ ...line, spans: row }));
}

function typeset(
  lines: readonly Line[],
  {
    x,
    y,
    fill,
    palette,
  }: {
    readonly x: number;
    readonly y: number;
    readonly fill: string;
    readonly palette: Palette;
  },
): readonly string[] {
  return lines.flatMap(({ spans, look }, index) => {
    if (spans.length === 0) return [];
    const bold = look === 'title' || look === 'heading' ? ' font-weight="600"' : '';
    const color = look === 'small' ? palette.muted : fill;
    const size = SIZES[look ?? 'plain'];
    const text = spans.map((span) => tspan(span, palette)).join('');
    return [
      `<text x="${x}" y="${y + index * LINE + 14}" font-size="${size}" fill="${color}"${bold} xml:space="preserve">${text}</text>`,
    ];
  });
}

function tspan({ text, style }: Span, palette: Palette): string {
  const shown = escaped(text);
  if (style === undefined) return shown;
  return `<tspan ${attributesOf(style, palette)}>${shown}</tspan>`;
}

function attributesOf(style: NonNullable<Span['style']>, palette: Palette): string {
  if (style === 'bold') return 'font-weight="600"';
  if (style === 'italic') return `fill="${palette.muted}" font-style="italic"`;
  return `fill="${palette.code}" font-family="${MONOSPACE}" font-size="13"`;
}

/** In pixels, a little more than common fonts need. */
function widthOf(spans: readonly Span[], size: number): number {
  return spans.reduce(
    (sum, { text, style }) =>
      sum + [...text].reduce((width, letter) => width + size * shareOf(letter, style), 0),
    0,
  );
}

function shareOf(letter: string, style: Span['style']): number {
  if (style === 'code') return 0.6;
  const bolder = style === 'bold' ? 0.04 : 0;
  if (/[ijl.,:;'’|!·]/u.test(letter)) return 0.3 + bolder;
  if (/\d/u.test(letter)) return 0.64 + bolder;
  if (/[mwMW—]/u.test(letter)) return 0.88 + bolder;
  if (/[A-Z#*]/u.test(letter)) return 0.68 + bolder;
  if (/\p{Extended_Pictographic}/u.test(letter)) return 1.3;
  return letter === ' ' || /[ftr()]/u.test(letter) ? 0.37 + bolder : 0.57 + bolder;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: string;
}

function box({ x, y, width, height, radius, fill }: Box): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

function hex(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}

/** As text of SVG, without the marks of direction. */
function escaped(text: string): string {
  return text
    .replace(/[\u2066-\u2069]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
