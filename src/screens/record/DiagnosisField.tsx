import { Star, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Disease } from '../../../contract/http/disease.ts';
import type { Diagnosis } from '../../../contract/shared.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { withDiagnosis, withMain, withoutDiagnosis } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { fromAbortable } from '../../streams/fromAbortable.ts';
import { createSearch } from '../../streams/search.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Combobox, type Found } from '../../ui/Combobox.tsx';
import { useApp } from '../app/app.ts';
import { useKept } from '../forms/useKept.ts';
import { useLive } from '../hooks/useLive.ts';
import { useNamedDiagnoses } from './diagnosisNames.ts';
import { useOwnDiagnoses } from './ownDiagnoses.ts';
import './diagnosis.css';

type Props = {
  /** Names the form, so that its search text returns to it. */
  readonly form: 'record' | 'prescription' | 'template';
  readonly diagnoses: readonly Diagnosis[];
  readonly onChange: (diagnoses: readonly Diagnosis[]) => void;
  readonly error?: string | null;
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
};

const pauseMs = 200;
const shownAtOnce = 20;

/** Search results: the doctor's own diagnoses first, then the ICD-10 list. */
function useFound(text: string) {
  const { api } = useApp();
  const { own } = useOwnDiagnoses();
  const listed = useMemo(
    () =>
      createSearch(
        (name) =>
          fromAbortable(async (signal) => {
            const answer = await api.pageDiseases({ name, pageNo: 1, pageSize: shownAtOnce }, { signal, quiet: true });
            return answer.ok ? { ok: true, data: answer.data.list } : answer;
          }),
        { pauseMs },
      ),
    [api],
  );
  const { state, found } = useLive(listed.searched$);
  const kept = useRef(text);
  useEffect(() => listed.typed(kept.current), [listed]);
  const mine = own.filter(({ name, code, pinyin }) => isFoundIn(text, [name, code, pinyin]));
  const others = found.filter(({ id }) => !mine.some((one) => one.id === id));
  return { mine, found: [...mine, ...others] as readonly Disease[], state, typed: listed.typed };
}

/** Diagnoses of a record, prescription or template, searched by name, code or pinyin; one is the main diagnosis. */
export function DiagnosisField(props: Props) {
  const { form, diagnoses, onChange, error = null, hint, disabled = false, required = true } = props;
  const { t } = useTranslation();
  const [text, setText] = useKept(`search.diagnosis.${form}`, '');
  const { mine, found, state, typed } = useFound(text);
  const write = (next: string) => {
    setText(next);
    typed(next);
  };
  const add = (one: Disease) => {
    onChange(withDiagnosis(diagnoses, one));
    write('');
  };
  const isChosen = (id: string) => diagnoses.some((one) => one.id === id);
  const options = found.map(
    ({ id, name, code }): Found => ({
      value: id,
      label: name,
      detail: mine.some((one) => one.id === id) ? t('record.diagnosis.mine', { code }) : code,
      disabledBecause: isChosen(id) ? t('record.diagnosis.chosenAlready') : null,
    }),
  );
  return (
    <div className="diagnoses">
      <Combobox
        label={t('record.fields.diagnosisList')}
        placeholder={t('record.diagnosis.placeholder')}
        text={text}
        onText={write}
        found={options}
        searching={state === 'searching'}
        onChoose={(id) => {
          const one = found.find((candidate) => candidate.id === id);
          if (one) add(one);
        }}
        words={{
          nothing: t(state === 'failed' ? 'record.diagnosis.failed' : 'record.diagnosis.nothing'),
          searching: t('record.diagnosis.searching'),
          count: (count) => t('record.diagnosis.count', { count }),
        }}
        error={error}
        hint={hint}
        disabled={disabled}
        required={required}
      />
      <ChosenDiagnoses diagnoses={diagnoses} onChange={onChange} disabled={disabled} />
      {disabled ? null : <OwnDiagnoses isChosen={isChosen} onAdd={add} />}
    </div>
  );
}

function ChosenDiagnoses({ diagnoses, onChange, disabled }: Pick<Props, 'diagnoses' | 'onChange' | 'disabled'>) {
  const { t } = useTranslation();
  const { isOwn, toggle } = useOwnDiagnoses();
  const named = useNamedDiagnoses(diagnoses);
  if (diagnoses.length === 0) return null;
  return (
    <ul className="diagnoses-chosen" aria-label={t('record.diagnosis.chosen')}>
      {named.map(({ id, code, name, main }) => (
        <li key={id}>
          <span className="diagnoses-code">{code}</span>
          <span className="diagnoses-name">{name}</span>
          <span className="diagnoses-actions">
            {diagnoses.length < 2 ? null : main ? (
              <Badge tone="brand">{t('record.diagnosis.main')}</Badge>
            ) : disabled ? null : (
              <button
                type="button"
                className="diagnoses-main"
                aria-label={t('record.diagnosis.makeMain', { name })}
                onClick={() => onChange(withMain(diagnoses, id))}
              >
                {t('record.diagnosis.main')}
              </button>
            )}
            {disabled ? null : (
              <>
                <IconButton
                  size="sm"
                  label={t(isOwn(id) ? 'record.diagnosis.forget' : 'record.diagnosis.keep', { name })}
                  aria-pressed={isOwn(id)}
                  onClick={() => void toggle(id)}
                >
                  <Star fill={isOwn(id) ? 'currentColor' : 'none'} />
                </IconButton>
                <IconButton
                  size="sm"
                  label={t('record.diagnosis.remove', { name })}
                  onClick={() => onChange(withoutDiagnosis(diagnoses, id))}
                >
                  <X />
                </IconButton>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const shownOwn = 8;

type OwnProps = { readonly isChosen: (id: string) => boolean; readonly onAdd: (one: Disease) => void };

/** The doctor's own diagnoses, each added with a click. */
function OwnDiagnoses({ isChosen, onAdd }: OwnProps) {
  const { t } = useTranslation();
  const { own } = useOwnDiagnoses();
  const free = own.filter(({ id }) => !isChosen(id)).slice(0, shownOwn);
  if (free.length === 0) return null;
  return (
    <fieldset className="diagnoses-own">
      <legend className="ui-hidden">{t('record.diagnosis.own')}</legend>
      {free.map((one) => (
        <button key={one.id} type="button" title={one.code} onClick={() => onAdd(one)}>
          {one.name}
        </button>
      ))}
    </fieldset>
  );
}
