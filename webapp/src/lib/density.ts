import { useSession, type UserDetails } from './session';

export type Density = UserDetails['density'];

/** Height of a list row in pixels. Must match `--fb-row-height` in theme.css. */
const ROW_HEIGHT: Record<Density, number> = { comfortable: 36, compact: 28 };

export const useRowHeight = () => ROW_HEIGHT[useSession().user.density] ?? ROW_HEIGHT.comfortable;
