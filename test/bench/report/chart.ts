import { reference, type ShapeSummary } from './summary.ts';

/**
 * Figures that grow with the number of Widgets are drawn per thousand Widgets, so that a flat line means proportional
 * growth.
 */
const charts = [
  { figure: 'converge s', title: 'seconds to converge', perThousand: true },
  { figure: 'converge CPU s', title: 'CPU seconds to converge', perThousand: true },
  { figure: 'RSS MB', title: 'resident memory in MB', perThousand: false },
  { figure: '20/s p99 ms', title: 'ms from a change to its status, p99, 20 changes a second', perThousand: false },
  { figure: 'restart CPU s', title: 'CPU seconds of a restart', perThousand: true },
] as const;

/**
 * Renders charts over the number of Widgets, for two children each and the peers that were measured with them. Needs
 * results for at least two numbers. Mermaid charts have no legend, so a line of text precedes each.
 */
export function renderCharts(shapes: readonly ShapeSummary[]): string {
  const sizes = shapes.filter(({ children, peers }) => children === 2 && peers.includes(reference));
  const [first, second] = sizes;
  if (first === undefined || second === undefined) return '';
  const peers = first.peers.filter((peer) => sizes.every((size) => size.peers.includes(peer)));
  const drawn = charts.filter(({ figure }) =>
    sizes.every(({ figures }) => peers.every((peer) => figures[figure]?.[peer] !== undefined)),
  );
  const legend = `Lines in the order ${peers.join(', ')}, over the number of Widgets.`;
  return ['### Growth', legend, ...drawn.map((chart) => renderChart(chart, sizes, peers))].join('\n\n');
}

function renderChart(
  { figure, title, perThousand }: (typeof charts)[number],
  sizes: readonly ShapeSummary[],
  peers: readonly string[],
): string {
  const lines = peers.map((peer) =>
    sizes.map(({ widgets, figures }) => (figures[figure]?.[peer]?.median ?? 0) / (perThousand ? widgets / 1000 : 1)),
  );
  const highest = Math.max(...lines.flat());
  return [
    '```mermaid',
    'xychart-beta',
    `  title "${title}${perThousand ? ', for each 1,000 Widgets' : ''}"`,
    `  x-axis [${sizes.map(({ widgets }) => `"${widgets.toLocaleString('en-US')}"`).join(', ')}]`,
    `  y-axis 0 --> ${String(Number((highest * 1.1).toPrecision(2)))}`,
    ...lines.map((values) => `  line [${values.map((value) => String(Number(value.toPrecision(3)))).join(', ')}]`),
    '```',
  ].join('\n');
}
