import { useSelector } from '@xstate/react';
import { rxTypes } from '../../../clinical/lifecycle/prescription.ts';
import type { Diagnosis } from '../../../contract/shared.ts';
import { sameDiagnoses } from '../../domain/record.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { lineErrorsOf } from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { DiagnosisField } from '../record/DiagnosisField.tsx';
import type { DraftUse } from './useDraft.ts';

type Props = {
  readonly prescription: PrescriptionActor;
  readonly draft: RxDraft;
  /** Diagnoses of the record. */
  readonly diagnoses: readonly Diagnosis[];
  readonly warehouses: DraftUse['warehouses'];
  readonly change: DraftUse['change'];
  readonly tried: boolean;
};

/** Diagnoses, type and pharmacy of a prescription. */
export function RxHead({ prescription, draft, diagnoses, warehouses, change, tried }: Props) {
  const { t } = useTranslation();
  const errors = useSelector(prescription, lineErrorsOf);
  const fromRecord = diagnoses.length > 0 && sameDiagnoses(draft.diagnosisList, diagnoses);
  const refusal = errors.find(({ field }) => field === 'diagnosisList')?.msg ?? null;
  const lacks = tried && draft.diagnosisList.length === 0 ? t('prescription.diagnosisMissing') : null;
  const listed = warehouses.state === 'ready' ? warehouses.data : [];
  const pharmacyError =
    warehouses.state === 'failed'
      ? t('prescription.warehouseFailed')
      : tried && draft.warehouseId === null
        ? t('prescription.warehouseMissing')
        : null;
  return (
    <>
      <DiagnosisField
        form="prescription"
        diagnoses={draft.diagnosisList}
        onChange={(list) => change((now) => ({ ...now, diagnosisList: list }))}
        error={refusal ?? lacks}
        {...(fromRecord ? { hint: t('prescription.diagnosisFromRecord') } : {})}
      />
      {!fromRecord && diagnoses.length > 0 ? (
        <Button
          size="sm"
          look="outline"
          tone="neutral"
          className="rx-take-over"
          onClick={() => change((now) => ({ ...now, diagnosisList: diagnoses }))}
        >
          {t('prescription.takeOver')}
        </Button>
      ) : null}
      <div className="rx-pair">
        <SelectField
          label={t('prescription.type')}
          choices={rxTypes.map((name, value) => ({ value: String(value), label: t(`prescription.types.${name}`) }))}
          value={String(draft.rxType)}
          onChange={(event) => change((now) => ({ ...now, rxType: Number(event.target.value) }))}
        />
        <SelectField
          label={t('prescription.warehouse')}
          choices={listed.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={t('prescription.line.choose')}
          value={draft.warehouseId ?? ''}
          disabled={draft.lines.length > 0}
          error={pharmacyError}
          hint={draft.lines.length > 0 && listed.length > 1 ? t('prescription.warehouseLocked') : undefined}
          onChange={(event) => {
            const chosen = listed.find(({ id }) => id === event.target.value);
            if (chosen) change((now) => ({ ...now, warehouseId: chosen.id }));
          }}
        />
      </div>
    </>
  );
}
