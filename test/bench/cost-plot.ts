/** Draws the cost of a reply over its length, as SVG: both axes logarithmic, so that equal slopes are equal growth. */

export interface Line {
  readonly name: string;
  /** Over Open WebUI's socket; otherwise a body. */
  readonly isSocket: boolean;
  /** Bytes read, and milliseconds for all of them. */
  readonly points: readonly (readonly [bytes: number, ms: number])[];
}

const WIDTH = 760;
const HEIGHT = 460;
const MARGIN = { left: 70, right: 20, top: 46, bottom: 50 };
/** 1 kB to 1 GB, and 0.01 ms to 100 s. */
const BYTES = [3, 9] as const;
const TIME = [-2, 5] as const;
const SIZES = ['1 kB', '10 kB', '100 kB', '1 MB', '10 MB', '100 MB', '1 GB'];
const TIMES = ['10 µs', '100 µs', '1 ms', '10 ms', '100 ms', '1 s', '10 s', '100 s'];

function x(bytes: number): number {
  const share = (Math.log10(bytes) - BYTES[0]) / (BYTES[1] - BYTES[0]);
  return Math.round((MARGIN.left + share * (WIDTH - MARGIN.left - MARGIN.right)) * 10) / 10;
}

function y(ms: number): number {
  const share = (Math.log10(ms) - TIME[0]) / (TIME[1] - TIME[0]);
  return Math.round((HEIGHT - MARGIN.bottom - share * (HEIGHT - MARGIN.top - MARGIN.bottom)) * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @returns an SVG document that is legible on light and dark pages alike */
export function plot(lines: readonly Line[]): string {
  const grid = [
    ...SIZES.map((label, i) => {
      const at = x(10 ** (BYTES[0] + i));
      return `<path class="grid" d="M${at} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}"/><text x="${at}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${label}</text>`;
    }),
    ...TIMES.map((label, i) => {
      const at = y(10 ** (TIME[0] + i));
      return `<path class="grid" d="M${MARGIN.left} ${at}H${WIDTH - MARGIN.right}"/><text x="${MARGIN.left - 8}" y="${at + 4}" text-anchor="end">${label}</text>`;
    }),
  ];
  const drawn = lines.map(({ name, isSocket, points }) => {
    const path = points.map(([bytes, ms]) => `${x(bytes)} ${y(ms)}`).join('L');
    return `<path class="${isSocket ? 'socket' : 'body'}" d="M${path}"><title>${escaped(name)}</title></path>`;
  });
  const legend = (['body', 'socket'] as const).map((kind, i) => {
    const left = MARGIN.left + i * 330;
    const label =
      kind === 'body' ? 'a body, one line for each dialect' : "Open WebUI's socket, one line for each generation";
    return `<path class="${kind}" d="M${left} 22h24"/><text x="${left + 30}" y="26">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Time against the length of a reply, both logarithmic">
<style>
svg { background: #fff; color: #1f2328; font: 12px system-ui, sans-serif; }
text { fill: currentColor; }
path { fill: none; }
.grid { stroke: #d0d7de; }
.body { stroke: #0969da; stroke-width: 1.5; }
.socket { stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 5 3; }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117; color: #e6edf3; }
.grid { stroke: #30363d; }
.body { stroke: #58a6ff; }
.socket { stroke: #f0883e; }
}
</style>
${[...grid, ...legend, ...drawn].join('\n')}
<text x="${(WIDTH + MARGIN.left) / 2}" y="${HEIGHT - 10}" text-anchor="middle">bytes of the reply as it comes</text>
</svg>
`;
}
