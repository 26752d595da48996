import { useSelector } from '@xstate/react';
import { Baby, CircleHelp, ShieldCheck, TriangleAlert, UserPen, Weight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { allergiesBeside, allergiesOf } from '../../domain/allergies.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Badge } from '../../ui/Badge.tsx';
import { usePatientWords } from '../patients.ts';
import { useKept } from '../useKept.ts';
import { FactsDialog } from './useSidePanel.ts';

/** Age in years below which doses depend on body weight. */
const weighedUnder = 14;
const female = 2;
/** Ages in years at which a pregnancy must be asked about before prescribing. */
const isOfChildbearingAge = (years: number) => years >= 10 && years <= 55;
const shownAtOnce = 2;
const yes = 1;

type AllergyProps = {
  /** Allergies in the patient's file. */
  readonly text: string | null | undefined;
  /** Allergies that only this consultation's record has. */
  readonly beside: string | null;
};

/** Allergies in red with an icon and words; "none" differs from "not asked", and neither covers what the record says. */
function AllergyFacts({ text, beside }: AllergyProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const allergies = allergiesOf(text);
  const written = beside ? (
    <Badge tone="danger">
      <TriangleAlert aria-hidden="true" />
      {t('workspace.patient.allergiesWritten', { text: beside })}
    </Badge>
  ) : null;
  if (written && allergies.kind !== 'known') return written;
  if (allergies.kind === 'none')
    return (
      <Badge>
        <ShieldCheck aria-hidden="true" />
        {t('workspace.patient.noAllergies')}
      </Badge>
    );
  if (allergies.kind === 'unknown')
    return (
      <Badge tone="warning">
        <CircleHelp aria-hidden="true" />
        {t('workspace.patient.allergiesNotRecorded')}
      </Badge>
    );
  if (allergies.kind === 'other')
    return (
      <Badge tone="warning">
        <CircleHelp aria-hidden="true" />
        {t('workspace.patient.allergiesWritten', { text: allergies.text })}
      </Badge>
    );
  const hidden = all ? 0 : Math.max(0, allergies.to.length - shownAtOnce);
  return (
    <>
      {written}
      {allergies.to.slice(0, allergies.to.length - hidden).map((substance) => (
        <Badge key={substance} tone="danger">
          <TriangleAlert aria-hidden="true" />
          {t('workspace.patient.allergicTo', { substance })}
        </Badge>
      ))}
      {hidden > 0 ? (
        <button type="button" className="pane-more-facts" onClick={() => setAll(true)}>
          +{hidden}
          <span className="ui-hidden">{t('workspace.patient.moreAllergies', { count: hidden })}</span>
        </button>
      ) : null}
    </>
  );
}

/** Facts that a doctor must see when writing to the patient or prescribing. */
export function FactChips({ order, record }: { readonly order: ConsultOrder; readonly record: RecordActor | null }) {
  const { t } = useTranslation();
  const { patient } = order;
  const inRecord = useSelector(record ?? undefined, (s) => s?.context.fields.allergyHistory ?? '');
  const [editing, setEditing] = useKept('facts.editing', false);
  const words = usePatientWords();
  const { allergy, pregnant, lactating, liver, kidney, weightKg, firstVisit } = patient;
  const warnings: readonly [boolean, ReactNode][] = [
    [pregnant === yes, t('workspace.patient.pregnant')],
    [lactating === yes, t('workspace.patient.lactating')],
    [liver === yes, t('workspace.patient.liver')],
    [kidney === yes, t('workspace.patient.kidney')],
  ];
  return (
    <div className="pane-facts">
      <AllergyFacts text={allergy} beside={allergiesBeside(allergy, inRecord)} />
      {warnings.map(([so, text], index) =>
        so ? (
          <Badge key={String(text)} tone="warning">
            {index < 2 ? <Baby aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
            {text}
          </Badge>
        ) : null,
      )}
      {patient.gender === female && isOfChildbearingAge(words.years(patient)) && typeof pregnant !== 'number' ? (
        <Badge>
          <CircleHelp aria-hidden="true" />
          {t('workspace.patient.pregnancyNotAsked')}
        </Badge>
      ) : null}
      {words.years(patient) < weighedUnder ? (
        <Badge tone={weightKg ? 'info' : 'warning'}>
          <Weight aria-hidden="true" />
          {weightKg
            ? t('workspace.patient.weight', { weight: String(weightKg) })
            : t('workspace.patient.weightMissing')}
        </Badge>
      ) : weightKg ? (
        <Badge>
          <Weight aria-hidden="true" />
          {t('workspace.patient.weight', { weight: String(weightKg) })}
        </Badge>
      ) : null}
      {firstVisit ? <Badge>{t('workspace.patient.firstVisit')}</Badge> : null}
      {order.status === OrderStatus.active ? (
        <button
          type="button"
          className="pane-edit-facts"
          aria-haspopup="dialog"
          aria-label={t('workspace.patient.editFacts', { patient: patient.name })}
          onClick={() => setEditing(true)}
        >
          <UserPen aria-hidden="true" />
          {t('workspace.patient.facts')}
        </button>
      ) : null}
      {editing ? (
        <Suspense>
          <FactsDialog orderId={order.id} patient={patient} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
