import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { getMedicine } from '../../../contract/extension/medicines.ts';
import type { Answer, ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { useQuery } from '../lists/usePages.ts';
import { MedicineEditor } from './MedicineEditor.tsx';
import type { MedicineChoices } from './medicineFields.ts';
import { namedIn } from './namedIn.ts';
import { RetireButton } from './RetireButton.tsx';
import { StockTable } from './StockTable.tsx';
import './catalogues.css';

type Found = ReplyOf<typeof getMedicine>;

type Loaded = { readonly found: Found | null; readonly choices: MedicineChoices };
type Props = Loaded & { readonly reload: () => void };

function Shown({ found, choices, reload }: Props) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const medicine = found?.medicine ?? null;
  const name = medicine ? namedIn(language, medicine) : t('catalogues.medicines.new');
  return (
    <>
      <PageHeader title={name}>
        {medicine?.retired ? <Badge>{t('catalogues.retired')}</Badge> : null}
        {medicine ? (
          <RetireButton
            name={name}
            retired={medicine.retired}
            retire={(retired) => api.retireMedicine({ id: medicine.id, revision: medicine.revision, retired })}
            onDone={reload}
          />
        ) : null}
        <Button asChild size="sm" look="outline" tone="neutral">
          <Link to="/administration/medicines">{t('catalogues.back')}</Link>
        </Button>
      </PageHeader>
      <div className="catalogue-page">
        <MedicineEditor key={medicine?.revision ?? 'new'} medicine={medicine} choices={choices} onSaved={reload} />
        {found ? (
          <StockTable found={found} onChanged={reload} />
        ) : (
          <p className="card card-note">{t('catalogues.medicines.saveFirst')}</p>
        )}
      </div>
    </>
  );
}

/** One medicine with its packs in each warehouse, or a new one. */
export function MedicinePage({ id }: { readonly id: string | null }) {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(
    useCallback(
      async (signal: AbortSignal): Promise<Answer<Loaded>> => {
        const options = { signal, quiet: true };
        const choices = await api.medicineChoices({}, options);
        if (!choices.ok) return choices;
        if (id === null) return { ok: true, data: { found: null, choices: choices.data } };
        const found = await api.getMedicine({ id }, options);
        return found.ok ? { ok: true, data: { found: found.data, choices: choices.data } } : found;
      },
      [api, id],
    ),
  );
  return (
    <Page>
      {result.state === 'ready' ? null : <PageHeader title={t('catalogues.medicines.title')} />}
      <QueryResult result={result} lines={14}>
        {({ found, choices }) => <Shown found={found} choices={choices} reload={result.refresh} />}
      </QueryResult>
    </Page>
  );
}
