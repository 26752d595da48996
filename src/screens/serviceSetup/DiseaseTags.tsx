import { Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { DiseaseId, DoctorDiseaseId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';
import { reloadOwnDiagnoses } from '../record/ownDiagnoses.ts';
import { RemovedRow, useRemovals } from './RemovedRow.tsx';
import './setup.css';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';

const pauseMs = 200;
const shownAtOnce = 20;
const isCode = (text: string) => /^[a-z]\d/i.test(text);

/** Searches the ICD-10 list by name, pinyin initials or code. */
function useDiseaseSearch() {
  const { api } = useApp();
  const listed = useMemo(
    () =>
      createSearch(
        (text) =>
          fromAbortable(async (signal) => {
            const words = isCode(text) ? { code: text.slice(0, 20) } : { name: text.slice(0, 100) };
            const answer = await api.pageDiseases(
              { ...words, pageNo: 1, pageSize: shownAtOnce },
              { signal, quiet: true },
            );
            return answer.ok ? { ok: true, data: answer.data.list } : answer;
          }),
        { pauseMs },
      ),
    [api],
  );
  return { ...useLive(listed.searched$), typed: listed.typed };
}

/** The doctor's frequent diagnoses, which a record then offers with one click. */
export function DiseaseTags() {
  const { api, work$ } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.findDoctorDiseases({}, { signal, quiet: true }), [api]));
  useOwnChanges('diagnoses', result.refresh);
  const tags = result.state === 'ready' ? result.data : [];
  const work = useLive(work$);
  const changed = () => {
    void result.refresh();
    if (work) reloadOwnDiagnoses(work);
  };
  const removing = useRemovals<DoctorDiseaseId>(
    (id) => api.deleteDoctorDisease({ doctorDiseaseWesternId: id }, { quiet: true }),
    changed,
  );
  return (
    <div className="setup-tags">
      <AddTag isOwn={(id) => tags.some((tag) => tag.id === id)} onAdded={changed} />
      <section className="card" aria-label={t('settings.tags.title')}>
        <header>
          <h2>{t('settings.tags.title')}</h2>
          <CountBadge count={tags.length} tone="neutral" />
        </header>
        <QueryResult result={result}>
          {(own) =>
            own.length === 0 ? (
              <p className="card-note">{t('settings.tags.none')}</p>
            ) : (
              <ul className="setup-rows">
                {own.map(({ doctorDiseaseWesternId: id, name, code }) => {
                  const removal = removing.of(id);
                  return removal ? (
                    <RemovedRow
                      key={id}
                      text={t('settings.tags.deleted', { name })}
                      removal={removal}
                      onUndo={() => removing.undo(id)}
                    />
                  ) : (
                    <li key={id}>
                      <div>
                        <strong>{name}</strong> <small>{code}</small>
                      </div>
                      <IconButton
                        size="sm"
                        label={t('settings.tags.delete', { name })}
                        onClick={() => removing.remove(id)}
                      >
                        <Trash2 />
                      </IconButton>
                    </li>
                  );
                })}
              </ul>
            )
          }
        </QueryResult>
      </section>
    </div>
  );
}

type AddProps = { readonly isOwn: (id: DiseaseId) => boolean; readonly onAdded: () => void };

function AddTag({ isOwn, onAdded }: AddProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { state, found, typed } = useDiseaseSearch();
  const write = (next: string) => {
    setText(next);
    setRefusal(null);
    typed(next);
  };
  async function add(id: string) {
    const disease = found.find((one) => one.id === id);
    if (!disease) return;
    const answer = await api.createDoctorDisease({ diseaseWesternId: disease.id }, { quiet: true });
    if (!answer.ok) return setRefusal(answer.failure.message);
    write('');
    onAdded();
  }
  return (
    <section className="card" aria-label={t('settings.tags.add')}>
      <h2>{t('settings.tags.add')}</h2>
      <Combobox
        label={t('record.fields.diagnosisList')}
        placeholder={t('record.diagnosis.placeholder')}
        hint={t('settings.tags.hint')}
        text={text}
        onText={write}
        found={found.map(({ id, name, code }) => ({
          value: id,
          label: name,
          detail: code,
          disabledBecause: isOwn(id) ? t('settings.tags.kept') : null,
        }))}
        searching={state === 'searching'}
        onChoose={(id) => void add(id)}
        words={{
          nothing: t(state === 'failed' ? 'record.diagnosis.failed' : 'record.diagnosis.nothing'),
          searching: t('record.diagnosis.searching'),
          count: (count) => t('record.diagnosis.count', { count }),
        }}
        error={refusal}
      />
    </section>
  );
}
