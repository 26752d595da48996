import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { CatalogueKind } from '../../../contract/extension/catalogueFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Page, PageHeader } from '../app/Page.tsx';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { FilterBar, KeywordField } from '../lists/filterFields.tsx';
import { PagedTable } from '../lists/PagedTable.tsx';
import { useFilters } from '../lists/useFilters.ts';
import { usePages } from '../lists/usePages.ts';
import { CatalogueFileButtons } from './CatalogueFileButtons.tsx';
import './catalogues.css';

const states = ['current', 'retired'] as const;
export type CatalogueQuery = {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly keyword: string;
  readonly state: 'all' | (typeof states)[number];
};

const pageSize = 50;

type Props<Row> = {
  readonly kind: CatalogueKind;
  readonly table: string;
  readonly add: string;
  /** Memoised; loads a page of what the filters select. */
  readonly load: (query: CatalogueQuery, options: Parameters<Ask<Row>>[1]) => ReturnType<Ask<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly inOneCell: (row: Row) => React.ReactNode;
};

/** A catalogue that is searched while the administrator types. */
export function CatalogueList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { kind, table, add, load, columns, inOneCell } = props;
  const { t } = useTranslation();
  const { values, set } = useFilters(['keyword', 'state']);
  const state = states.find((one) => one === values.state) ?? 'all';
  const { keyword } = values;
  const ask: Ask<Row> = useCallback(
    (pageNo, options) => load({ pageNo, pageSize, keyword: keyword.slice(0, 100), state }, options),
    [load, keyword, state],
  );
  const pages = usePages(ask);
  useOwnChanges('catalogue', pages.refresh);
  return (
    <Page fill>
      <PageHeader title={t(`catalogues.${kind}.title`)} text={t(`catalogues.${kind}.text`)}>
        <CatalogueFileButtons kind={kind} />
        <Button asChild size="sm">
          <Link to={`/administration/${kind}/new`}>
            <Plus aria-hidden="true" />
            <span>{add}</span>
          </Link>
        </Button>
      </PageHeader>
      <FilterBar label={t('catalogues.filter')}>
        <KeywordField label={t('catalogues.search')} value={keyword} onSearch={(value) => set('keyword', value)} />
        <SelectField
          label={t('catalogues.state')}
          placeholder={t('common.state.all')}
          choices={states.map((value) => ({ value, label: t(`catalogues.states.${value}`) }))}
          value={values.state}
          onChange={({ target }) => set('state', target.value)}
        />
      </FilterBar>
      <PagedTable
        label={table}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        inOneCell={inOneCell}
        empty={{ title: t('catalogues.nothing'), text: t('catalogues.nothingText') }}
      />
    </Page>
  );
}
