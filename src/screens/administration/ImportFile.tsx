import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogueKind, DryRun } from '../../../contract/extension/catalogueFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader } from '../app/Page.tsx';
import { CatalogueExport } from './CatalogueFileButtons.tsx';
import { DryRunResult } from './DryRunResult.tsx';
import './catalogues.css';
import { usePending } from '../hooks/usePending.ts';

type Reading =
  | { readonly state: 'choosing' | 'reading' }
  | { readonly state: 'read'; readonly name: string; readonly found: DryRun }
  | { readonly state: 'failed'; readonly message: string };

/** Import of a catalogue: a file, what it would change, and then the decision. */
export function ImportFile({ kind }: { readonly kind: CatalogueKind }) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState<Reading>({ state: 'choosing' });
  const [applying, pending] = usePending();

  async function read(file: File) {
    setReading({ state: 'reading' });
    const answer = await api.checkImport({ kind }, { file, quiet: true });
    setReading(
      answer.ok
        ? { state: 'read', name: file.name, found: answer.data }
        : { state: 'failed', message: answer.failure.message },
    );
  }

  async function apply(id: NonNullable<DryRun['id']>) {
    const answer = await pending(api.applyImport({ id }, { quiet: true }));
    if (!answer.ok) return setReading({ state: 'failed', message: answer.failure.message });
    toasts.show({ tone: 'success', text: t('catalogues.file.applied', answer.data) });
    setReading({ state: 'choosing' });
  }

  return (
    <Page>
      <PageHeader title={t(`catalogues.file.title.${kind}`)} text={t('catalogues.file.text')}>
        <CatalogueExport kind={kind} rows="none" />
        <Button asChild size="sm" look="outline" tone="neutral">
          <Link to={`/administration/${kind}`}>{t('catalogues.back')}</Link>
        </Button>
      </PageHeader>
      <section className="card catalogue-file" aria-label={t('catalogues.file.choose')}>
        <p className="card-note">{t('catalogues.file.columnsText')}</p>
        <Button
          look={reading.state === 'read' ? 'outline' : 'solid'}
          busy={reading.state === 'reading'}
          onClick={() => input.current?.click()}
        >
          {t(reading.state === 'choosing' ? 'catalogues.file.choose' : 'catalogues.file.again')}
        </Button>
        {reading.state === 'read' ? <span>{reading.name}</span> : null}
        {reading.state === 'reading' ? <span role="status">{t('catalogues.file.reading')}</span> : null}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('catalogues.file.choose')}
          accept=".csv,.txt,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) void read(file);
          }}
        />
        {reading.state === 'failed' ? (
          <p className="form-refusal" role="alert">
            {reading.message}
          </p>
        ) : null}
      </section>
      {reading.state === 'read' ? (
        <DryRunResult found={reading.found} applying={applying} onApply={(id) => void apply(id)} />
      ) : null}
    </Page>
  );
}
