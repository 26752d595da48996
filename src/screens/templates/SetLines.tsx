import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Drug } from '../../../contract/http/drugs.ts';
import { textLengths } from '../../../contract/limits.ts';
import { mostEntries } from '../../../contract/settingBounds.ts';
import { type EditedLine, type EditedSet, withLineMoved, withMedicine } from '../../domain/editedTemplate.ts';
import { refusedLine } from '../../domain/templateTexts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { MedicineSearch, useMedicineSearch } from '../prescription/MedicineSearch.tsx';
import { DiagnosisField } from '../record/DiagnosisField.tsx';
import { SetLine } from './SetLine.tsx';
import { useSetPharmacy } from './setPharmacy.ts';
import { useVariableError } from './TemplateParts.tsx';

/** What the platform refuses: the field of the content and the reason. */
export type Refusal = { readonly field: string; readonly reason: string };

type Props = {
  readonly content: EditedSet;
  /** The doctor has tried to save, so what is missing or half written is marked. */
  readonly attempted: boolean;
  readonly refusal: Refusal | null;
  readonly onChange: (content: EditedSet) => void;
};

/** The medicines of a set with their dosage, its diagnoses and its advice. */
export function SetLines({ content, attempted, refusal, onChange }: Props) {
  const { t } = useTranslation();
  const wrong = useVariableError();
  const refused = (field: string) => (refusal?.field === field ? refusal.reason : null);
  return (
    <>
      <Medicines {...{ content, attempted, refusal, onChange }} />
      <DiagnosisField
        form="template"
        required={false}
        diagnoses={content.diagnosisList}
        error={refused('diagnosisList')}
        onChange={(diagnosisList) => onChange({ ...content, diagnosisList: [...diagnosisList] })}
      />
      <TextAreaField
        label={t('prescription.advice')}
        rows={1}
        maxLength={textLengths.advice}
        value={content.advice}
        error={refused('advice') ?? wrong(content.advice)}
        onChange={(event) => onChange({ ...content, advice: event.target.value })}
      />
    </>
  );
}

/** The search of the pharmacy and the chosen medicines, in the order in which they are prescribed. */
function Medicines({ content, attempted, refusal, onChange }: Props) {
  const { t, language } = useTranslation();
  const { announcer } = useApp();
  const { lines } = content;
  const pharmacy = useSetPharmacy(lines);
  const search = useMedicineSearch(pharmacy.warehouseId);
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const put = (next: readonly EditedLine[]) => onChange({ ...content, lines: next });
  const inLine = (key: string, selector: string) =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
      .find(({ dataset }) => dataset.line === key)
      ?.querySelector<HTMLElement>(selector);

  const add = (medicine: Drug) => {
    const next = withMedicine(lines, medicine, language);
    flushSync(() => put(next));
    // The combobox takes the focus back in the next frame, so focus the new line in the frame after.
    const focus = () => inLine(next.at(-1)?.key ?? '', '.rx-fields input')?.focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };
  const move = ({ key, drugName: name }: EditedLine, by: -1 | 1) => {
    const next = withLineMoved(lines, key, by);
    if (next === lines) return;
    flushSync(() => put(next));
    // The browser drops the focus of an element that moves in the page.
    inLine(key, `[data-step="${by}"]`)?.focus();
    const at = next.findIndex((line) => line.key === key) + 1;
    announcer.say(t('templates.form.moved', { medicine: name, at, of: next.length }));
  };
  const whyNot = ({ drugId }: Drug) => {
    if (lines.some((line) => line.drugId === drugId)) return t('templates.form.inSet');
    return lines.length >= mostEntries ? t('templates.form.full', { most: mostEntries }) : null;
  };
  const lacks = () => {
    if (refusal?.field === 'lines') return refusal.reason;
    if (attempted && search.text.trim() !== '') return t('templates.form.notChosen');
    return attempted && lines.length === 0 ? t('templates.form.emptySet') : null;
  };
  const at = refusal && refusedLine(refusal.field);
  return (
    <>
      {pharmacy.failed ? (
        <Notice
          tone="danger"
          title={t('prescription.warehouseFailed')}
          actions={
            <Button size="sm" look="outline" tone="neutral" onClick={pharmacy.reload}>
              {t('common.actions.retry')}
            </Button>
          }
        />
      ) : null}
      {pharmacy.listed.length > 1 ? (
        <SelectField
          label={t('prescription.warehouse')}
          hint={t('templates.form.pharmacyHint')}
          choices={pharmacy.listed.map(({ id, name }) => ({ value: id, label: name }))}
          value={pharmacy.warehouseId ?? ''}
          onChange={(event) => pharmacy.choose(event.target.value)}
        />
      ) : null}
      <MedicineSearch search={search} whyNot={whyNot} onMedicine={add} error={lacks()} box={box} />
      <div ref={list} className="tpl-lines">
        {pharmacy.facts.failed ? (
          <Notice
            tone="warning"
            title={t('templates.form.factsFailed')}
            actions={
              <Button size="sm" look="outline" tone="neutral" onClick={pharmacy.facts.reload}>
                {t('common.actions.retry')}
              </Button>
            }
          />
        ) : null}
        {lines.length === 0 ? null : <p className="tpl-note">{t('templates.form.openable')}</p>}
        {lines.map((line, index) => (
          <SetLine
            key={line.key}
            line={line}
            index={index}
            of={lines.length}
            medicine={pharmacy.medicineOf(line)}
            attempted={attempted}
            errors={refusal && at?.index === index ? [{ ...at, msg: refusal.reason }] : []}
            onChange={(patch) => put(lines.map((one) => (one.key === line.key ? { ...one, ...patch } : one)))}
            onMove={(by) => move(line, by)}
            onRemove={() => {
              put(lines.filter(({ key }) => key !== line.key));
              box.current?.focus();
            }}
            onDone={() => box.current?.focus()}
          />
        ))}
      </div>
    </>
  );
}
