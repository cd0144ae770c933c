import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { formatMoney, type Group } from 'firmbook-wasm';
import { measureLabel, type Measure } from './measures';

interface GroupsChartProps {
  /** In display order. */
  groups: readonly Group[];
  measure: Measure;
  /** Draws vertical columns in time order instead of horizontal bars. */
  isInTime: boolean;
}

const ROW_PX = 30;
const AXIS_PX = 36;
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Shortens `September 2026` to `Sep ’26`. Returns other labels unchanged. */
const shortMonth = (label: string) =>
  label.replace(/^([A-Z][a-z]{2})[a-z]*(?: \d\d(\d\d))?$/, (_, month: string, year?: string) =>
    year ? `${month} ’${year}` : month,
  );

/** Bar chart of the groups. Hidden from screen readers, which use the table instead. */
export function GroupsChart({ groups, measure, isInTime }: GroupsChartProps) {
  // Floating-point numbers are precise enough for positions on the screen.
  const data = groups.map(({ label, figures }) => ({ label, value: Number(figures[measure]) }));
  const format = (value: number) =>
    measure === 'policyCount' ? value.toLocaleString('en-US') : formatMoney(value.toFixed(2), 0);
  const axis = { tickFormatter: (value: number) => compact.format(value) };
  const height = isInTime ? 240 : Math.max(3, data.length) * ROW_PX + AXIS_PX;
  return (
    <div aria-hidden>
      <BarChart
        h={height}
        data={data}
        dataKey="label"
        orientation={isInTime ? 'horizontal' : 'vertical'}
        series={[{ name: 'value', label: measureLabel(measure), color: 'var(--fb-chart-1)' }]}
        valueFormatter={format}
        {...(isInTime
          ? {
              xAxisProps: { tickFormatter: shortMonth, interval: 'equidistantPreserveStart' },
              yAxisProps: { width: 64, ...axis },
            }
          : { xAxisProps: axis, yAxisProps: { width: 150 } })}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false, maxBarSize: 32 }}
      />
    </div>
  );
}
