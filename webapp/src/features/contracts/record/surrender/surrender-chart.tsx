import '@mantine/charts/styles.layer.css';
import { formatPercent } from '@/lib/percent';
import { BarChart } from '@mantine/charts';
import { formatMonth } from '../../fields';
import type { SurrenderYear } from './surrender-years';

/** Bar chart of surrender charges. Hidden from screen readers, which use the table instead. */
export function SurrenderChart({ years }: { years: readonly SurrenderYear[] }) {
  const data = years.map(({ year, from, charge, isNow }) => ({
    start: `${from ? formatMonth(from) : year}${isNow ? ' (now)' : ''}`,
    charge: Number(charge),
    color: isNow ? 'var(--fb-chart-2)' : 'var(--fb-chart-1)',
  }));
  return (
    <div aria-hidden>
      <BarChart
        h={240}
        data={data}
        dataKey="start"
        series={[{ name: 'charge', label: 'Charge', color: 'var(--fb-chart-1)' }]}
        valueFormatter={(value) => formatPercent(String(value))}
        withBarValueLabel
        valueLabelProps={{ fill: 'var(--fb-text)' }}
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 20, right: 8 } }}
        barProps={{ isAnimationActive: false, maxBarSize: 48 }}
      />
    </div>
  );
}
