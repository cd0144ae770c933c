import { paths } from '@/lib/paths';

export const CRUMBS = ['Business', { label: 'Trusts', to: paths.trusts }];
