import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { formatDate, formatMoney, type ValueSnapshot } from 'firmbook-wasm';
import { formatMonth } from '../../fields';
import type { ContractNoun } from '../../lines-of-business';
import { COLUMNS, CURVES } from './history';

const COLORS = ['var(--fb-chart-1)', 'var(--fb-chart-2)', 'var(--fb-chart-3)'];
const DASHES = [undefined, '6 4', '2 3'];

/**
 * Line chart of the value history. The first line is wide, so that others with the same values do not hide it.
 * Hidden from screen readers, which use the table instead.
 */
export function ValuesChart({ noun, points }: { noun: ContractNoun; points: readonly ValueSnapshot[] }) {
  const series = CURVES[noun].map((key, i) => ({
    name: key,
    label: COLUMNS[noun].find((column) => column.key === key)?.label ?? key,
    color: COLORS[i] ?? 'var(--fb-chart-1)',
    ...(DASHES[i] && { strokeDasharray: DASHES[i] }),
  }));
  // Floating-point numbers are precise enough for positions on the screen.
  const data = points.map(({ asOf, values }) => ({
    asOf,
    ...Object.fromEntries(
      CURVES[noun].map((key) => [key, values[key] === null ? null : Number(values[key])]),
    ),
  }));
  return (
    <div aria-hidden>
      <LineChart
        h={260}
        data={data}
        dataKey="asOf"
        series={series}
        curveType="linear"
        withLegend
        connectNulls
        valueFormatter={(value) => formatMoney(value.toFixed(2), 0)}
        xAxisProps={{ tickFormatter: formatMonth, interval: 'equidistantPreserveStart' }}
        yAxisProps={{ width: 88 }}
        tooltipProps={{ labelFormatter: (asOf) => typeof asOf === 'string' && formatDate(asOf) }}
        lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 32 } }}
        lineProps={({ name, color }) => ({
          isAnimationActive: false,
          ...(name === CURVES[noun][0] && {
            strokeWidth: 5,
            dot: { r: 5, fill: color, stroke: color },
          }),
        })}
      />
    </div>
  );
}
