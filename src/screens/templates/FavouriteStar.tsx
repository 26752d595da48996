import { Star } from 'lucide-react';
import type { Drug } from '../../../contract/http/drugs.ts';
import type { WarehouseId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { createQuery, type Query } from '../../streams/query.ts';
import { IconButton } from '../../ui/Button.tsx';
import { type App, useApp, useWork } from '../app/app.ts';
import { memoPerServices } from '../app/memoPerServices.ts';
import { useLive } from '../hooks/useLive.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { usePending } from '../hooks/usePending.ts';

type Favourites = { readonly drugIds: readonly string[]; readonly drugs: readonly Drug[] };

const noFavourites: Favourites = { drugIds: [], drugs: [] };
const idle: Query<Favourites> = createQuery(async () => ({ ok: true, data: noFavourites }));

/** The favourite medicines by pharmacy, shared by all panes of a doctor. */
const favouritesOf = memoPerServices((api) => {
  const queries = new Map<WarehouseId, Query<Favourites>>();
  return {
    in(warehouseId: WarehouseId): Query<Favourites> {
      const load = (signal: AbortSignal) => api.listFavouriteDrugs({ warehouseId }, { signal, quiet: true });
      const known = queries.get(warehouseId) ?? createQuery<Favourites>(load);
      queries.set(warehouseId, known);
      return known;
    },
    reload: () => {
      for (const query of queries.values()) query.reload();
    },
  };
});

/** The doctor's favourite medicines in a pharmacy; if they fail to load, the search still works. */
export function useFavourites(warehouseId: WarehouseId | null): Favourites & { reload: () => void } {
  const { api }: { api: App['api'] } = useApp();
  const all = favouritesOf(useWork(), api);
  const { answer$, refresh } = warehouseId === null ? idle : all.in(warehouseId);
  useOwnChanges('medicines', refresh);
  const answer = useLive(answer$);
  return { ...(answer.state === 'ready' ? answer.data : noFavourites), reload: all.reload };
}

type Props = { readonly medicine: Pick<Drug, 'drugId' | 'name'>; readonly warehouseId: WarehouseId | null };

/** Marks a medicine as a favourite, which the search then offers first. */
export function FavouriteStar({ medicine: { drugId, name }, warehouseId }: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { drugIds, reload } = useFavourites(warehouseId);
  const [busy, pending] = usePending();
  const isFavourite = drugIds.includes(drugId);
  async function toggle() {
    const failed = (reason: string) => t('templates.favourites.failed', { reason });
    const answer = await pending(api.setFavouriteDrug({ drugId, favourite: !isFavourite }, { failed }));
    if (answer.ok) reload();
  }
  return (
    <IconButton
      size="sm"
      busy={busy}
      label={t(`templates.favourites.${isFavourite ? 'remove' : 'add'}`, { medicine: name })}
      aria-pressed={isFavourite}
      onClick={() => void toggle()}
    >
      <Star fill={isFavourite ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
