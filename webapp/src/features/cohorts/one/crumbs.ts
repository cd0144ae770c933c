import { paths } from '@/lib/paths';

export const CRUMBS = ['People', { label: 'Cohorts', to: paths.cohorts }];
