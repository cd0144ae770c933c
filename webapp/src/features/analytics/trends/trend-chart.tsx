import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { monthLabel, type Panel } from './panels';

const COLORS = ['var(--fb-chart-1)', 'var(--fb-chart-2)', 'var(--fb-chart-3)'];
const DASHES = [undefined, '6 4', '2 3'];

interface TrendChartProps<T> {
  panel: Panel<T>;
  rows: readonly T[];
}

/** Chart by month. Hidden from screen readers, which use the table instead. */
export function TrendChart<T extends { month: string }>({ panel, rows }: TrendChartProps<T>) {
  // Floating-point numbers are precise enough for positions on the screen.
  const data = rows.map((row) => ({
    month: monthLabel(row.month),
    ...Object.fromEntries(panel.series.map(({ key }) => [key, row[key] === null ? null : Number(row[key])])),
  }));
  const common = {
    h: 220,
    data,
    dataKey: 'month',
    withLegend: panel.series.length > 1,
    valueFormatter: panel.unit.short,
    yAxisProps: { width: 64 },
  };
  return (
    <div aria-hidden>
      {panel.shape === 'line' ? (
        <LineChart
          {...common}
          series={panel.series.map(({ key: name, label }, i) => ({
            name,
            label,
            color: COLORS[i] ?? 'var(--fb-chart-1)',
            ...(DASHES[i] && { strokeDasharray: DASHES[i] }),
          }))}
          curveType="linear"
          connectNulls
          withDots={false}
          lineChartProps={{ accessibilityLayer: false }}
          lineProps={{ isAnimationActive: false }}
        />
      ) : (
        <BarChart
          {...common}
          type={panel.shape === 'stacked' ? 'stacked' : 'default'}
          series={panel.series.map(({ key: name, label }, i) => ({
            name,
            label,
            color: COLORS[i] ?? 'var(--fb-chart-1)',
          }))}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false, maxBarSize: 28 }}
        />
      )}
    </div>
  );
}
