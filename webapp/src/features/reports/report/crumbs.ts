import { paths } from '@/lib/paths';
import type { ReportKindConfig } from '../kinds';

export const crumbsOf = (kind: ReportKindConfig) => [
  'Reports',
  { label: kind.title, to: paths.reports(kind.slug) },
];
