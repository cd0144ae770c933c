import { paths } from '@/lib/paths';
import type { KindOfReport } from '../kinds';

export const crumbsOf = (kind: KindOfReport) => [
  'Reports',
  { label: kind.title, to: paths.reports(kind.slug) },
];
