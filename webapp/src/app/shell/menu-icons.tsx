import {
  IconApi,
  IconBuilding,
  IconFileCheck,
  IconId,
  IconMail,
  IconShield,
  IconStack,
  IconUmbrella,
  IconUsers,
} from '@/components/icons';
import type { MenuIcon } from 'firmbook-wasm';

const ICONS: Record<MenuIcon, typeof IconUsers> = {
  firms: IconBuilding,
  documents: IconFileCheck,
  adminUsers: IconId,
  carriers: IconUmbrella,
  bulk: IconStack,
  letters: IconMail,
  people: IconUsers,
  policyGuard: IconShield,
  apiIntegration: IconApi,
};

export function MenuIconSvg({ icon }: { icon: MenuIcon }) {
  const Icon = ICONS[icon];
  return <Icon size={16} stroke={1.7} aria-hidden />;
}
