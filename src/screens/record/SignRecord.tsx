import { useSelector } from '@xstate/react';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { missingForSigning } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { canSign, isSigning, recordOrder, writtenFields } from '../../machines/selectors/record.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { showFirstProblem } from '../forms/showFirstProblem.ts';
import { useShortcutInside } from '../keyboard/registry.ts';
import { usePatientColour, usePatientWords } from '../patientFacts/patients.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { RecordText } from './RecordText.tsx';

type Props = {
  readonly record: RecordActor;
  readonly patient: PatientBrief;
  /** The element with the fields, to focus the first invalid one. */
  readonly fields: RefObject<HTMLElement | null>;
};

/** What will be signed: every section, the diagnoses, and that allergies were not recorded where that is so. */
function ToSign({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const fields = useSelector(record, writtenFields);
  const { allergies } = usePaperFacts();
  const allergyHistory = isBlank(fields.allergyHistory) ? allergies({}) : fields.allergyHistory.trim();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="record-to-sign" tabIndex={0} aria-label={t('record.toSign')}>
      <RecordText fields={{ ...fields, allergyHistory }} />
    </section>
  );
}

/** Signing locks the record permanently, so the confirmation names the patient. */
export function SignRecord({ record, patient, fields }: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const [asking, setAsking] = useState(false);
  const { allergiesOnFile, deniedAllergies } = usePaperFacts();
  const colour = usePatientColour(useSelector(record, recordOrder));
  const possible = useSelector(record, canSign);
  const signing = useSelector(record, isSigning);
  const sign = () => {
    setAsking(false);
    record.send({ type: 'sign.requested' });
  };
  /** What is on file belongs into the signed record; the dialog shows it before it is signed. */
  const fillAllergies = () => {
    const { allergyHistory } = writtenFields(record.getSnapshot());
    const known = isBlank(allergyHistory) ? allergiesOnFile(patient) : null;
    if (known) record.send({ type: 'field.changed', patch: { allergyHistory: known.text } });
  };
  const ask = () => {
    fillAllergies();
    const now = writtenFields(record.getSnapshot());
    const isComplete = missingForSigning(now).length === 0;
    if (isComplete && deniedAllergies(patient, now.allergyHistory) === null) return setAsking(true);
    if (!isComplete) flushSync(() => record.send({ type: 'sign.requested' }));
    showFirstProblem(fields.current);
  };
  useShortcutInside('signRecord', fields, () => void (possible && ask()));
  return (
    <>
      <Button busy={signing} disabled={!possible && !signing} onClick={ask}>
        {t(signing ? 'record.signing' : 'record.sign')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('record.signTitle', { patient: patient.name })}
        confirmLabel={t('record.sign')}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={sign}
        onCancel={() => setAsking(false)}
      >
        <PersonTag name={patient.name} detail={words.full(patient)} colour={colour} />
        {asking ? <ToSign record={record} /> : null}
        <p className="record-dialog-text">{t('record.signText')}</p>
      </ConfirmDialog>
    </>
  );
}
