import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { sections } from '../../../clinical/lifecycle/record.ts';
import type { CaseFields } from '../../../contract/http/record.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { SectionName } from '../../../contract/limits.ts';
import { limits } from '../../../contract/limits.ts';
import {
  changedParts,
  diagnosesAfter,
  type PartChange,
  type PartChoice,
  type RecordOffer,
  recordPatch,
  textAfter,
  tooLong,
  undoPatch,
} from '../../domain/recordTemplates.ts';
import { openVariables } from '../../domain/reply.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { canChange, recordOrder, writtenFields } from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { retype } from '../../ui/insertText.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { useKept } from '../forms/useKept.ts';
import { DiagnosisText } from '../record/RecordText.tsx';

/** The box of a section in the form of a record, if it is on the screen. */
const boxOf = (orderId: OrderId, name: SectionName) =>
  document.querySelector<HTMLTextAreaElement | HTMLInputElement>(`[data-record="${orderId}"] [data-section="${name}"]`);

/** Writes the inserted texts again as if typed, so that the browser's Undo takes them back; the first section has the focus. */
function makeUndoable(orderId: OrderId, before: CaseFields, patch: Partial<CaseFields>): void {
  for (const name of sections.toReversed()) {
    const [box, after] = [boxOf(orderId, name), patch[name]];
    if (box && after && box.value === after) retype(box, { before: before[name] ?? '', after });
  }
}

/** Runs after a dialog has left the screen and given the focus back. */
const afterClosing = (run: () => void) => requestAnimationFrame(() => requestAnimationFrame(run));

/** Writes a patch into the record, and offers to take it back; what was edited since stays. */
function useInsert(record: RecordActor) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  return (name: string, patch: Partial<CaseFields>) => {
    const before = writtenFields(record.getSnapshot());
    record.send({ type: 'field.changed', patch });
    afterClosing(() => makeUndoable(recordOrder(record.getSnapshot()), before, patch));
    const undo = () => {
      const undone = undoPatch(writtenFields(record.getSnapshot()), before, patch);
      const [back, all] = [Object.keys(undone).length, Object.keys(patch).length];
      const possible = back > 0 && record.getSnapshot().can({ type: 'field.changed', patch: undone });
      if (possible) record.send({ type: 'field.changed', patch: undone });
      const text = !possible ? 'notUndone' : back < all ? 'partlyUndone' : 'undone';
      toasts.show({ tone: text === 'undone' ? 'success' : 'warning', text: t(`templates.apply.${text}`) });
    };
    toasts.show({
      tone: 'success',
      text: t('templates.apply.applied', { name }),
      action: { label: t('templates.apply.undo'), run: undo },
      lastsMs: limits.undoMs,
    });
  };
}

type Props = {
  readonly record: RecordActor;
  readonly offer: RecordOffer;
  readonly name: string;
  /** What could not be offered, and why. */
  readonly notes?: readonly string[];
  readonly onInserted: () => void;
  readonly onBack: () => void;
};

/** Inserts once without a question, because nothing that is written would change; null if there is something to ask or to say. */
function useInsertStraight(straight: (() => void) | null): void {
  const first = useRef(straight);
  useEffect(() => {
    first.current?.();
    first.current = null;
  }, []);
}

/**
 * Inserts an offer into an empty record straight away. Where the record has texts, shows what changes in each section, and the
 * doctor appends or replaces, with one choice for all.
 */
export function InsertSections({ record, offer, name, notes = [], onInserted, onBack }: Props) {
  const { t } = useTranslation();
  const insert = useInsert(record);
  const fields = useSelector(record, writtenFields);
  const locked = !useSelector(record, canChange);
  const [choice, setChoice] = useKept<PartChoice>('choice', 'append');
  const changes = changedParts(fields, offer);
  const patch = recordPatch(fields, offer, choice);
  const long = tooLong(patch);
  const open = [...new Set(Object.values(offer.texts).flatMap(openVariables))];
  const write = () => {
    insert(name, patch);
    onInserted();
  };
  const mayWrite = !locked && long.length === 0 && Object.keys(patch).length > 0;
  const asks = changes.some(({ isEmpty }) => !isEmpty);
  const isStraight = mayWrite && !asks && open.length === 0 && notes.length === 0;
  useInsertStraight(isStraight ? write : null);
  if (isStraight) return null;
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="tpl-note">
          {note}
        </p>
      ))}
      {changes.length === 0 ? <p className="tpl-note">{t('templates.insert.nothing')}</p> : null}
      {asks ? <Choice choice={choice} onChoice={setChoice} /> : null}
      <section className="tpl-sections" aria-label={t('templates.insert.difference')}>
        {changes.map((change) => (
          <PartDifference key={change.name} change={change} fields={fields} offer={offer} choice={choice} />
        ))}
      </section>
      {open.length > 0 ? <Notice tone="warning" title={t('templates.insert.open', { names: open.join(' ') })} /> : null}
      {long.length > 0 ? (
        <Notice
          tone="danger"
          urgent
          title={t('templates.insert.tooLong', {
            sections: joined(
              'items',
              long.map((one) => t(`record.fields.${one}`)),
            ),
          })}
        />
      ) : null}
      {locked ? <Notice tone="danger" urgent title={t('templates.insert.locked')} /> : null}
      <div className="tpl-foot">
        <Button look="outline" tone="neutral" onClick={onBack}>
          {t('templates.form.back')}
        </Button>
        <Button autoFocus disabled={!mayWrite} onClick={write}>
          {t('templates.insert.insert')}
        </Button>
      </div>
    </>
  );
}

type ChoiceProps = { readonly choice: PartChoice; readonly onChoice: (choice: PartChoice) => void };

/** What happens to what is written, in all sections. */
function Choice({ choice, onChoice }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className="tpl-choices" role="radiogroup" aria-label={t('templates.insert.choose')}>
      {(['append', 'replace'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="tpl-choice" checked={choice === one} onChange={() => onChoice(one)} />
          <span>{t(`templates.insert.choices.${one}`)}</span>
        </label>
      ))}
    </div>
  );
}

type PartProps = {
  readonly change: PartChange;
  readonly fields: CaseFields;
  readonly offer: RecordOffer;
  readonly choice: PartChoice;
};

function PartDifference({ change: { name, isEmpty }, fields, offer, choice }: PartProps) {
  const { t } = useTranslation();
  const section = t(`record.fields.${name}`);
  const [before, after]: readonly ReactNode[] =
    name === 'diagnosisList'
      ? [
          <DiagnosisText key="before" diagnoses={fields.diagnosisList} />,
          <DiagnosisText key="after" diagnoses={diagnosesAfter(fields.diagnosisList, offer.diagnosisList, choice)} />,
        ]
      : [fields[name], textAfter(name, fields[name] ?? '', offer.texts[name] ?? '', choice)];
  return (
    <fieldset className="tpl-section">
      <legend>{section}</legend>
      {isEmpty ? null : (
        <div className="tpl-before">
          <small className="tpl-muted">{t('templates.insert.now')}</small>
          <div className="tpl-muted">{before}</div>
        </div>
      )}
      <div className="tpl-after">
        <small className="tpl-muted">{t('templates.insert.after')}</small>
        <div className="tpl-after-text">{after}</div>
      </div>
    </fieldset>
  );
}
