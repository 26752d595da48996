import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogueDiagnosis } from '../../../contract/extension/diagnoses.ts';
import type { CallOptions } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { LeaveGuard } from '../forms/LeaveGuard.tsx';
import { CatalogueList, type CatalogueQuery } from './CatalogueList.tsx';
import { codeOf, DiagnosisPage, partOf } from './DiagnosisPage.tsx';
import { ImportFile } from './ImportFile.tsx';
import { useSection } from './useSection.ts';

const linkTo = ({ code }: CatalogueDiagnosis) => `/administration/diagnoses/${partOf(code)}`;

function DiagnosisList() {
  const { api } = useApp();
  const { t } = useTranslation();
  const load = useCallback(
    (query: CatalogueQuery, options: CallOptions) => api.pageDiagnoses(query, { ...options, quiet: true }),
    [api],
  );
  const columns = useMemo(
    (): readonly Column<CatalogueDiagnosis>[] => [
      { name: 'code', header: t('catalogues.columns.code'), cell: ({ code }) => code, width: '7rem' },
      {
        name: 'name',
        header: t('catalogues.columns.name'),
        cell: (row) => <Link to={linkTo(row)}>{row.name}</Link>,
      },
      { name: 'nameEn', header: t('catalogues.columns.english'), cell: ({ nameEn }) => nameEn },
      {
        name: 'state',
        header: t('catalogues.columns.state'),
        cell: ({ retired }) => (retired ? <Badge>{t('catalogues.retired')}</Badge> : null),
        width: '7rem',
      },
    ],
    [t],
  );
  return (
    <CatalogueList<CatalogueDiagnosis>
      kind="diagnoses"
      table={t('catalogues.diagnoses.table')}
      add={t('catalogues.diagnoses.add')}
      load={load}
      columns={columns}
      inOneCell={(row) => (
        <div className="catalogue-cell">
          <Link to={linkTo(row)}>{row.name}</Link>
          <small>{dotted(row.code, row.nameEn)}</small>
          {row.retired ? <Badge>{t('catalogues.retired')}</Badge> : null}
        </div>
      )}
    />
  );
}

/** The hospital's list of diagnoses: the list, one diagnosis by its code, or an import. */
export function Diagnoses() {
  const { part } = useSection('diagnoses');
  if (part === '') return <DiagnosisList />;
  return (
    <LeaveGuard>
      {part === 'import' ? (
        <ImportFile kind="diagnoses" />
      ) : (
        <DiagnosisPage key={part} code={part === 'new' ? null : codeOf(part)} />
      )}
    </LeaveGuard>
  );
}
