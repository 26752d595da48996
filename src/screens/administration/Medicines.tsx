import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { pageMedicines } from '../../../contract/extension/medicines.ts';
import type { CallOptions, ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { moneyText } from '../../ui/format.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';
import { LeaveGuard } from '../forms/LeaveGuard.tsx';
import { CatalogueList, type CatalogueQuery } from './CatalogueList.tsx';
import { ImportFile } from './ImportFile.tsx';
import { MedicinePage } from './MedicinePage.tsx';
import { namedIn } from './namedIn.ts';
import { useSection } from './useSection.ts';

type Row = ReplyOf<typeof pageMedicines>['list'][number];

function Marks({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  const { retired, highAlert, prescriptionOnly, antibioticLevel } = row;
  return (
    <span className="catalogue-marks">
      {retired ? <Badge>{t('catalogues.retired')}</Badge> : null}
      {highAlert ? <Badge tone="danger">{t('catalogues.medicines.marks.highAlert')}</Badge> : null}
      {prescriptionOnly ? null : <Badge tone="success">{t('catalogues.medicines.marks.overTheCounter')}</Badge>}
      {antibioticLevel > 0 ? (
        <Badge tone="warning">{t('catalogues.medicines.marks.antibiotic', { level: antibioticLevel })}</Badge>
      ) : null}
    </span>
  );
}

function Name({ row }: { readonly row: Row }) {
  const { language } = useTranslation();
  return (
    <span className="catalogue-name">
      <Link to={`/administration/medicines/${row.id}`}>{keepUnits(namedIn(language, row))}</Link>
      {row.tradeName ? (
        <small>{keepUnits(namedIn(language, { name: row.tradeName, nameEn: row.tradeNameEn }))}</small>
      ) : null}
    </span>
  );
}

const specificationIn = (language: string, row: Row) =>
  keepUnits(namedIn(language, { name: row.specification, nameEn: row.specificationEn }));

function useColumns(): readonly Column<Row>[] {
  const { t, language } = useTranslation();
  return useMemo(
    () => [
      { name: 'code', header: t('catalogues.columns.code'), cell: ({ code }) => code, width: '6rem' },
      { name: 'name', header: t('catalogues.columns.name'), cell: (row) => <Name row={row} /> },
      {
        name: 'specification',
        header: t('catalogues.medicines.columns.specification'),
        cell: (row) => specificationIn(language, row),
      },
      {
        name: 'maker',
        header: t('catalogues.medicines.columns.maker'),
        cell: (row) => namedIn(language, { name: row.manufacturer, nameEn: row.manufacturerEn }),
      },
      {
        name: 'price',
        header: t('catalogues.medicines.columns.price'),
        cell: ({ price }) => moneyText(price, language),
        align: 'end',
        width: '6rem',
      },
      {
        name: 'stock',
        header: t('catalogues.medicines.columns.stock'),
        cell: ({ stock }) => stock,
        align: 'end',
        width: '5rem',
      },
      { name: 'marks', header: t('catalogues.columns.state'), cell: (row) => <Marks row={row} />, width: '9.5rem' },
    ],
    [t, language],
  );
}

function OneCell({ row }: { readonly row: Row }) {
  const { t, language } = useTranslation();
  return (
    <div className="catalogue-cell">
      <Name row={row} />
      <small>
        {`${row.code} · ${specificationIn(language, row)} · ${moneyText(row.price, language)} · ${t('catalogues.medicines.columns.stock')} ${row.stock}`}
      </small>
      <Marks row={row} />
    </div>
  );
}

function MedicineList() {
  const { api } = useApp();
  const { t } = useTranslation();
  const columns = useColumns();
  const load = useCallback(
    (query: CatalogueQuery, options: CallOptions) => api.pageMedicines(query, { ...options, quiet: true }),
    [api],
  );
  return (
    <CatalogueList<Row>
      kind="medicines"
      table={t('catalogues.medicines.table')}
      add={t('catalogues.medicines.add')}
      load={load}
      columns={columns}
      inOneCell={(row) => <OneCell row={row} />}
    />
  );
}

/** The formulary: its list, one medicine, or an import. */
export function Medicines() {
  const { part } = useSection('medicines');
  if (part === '') return <MedicineList />;
  return (
    <LeaveGuard>
      {part === 'import' ? (
        <ImportFile kind="medicines" />
      ) : (
        <MedicinePage key={part} id={part === 'new' ? null : part} />
      )}
    </LeaveGuard>
  );
}
