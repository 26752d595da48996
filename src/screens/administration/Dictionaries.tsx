import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Dictionary } from '../../../contract/extension/dictionaries.ts';
import type { Answer } from '../../../contract/operation.ts';
import { mayHaveChanged } from '../../domain/answers.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useFilters } from '../lists/useFilters.ts';
import { useQuery } from '../lists/usePages.ts';
import { EntryForm } from './EntryForm.tsx';
import './catalogues.css';

type Entry = Dictionary['entries'][number];

const swapped = (entries: readonly Entry[], at: number, by: -1 | 1): Entry['id'][] => {
  const ids = entries.map(({ id }) => id);
  const [moved] = ids.splice(at, 1);
  if (moved) ids.splice(at + by, 0, moved);
  return ids;
};

type Props = { readonly dictionary: Dictionary; readonly reload: () => void };

/** The entries of one dictionary; a fixed one says why it cannot be changed. */
function Entries({ dictionary, reload }: Props) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const [edited, setEdited] = useState<Entry | 'new' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { dictType, name, fixed, entries } = dictionary;
  const nameOf = (entry: Entry) => (language === 'en' ? entry.labelEn : entry.label);

  async function run(call: Promise<Answer<unknown>>, problem: 'notMoved' | 'notRetired') {
    setFailure(null);
    const answer = await call;
    if (!answer.ok) setFailure(t(`catalogues.dictionaries.${problem}`, { reason: answer.failure.message }));
    if (mayHaveChanged(answer)) reload();
  }
  const move = (at: number, by: -1 | 1) =>
    void run(api.arrangeDictionary({ dictType, ids: swapped(entries, at, by) }, { quiet: true }), 'notMoved');
  const retire = ({ id, retired }: Entry) =>
    void run(api.retireDictEntry({ id, retired: !retired }, { quiet: true }), 'notRetired');

  const actions = (entry: Entry, at: number) => (
    <div className="catalogue-actions">
      <IconButton
        size="sm"
        label={t('catalogues.dictionaries.up', { name: nameOf(entry) })}
        disabled={at === 0}
        onClick={() => move(at, -1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        size="sm"
        label={t('catalogues.dictionaries.down', { name: nameOf(entry) })}
        disabled={at === entries.length - 1}
        onClick={() => move(at, 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        size="sm"
        label={t('catalogues.dictionaries.edit', { name: nameOf(entry) })}
        onClick={() => setEdited(entry)}
      >
        <Pencil />
      </IconButton>
      <Button
        size="sm"
        look="ghost"
        tone={entry.retired ? 'neutral' : 'danger'}
        aria-label={t(`catalogues.dictionaries.${entry.retired ? 'restore' : 'retire'}`, { name: nameOf(entry) })}
        onClick={() => retire(entry)}
      >
        {t(entry.retired ? 'catalogues.restore' : 'catalogues.retire')}
      </Button>
    </div>
  );
  return (
    <section className="card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {fixed ? null : (
          <Button size="sm" look="outline" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" />
            <span>{t('catalogues.dictionaries.add')}</span>
          </Button>
        )}
      </header>
      {fixed ? <p className="card-note">{t(`catalogues.dictionaries.fixed.${fixed}`)}</p> : null}
      {failure ? (
        <p className="form-refusal" role="alert">
          {failure}
        </p>
      ) : null}
      <ol className="catalogue-entries" aria-label={t('catalogues.dictionaries.entries', { name })}>
        {entries.map((entry, at) => (
          <li key={entry.id}>
            <span>
              <strong>{entry.label}</strong> <span lang="en">{entry.labelEn}</span>
              <small>{t('catalogues.dictionaries.value', { value: entry.value })}</small>
              {entry.retired ? <Badge>{t('catalogues.retired')}</Badge> : null}
            </span>
            {fixed ? null : actions(entry, at)}
          </li>
        ))}
      </ol>
      {edited ? (
        <EntryForm
          dictType={dictType}
          entry={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            reload();
          }}
        />
      ) : null}
    </section>
  );
}

/** The hospital's dictionaries: those it may change first. */
export function Dictionaries() {
  const { api } = useApp();
  const { t } = useTranslation();
  const { values, set } = useFilters(['type']);
  const result = useQuery(useCallback((signal) => api.listDictionaries({}, { signal, quiet: true }), [api]));
  useOwnChanges('dictionaries', result.refresh);
  return (
    <Page>
      <PageHeader title={t('catalogues.dictionaries.title')} text={t('catalogues.dictionaries.text')} />
      <QueryResult result={result} lines={10}>
        {(all) => {
          const sorted = [...all].sort((a, b) => Number(a.fixed !== null) - Number(b.fixed !== null));
          const shown = sorted.find(({ dictType }) => dictType === values.type) ?? sorted[0];
          return (
            <>
              <div className="catalogue-dictionary">
                <SelectField
                  label={t('catalogues.dictionaries.choose')}
                  choices={sorted.map(({ dictType, name }) => ({ value: dictType, label: name }))}
                  value={shown?.dictType ?? ''}
                  onChange={({ target }) => set('type', target.value)}
                />
              </div>
              {shown ? <Entries key={shown.dictType} dictionary={shown} reload={result.refresh} /> : null}
            </>
          );
        }}
      </QueryResult>
    </Page>
  );
}
