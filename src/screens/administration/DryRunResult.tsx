import { type ReactNode, useEffect, useRef } from 'react';
import type { DryRun } from '../../../contract/extension/catalogueFiles.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const counted = ['added', 'changed', 'unchanged', 'refused'] as const;

type TableProps = {
  readonly label: string;
  readonly headings: readonly string[];
  /** More rows than are listed. */
  readonly cut: number | null;
  readonly children: ReactNode;
};

function RowTable({ label, headings, cut, children }: TableProps) {
  const { t } = useTranslation();
  return (
    <section className="card catalogue-rows">
      <h2>{label}</h2>
      <div className="catalogue-scroll">
        <table className="catalogue-table" aria-label={label}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {cut === null ? null : <p className="card-note">{t('catalogues.file.more', { count: cut })}</p>}
    </section>
  );
}

function Refused({ found }: { readonly found: DryRun }) {
  const { t, language } = useTranslation();
  const { refused, counts } = found;
  if (refused.length === 0) return null;
  return (
    <RowTable
      label={t('catalogues.file.refusedTable')}
      headings={[t('catalogues.file.line'), t('catalogues.file.column'), t('catalogues.file.reason')]}
      cut={counts.refused > refused.length ? refused.length : null}
    >
      {refused.map(({ line, column, reason }) => (
        <tr key={`${line} ${column} ${reason.en}`}>
          <td>{line}</td>
          <td>{column ?? t('catalogues.file.wholeRow')}</td>
          <td>{language === 'en' ? reason.en : reason.zh}</td>
        </tr>
      ))}
    </RowTable>
  );
}

function Changed({ found }: { readonly found: DryRun }) {
  const { t } = useTranslation();
  const { changed, counts } = found;
  if (changed.length === 0) return null;
  const headings = [t('catalogues.file.line'), t('catalogues.columns.code'), t('catalogues.file.column')];
  return (
    <RowTable
      label={t('catalogues.file.changedTable')}
      headings={[...headings, t('catalogues.file.before'), t('catalogues.file.after')]}
      cut={counts.changed > changed.length ? changed.length : null}
    >
      {changed.flatMap(({ line, code, changes }) =>
        changes.map(({ column, before, after }) => (
          <tr key={`${line} ${column}`}>
            <td>{line}</td>
            <td>{code}</td>
            <td>{column}</td>
            <td>
              <del>{before}</del>
            </td>
            <td>
              <ins>{after}</ins>
            </td>
          </tr>
        )),
      )}
    </RowTable>
  );
}

function Added({ found }: { readonly found: DryRun }) {
  const { t } = useTranslation();
  const { added, counts } = found;
  if (added.length === 0) return null;
  return (
    <RowTable
      label={t('catalogues.file.addedTable')}
      headings={[t('catalogues.file.line'), t('catalogues.columns.code'), t('catalogues.columns.name')]}
      cut={counts.added > added.length ? added.length : null}
    >
      {added.map(({ line, code, name }) => (
        <tr key={line}>
          <td>{line}</td>
          <td>{code}</td>
          <td>{name}</td>
        </tr>
      ))}
    </RowTable>
  );
}

type Props = {
  readonly found: DryRun;
  readonly applying: boolean;
  readonly onApply: (id: NonNullable<DryRun['id']>) => void;
};

/** What a file would change, row by row, and the button that applies it. */
export function DryRunResult({ found, applying, onApply }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { id, counts } = found;
  const rows = counts.added + counts.changed;
  return (
    <>
      <section className="card" aria-labelledby="dry-run">
        <h2 id="dry-run" ref={heading} tabIndex={-1}>
          {t('catalogues.file.result')}
        </h2>
        <dl className="catalogue-counts">
          {counted.map((name) => (
            <div key={name} data-count={name}>
              <dt>{t(`catalogues.file.counts.${name}`)}</dt>
              <dd>{counts[name]}</dd>
            </div>
          ))}
        </dl>
        {counts.refused > 0 && id ? (
          <Notice tone="warning" title={t('catalogues.file.leftOut', { count: counts.refused })} />
        ) : null}
        {id ? (
          <Button busy={applying} onClick={() => onApply(id)}>
            {t('catalogues.file.apply', { count: rows })}
          </Button>
        ) : (
          <Notice
            tone={counts.refused > 0 ? 'danger' : 'info'}
            title={t(counts.refused > 0 ? 'catalogues.file.allRefused' : 'catalogues.file.nothing')}
          />
        )}
      </section>
      <Refused found={found} />
      <Changed found={found} />
      <Added found={found} />
    </>
  );
}
