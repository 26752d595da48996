import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { CaseFields } from '../../../contract/http/record.ts';
import { type ComparedName, differing, fieldsOf } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { baseFields, storedRecord, writtenFields } from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useKept } from '../forms/useKept.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { DiagnosisText } from './RecordText.tsx';
import { SaveStatus } from './SaveStatus.tsx';

type Name = ComparedName;
type Side = 'mine' | 'theirs';

const isEmpty = (fields: CaseFields, name: Name) => (fields[name] ?? '').length === 0;

/**
 * Two versions of a record side by side where they differ, with a choice for each section; what was not changed here
 * begins with the other version's text.
 */
export function RecordConflict({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const where = useLocale();
  const mine = useSelector(record, writtenFields);
  const base = useSelector(record, baseFields);
  const current = useSelector(record, storedRecord);
  const [chosen, setChosen] = useKept<Partial<Record<Name, Side>>>(`conflict.${current?.version ?? ''}`, {});
  if (!current) return null;
  const theirs = fieldsOf(current);
  const names = differing(mine, theirs);
  const changedHere = base ? differing(mine, base) : names;
  const isUntouched = (name: Name) => isEmpty(mine, name) || !changedHere.includes(name);
  const sideOf = (name: Name): Side => chosen[name] ?? (isUntouched(name) ? 'theirs' : 'mine');
  const save = () => {
    const resolved = Object.fromEntries(names.map((name) => [name, (sideOf(name) === 'mine' ? mine : theirs)[name]]));
    record.send({ type: 'conflict.resolved', fields: { ...theirs, ...resolved } });
  };
  return (
    <>
      <div className="record-body">
        <Notice tone="warning" urgent title={t('record.conflict.title')}>
          {t('record.conflict.text')}
        </Notice>
        <div className="ui-stack record-conflict">
          {names.map((name) => (
            <Choice
              key={name}
              label={t(`record.fields.${name}`)}
              side={sideOf(name)}
              onSide={(side) => setChosen({ ...chosen, [name]: side })}
              mine={textOf(mine, name)}
              theirs={textOf(theirs, name)}
              theirsLabel={t('record.conflict.theirs', { time: dateTimeText(current.updateTime, where) })}
            />
          ))}
        </div>
      </div>
      <div className="record-foot">
        <SaveStatus record={record} />
        <Button onClick={save}>{t('record.conflict.save')}</Button>
      </div>
    </>
  );
}

/** A part of a record as it is shown; null if it is empty. */
export const textOf = (fields: CaseFields, name: Name): ReactNode =>
  isEmpty(fields, name) ? null : name === 'diagnosisList' ? (
    <DiagnosisText diagnoses={fields.diagnosisList} />
  ) : (
    fields[name]
  );

type ChoiceProps = {
  readonly label: string;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly theirsLabel: string;
};

function Choice({ label, side, onSide, mine, theirs, theirsLabel }: ChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const text = { mine, theirs };
  return (
    <fieldset className="record-choice">
      <legend>{label}</legend>
      {(['mine', 'theirs'] as const).map((one) => (
        <label key={one} data-chosen={side === one || undefined}>
          <span>
            <input type="radio" name={name} checked={side === one} onChange={() => onSide(one)} />
            <span>{one === 'mine' ? t('record.conflict.mine') : theirsLabel}</span>
          </span>
          <div>{text[one] ?? <em>{t('record.conflict.empty')}</em>}</div>
        </label>
      ))}
    </fieldset>
  );
}
