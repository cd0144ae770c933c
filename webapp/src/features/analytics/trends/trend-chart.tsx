import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { monthLabel, type Panel } from './panels';

const COLORS = ['var(--fb-chart-1)', 'var(--fb-chart-2)', 'var(--fb-chart-3)'];

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
    series: panel.series.map(({ key: name, label }, i) => ({
      name,
      label,
      color: COLORS[i] ?? 'var(--fb-chart-1)',
    })),
    withLegend: panel.series.length > 1,
    valueFormatter: panel.unit.short,
    xAxisProps: { interval: 'equidistantPreserveStart' as const },
    yAxisProps: { width: 64 },
  };
  return (
    <div aria-hidden>
      {panel.shape === 'line' ? (
        <LineChart
          {...common}
          curveType="linear"
          connectNulls
          withDots={false}
          yAxisProps={{ ...common.yAxisProps, domain: ['auto', 'auto'] }}
          referenceDots={lastDots(panel, rows)}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 56 } }}
          lineProps={{ isAnimationActive: false }}
        />
      ) : (
        <BarChart
          {...common}
          type={panel.shape === 'stacked' ? 'stacked' : 'default'}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false, maxBarSize: 28 }}
        />
      )}
    </div>
  );
}

/** Returns the labeled dot at the end of each line. */
const lastDots = <T extends { month: string }>({ series, unit }: Panel<T>, rows: readonly T[]) =>
  series.flatMap(({ key }) => {
    const last = rows.findLast((row) => row[key] !== null);
    if (!last) return [];
    const value = Number(last[key]);
    return {
      x: monthLabel(last.month),
      y: value,
      r: 4,
      color: COLORS[0],
      label: unit.short(value),
      labelPosition: 'right' as const,
    };
  });
