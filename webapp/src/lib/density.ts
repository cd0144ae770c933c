import { useSession, type UserDetails } from './session';

export type Density = UserDetails['density'];

/** Height of a row in a list, in pixels; `--fb-row-height` in theme.css says the same. */
const ROW_HEIGHT: Record<Density, number> = { comfortable: 36, compact: 28 };

export const useRowHeight = () => ROW_HEIGHT[useSession().user.density] ?? ROW_HEIGHT.comfortable;
