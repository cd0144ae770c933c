import { IconStar, IconStarFilled } from '@/components/icons';
import { useFavorite } from '@/lib/favorites';
import { useSession } from '@/lib/session';
import { ActionIcon } from '@mantine/core';
import type { FavoriteKind } from 'firmbook-wasm';

/** Button that adds the record to the user's favorites or removes it. Hidden for outside advisors. */
export function FavoriteButton(props: { kind: FavoriteKind; uuid: string }) {
  const isOutside = useSession().permissions.scope === 'Shared';
  return isOutside ? null : <Star {...props} />;
}

function Star({ kind, uuid }: { kind: FavoriteKind; uuid: string }) {
  const { isFavorite, change, isPending } = useFavorite(kind, uuid);
  const Icon = isFavorite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      size="lg"
      aria-label="Favorite"
      aria-pressed={isFavorite ?? false}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      disabled={isFavorite === undefined}
      loading={isPending}
      onClick={() => change(!isFavorite)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
