import { type Arrow, type Layout, layOut, type Spot, stepsOf } from './layout.ts';
import type { Room } from './rooms.ts';

const ROOM_HEIGHT = 50;
/** From the top of one floor to the top of the next. */
const FLOOR_HEIGHT = 128;
const MARGIN = 28;
/** What stands left of the rooms: the number of the floor. */
const LEFT = 44;
const HEADING = 84;
const ARROWHEAD = 7;
/** As close as two arrows come to each other at the edge of a room. */
const PORT = 15;

const TITLE = 'The house of imei-bot: rooms, floors and imports';
const CAPTION =
  'Every arrow is an import; what other arrows already lead to may be imported without one of its own.';

const STYLE = `
.ground { fill: #ffffff } .floor { fill: #f1f4f8 } .room { fill: #ffffff; stroke: #44546a; stroke-width: 1.5 }
.arrow { fill: none; stroke: #6b7f99; stroke-width: 1.5 } .head { fill: #6b7f99 }
text { font-family: 'DejaVu Sans', Verdana, sans-serif; fill: #1b2430; text-anchor: middle }
.title { font-size: 20px; font-weight: bold; text-anchor: start } .caption { font-size: 14px; text-anchor: start }
.name { font-size: 15px; font-weight: bold } .files { font-size: 12px } .number { font-size: 18px }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117 } .floor { fill: #161d27 } .room { fill: #212b38; stroke: #8fa3bd }
.arrow { stroke: #8297b3 } .head { fill: #8297b3 } text { fill: #e6edf3 }
}
`;

/** Where on the canvas the layout stands. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly left: (spot: Spot) => number;
  readonly middle: (spot: Spot) => number;
  readonly top: (floor: number) => number;
}

function canvasFor({ floors }: Layout): Canvas {
  const spots = floors.flat();
  const least = Math.min(...spots.map(({ x, width }) => x - width / 2));
  const most = Math.max(...spots.map(({ x, width }) => x + width / 2));
  const middle = ({ x }: Spot): number => Math.round(x - least + LEFT + 2 * MARGIN);
  return {
    width: Math.round(most - least + LEFT + 4 * MARGIN),
    height: HEADING + (floors.length - 1) * FLOOR_HEIGHT + ROOM_HEIGHT + 2 * MARGIN,
    left: (spot) => middle(spot) - spot.width / 2,
    middle,
    top: (floor) => HEADING + MARGIN / 2 + (floors.length - 1 - floor) * FLOOR_HEIGHT,
  };
}

/** The picture of the house as SVG: the same for the same rooms, on every machine, readable in light and dark. */
export function picture(rooms: readonly Room[]): string {
  const layout = layOut(rooms);
  const canvas = canvasFor(layout);
  const { width, height } = canvas;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${TITLE}</title>`,
    `<style>${STYLE}</style>`,
    `<marker id="head" viewBox="0 0 10 10" refX="0" refY="5" markerWidth="${ARROWHEAD}" markerHeight="${ARROWHEAD}" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0,0 L10,5 L0,10 z"/></marker>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="title" x="${MARGIN}" y="38">${TITLE}</text>`,
    `<text class="caption" x="${MARGIN}" y="64">${CAPTION}</text>`,
    ...layout.floors.flatMap((_, floor) => drawFloor(floor, canvas)),
    ...layout.arrows.map((arrow) => drawArrow(arrow, layout, canvas)),
    ...layout.floors.flat().flatMap((spot) => drawRoom(spot, canvas)),
    '</svg>',
  ].join('\n')}\n`;
}

function drawFloor(floor: number, { top, width }: Canvas): string[] {
  const [y, height] = [top(floor) - MARGIN / 2, ROOM_HEIGHT + MARGIN];
  return [
    `<rect class="floor" x="${MARGIN}" y="${y}" width="${width - 2 * MARGIN}" height="${height}" rx="6"/>`,
    `<text class="number" x="${MARGIN + LEFT / 2}" y="${y + height / 2 + 6}">${floor}</text>`,
  ];
}

function drawRoom(spot: Spot, { left, middle, top }: Canvas): string[] {
  if (spot.room === undefined) return [];
  const { name, floor, files } = spot.room;
  const y = top(floor);
  return [
    `<rect class="room" x="${left(spot)}" y="${y}" width="${spot.width}" height="${ROOM_HEIGHT}" rx="5"/>`,
    `<text class="name" x="${middle(spot)}" y="${y + 22}">${name}</text>`,
    `<text class="files" x="${middle(spot)}" y="${y + 40}">${files} ${files === 1 ? 'file' : 'files'}</text>`,
  ];
}

function drawArrow(arrow: Arrow, { arrows }: Layout, { middle, top }: Canvas): string {
  const steps = arrows.flatMap(stepsOf);
  /** Arrows that leave or reach a room at the same edge stand side by side, in the order of their other ends. */
  const port = (spot: Spot, others: readonly Spot[], other: Spot): number => {
    const sorted = [...others].sort((a, b) => a.x - b.x);
    const step = Math.min(PORT, (spot.width - PORT) / sorted.length);
    return Math.round(middle(spot) + (sorted.indexOf(other) - (sorted.length - 1) / 2) * step);
  };
  const drawn = stepsOf(arrow).map(([from, to], index) => {
    const below = steps.filter(([one]) => one === from).map(([, one]) => one);
    const above = steps.filter(([, one]) => one === to).map(([one]) => one);
    const [x1, x2] = [port(from, below, to), port(to, above, from)];
    const isLast = to.room !== undefined;
    const [y1, y2] = [top(from.floor) + ROOM_HEIGHT, top(to.floor) - (isLast ? ARROWHEAD : 0)];
    const half = Math.round((y1 + y2) / 2);
    const curve = `C${x1},${half} ${x2},${half} ${x2},${y2}`;
    return `${index === 0 ? `M${x1},${y1} ` : ''}${curve}${isLast ? '' : ` V${y2 + ROOM_HEIGHT}`}`;
  });
  return `<path class="arrow" marker-end="url(#head)" d="${drawn.join(' ')}"/>`;
}
