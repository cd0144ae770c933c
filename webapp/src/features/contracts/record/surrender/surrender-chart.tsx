import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { SurrenderYear } from './surrender-tab';

/** Bar chart of surrender charges. Hidden from screen readers, which use the table instead. */
export function SurrenderChart({ years }: { years: readonly SurrenderYear[] }) {
  const data = years.map(({ year, charge, isNow }) => ({
    year: isNow ? `${year} (now)` : String(year),
    charge: Number(charge),
    color: isNow ? 'var(--fb-chart-2)' : 'var(--fb-chart-1)',
  }));
  return (
    <div aria-hidden>
      <BarChart
        h={240}
        data={data}
        dataKey="year"
        series={[{ name: 'charge', label: 'Charge', color: 'var(--fb-chart-1)' }]}
        unit="%"
        withBarValueLabel
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false, maxBarSize: 48 }}
      />
    </div>
  );
}
