import { importGraph, roomOf, roomsBelow } from './import-graph.ts';

/** Folders that import one another, drawn as one box; nearly always a single folder. */
type Group = readonly string[];

const WIDTH = 1080;
const ROW = 84;
const LINE = 16;
/** Width of a character, in units of the picture. */
const LETTER = 7.6;

/** @returns the picture of the real imports, each folder above all that it imports from, as an SVG */
export function drawArchitecture(): string {
  const below = readRooms();
  const groups = groupsOf(below);
  const rows = rowsOf(groups, below);
  const places = rows.flatMap((row, i) => placesOf(row, i * ROW + 20));
  const height = rows.length * ROW + 10;
  const boxes = places.map(({ group, x, y, width }) => {
    const names = linesOf(group).map(
      (line, i) => `<text x="${x}" y="${y + 20 + i * LINE}" text-anchor="middle">${line}</text>`,
    );
    const tall = 12 + linesOf(group).length * LINE;
    return `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${tall}" rx="6"/>${names.join('')}`;
  });
  const arrows = places.flatMap((from) =>
    places
      .filter((to) => isDirect(from.group, to.group, groups, below))
      .map((to) => {
        const start = from.y + 12 + linesOf(from.group).length * LINE;
        const middle = (start + to.y) / 2;
        return `<path d="M${from.x} ${start}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}" marker-end="url(#tip)"/>`;
      }),
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Which room imports from which">`,
    '<style>text{font:13px ui-monospace,monospace;fill:#1f2328}rect{fill:#fff;stroke:#57606a}path{fill:none;stroke:#8c959f}marker path{fill:#8c959f}@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#161b22;stroke:#8b949e}}</style>',
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>',
    ...arrows,
    ...boxes,
    '</svg>',
  ].join('\n')}\n`;
}

/** Returns everything that a folder imports from, directly and through others. */
type Below = ReadonlyMap<string, ReadonlySet<string>>;

function readRooms(): Below {
  const graph = importGraph();
  const rooms = [...new Set([...graph.keys()].map(roomOf))].toSorted();
  const direct = new Map(rooms.map((room) => [room, roomsBelow(room, graph)]));
  return new Map(rooms.map((room) => [room, reach(room, direct)]));
}

function reach(room: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [room];
  for (const next of open) {
    for (const other of direct.get(next) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      open.push(other);
    }
  }
  return reached;
}

function groupsOf(below: Below): readonly Group[] {
  const rooms = [...below.keys()];
  const of = (room: string): Group =>
    rooms.filter((other) => other === room || (below.get(room)?.has(other) && below.get(other)?.has(room)));
  return rooms.map(of).filter((group, i) => group[0] === rooms[i]);
}

function isBelow(upper: Group, lower: Group, below: Below): boolean {
  return upper !== lower && below.get(upper[0] ?? '')?.has(lower[0] ?? '') === true;
}

/** Returns whether to draw an arrow: not if a path through another folder implies it. */
function isDirect(from: Group, to: Group, groups: readonly Group[], below: Below): boolean {
  return (
    isBelow(from, to, below) && !groups.some((between) => isBelow(from, between, below) && isBelow(between, to, below))
  );
}

/** @returns the groups from the top, each in the lowest row that is above everything it imports from */
function rowsOf(groups: readonly Group[], below: Below): readonly (readonly Group[])[] {
  const heightOf = (group: Group): number =>
    1 + Math.max(-1, ...groups.filter((other) => isBelow(group, other, below)).map(heightOf));
  const heights = groups.map(heightOf);
  return Array.from({ length: Math.max(...heights) + 1 }, (_, row) =>
    groups.filter((_group, i) => heights[i] === row),
  ).toReversed();
}

function placesOf(row: readonly Group[], y: number) {
  return row.map((group, i) => ({
    group,
    x: Math.round((WIDTH / row.length) * (i + 0.5)),
    y,
    width: Math.round(Math.max(...linesOf(group).map((line) => line.length)) * LETTER + 24),
  }));
}

/** At most three names per line. */
function linesOf(group: Group): readonly string[] {
  return Array.from({ length: Math.ceil(group.length / 3) }, (_, i) => group.slice(i * 3, i * 3 + 3).join(' · '));
}
