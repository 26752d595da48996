import { Download, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CatalogueKind } from '../../../contract/extension/catalogueFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/format.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { useApp } from '../app/app.ts';
import { usePending } from '../hooks/usePending.ts';

/** Downloads a catalogue, or only its columns, as CSV. */
export function CatalogueExport({ kind, rows }: { readonly kind: CatalogueKind; readonly rows: 'all' | 'none' }) {
  const { api, now$, zone } = useApp();
  const { t } = useTranslation();
  const [busy, pending] = usePending();
  async function save() {
    const failed = (reason: string) => t('catalogues.notExported', { reason });
    const answer = await pending(api.exportCatalogue({ kind, rows }, { failed }));
    if (!answer.ok) return;
    const name = t(`administration.names.${kind}`);
    saveFile(`${name}${rows === 'all' ? ` ${dayKey(now$.value, zone)}` : ''}.csv`, answer.data.csv);
  }
  return (
    <Button size="sm" look="outline" tone="neutral" busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      <span>{t(rows === 'all' ? 'catalogues.export' : 'catalogues.template')}</span>
    </Button>
  );
}

/** Export of a catalogue, and the way to its import. */
export function CatalogueFileButtons({ kind }: { readonly kind: CatalogueKind }) {
  const { t } = useTranslation();
  return (
    <>
      <CatalogueExport kind={kind} rows="all" />
      <Button asChild size="sm" look="outline" tone="neutral">
        <Link to={`/administration/${kind}/import`}>
          <Upload aria-hidden="true" />
          <span>{t('catalogues.import')}</span>
        </Link>
      </Button>
    </>
  );
}
