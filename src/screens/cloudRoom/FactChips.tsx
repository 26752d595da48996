import { useSelector } from '@xstate/react';
import { Baby, CircleHelp, ShieldCheck, TriangleAlert, UserPen, Weight } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { allergiesToShow } from '../../domain/allergies.ts';
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
const no = 0;

/** The field of the patient's facts that a chip opens. */
type Field = 'allergy' | 'pregnancy' | 'lactation' | 'liver' | 'kidney' | 'weight';

type ChipProps = ComponentProps<typeof Badge> & { readonly onOpen?: (() => void) | undefined };

/** A fact; while the consultation runs, a button that opens its field. */
function Chip({ onOpen, tone = 'neutral', children }: ChipProps) {
  if (!onOpen) return <Badge tone={tone}>{children}</Badge>;
  return (
    <button type="button" className="ui-badge" data-tone={tone} aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
  );
}

type AllergyProps = {
  /** Allergies in the patient's file. */
  readonly text: string | null | undefined;
  /** What this consultation's record says about allergies. */
  readonly record: string;
  readonly onOpen: ChipProps['onOpen'];
};

/** Allergies in red with an icon and words; "none" differs from "not asked", and neither covers what the record says. */
function AllergyFacts({ text, record, onOpen }: AllergyProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { beside, file: allergies } = allergiesToShow(text, record);
  const written = beside ? (
    <Chip onOpen={onOpen} tone="danger">
      <TriangleAlert aria-hidden="true" />
      {t('workspace.patient.allergiesWritten', { text: beside })}
    </Chip>
  ) : null;
  if (!allergies) return written;
  if (allergies.kind === 'none')
    return (
      <Chip onOpen={onOpen}>
        <ShieldCheck aria-hidden="true" />
        {t('workspace.patient.noAllergies')}
      </Chip>
    );
  if (allergies.kind === 'unknown')
    return (
      <Chip onOpen={onOpen} tone="warning">
        <CircleHelp aria-hidden="true" />
        {t('workspace.patient.allergiesNotRecorded')}
      </Chip>
    );
  if (allergies.kind === 'other')
    return (
      <Chip onOpen={onOpen} tone="warning">
        <CircleHelp aria-hidden="true" />
        {t('workspace.patient.allergiesWritten', { text: allergies.text })}
      </Chip>
    );
  const hidden = all ? 0 : Math.max(0, allergies.to.length - shownAtOnce);
  return (
    <>
      {written}
      {allergies.to.slice(0, allergies.to.length - hidden).map((substance) => (
        <Chip key={substance} onOpen={onOpen} tone="danger">
          <TriangleAlert aria-hidden="true" />
          {t('workspace.patient.allergicTo', { substance })}
        </Chip>
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
  const [editing, setEditing] = useKept<Field | 'any' | null>('facts.editing', null);
  const words = usePatientWords();
  const { allergy, pregnant, lactating, liver, kidney, weightKg, firstVisit } = patient;
  const opens = (field: Field) => (order.status === OrderStatus.active ? () => setEditing(field) : undefined);
  const warnings = [
    ['pregnancy', pregnant, t('workspace.patient.pregnant')],
    ['lactation', lactating, t('workspace.patient.lactating')],
    ['liver', liver, t('workspace.patient.liver')],
    ['kidney', kidney, t('workspace.patient.kidney')],
  ] as const;
  const isChild = words.years(patient) < weighedUnder;
  return (
    <div className="pane-facts">
      <AllergyFacts text={allergy} record={inRecord} onOpen={opens('allergy')} />
      {warnings.map(([field, state, text], index) =>
        state === yes ? (
          <Chip key={field} tone="warning" onOpen={opens(field)}>
            {index < 2 ? <Baby aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
            {text}
          </Chip>
        ) : null,
      )}
      {patient.gender === female && isOfChildbearingAge(words.years(patient)) && pregnant !== yes && pregnant !== no ? (
        <Chip onOpen={opens('pregnancy')}>
          <CircleHelp aria-hidden="true" />
          {t(
            typeof pregnant === 'number' ? 'workspace.patient.pregnancyUnknown' : 'workspace.patient.pregnancyNotAsked',
          )}
        </Chip>
      ) : null}
      {isChild || weightKg ? (
        <Chip tone={isChild ? (weightKg ? 'info' : 'warning') : 'neutral'} onOpen={opens('weight')}>
          <Weight aria-hidden="true" />
          {weightKg
            ? t('workspace.patient.weight', { weight: String(weightKg) })
            : t('workspace.patient.weightMissing')}
        </Chip>
      ) : null}
      {firstVisit ? <Badge>{t('workspace.patient.firstVisit')}</Badge> : null}
      {order.status === OrderStatus.active ? (
        <button
          type="button"
          className="pane-edit-facts"
          aria-haspopup="dialog"
          aria-label={t('workspace.patient.editFacts', { patient: patient.name })}
          onClick={() => setEditing('any')}
        >
          <UserPen aria-hidden="true" />
          {t('workspace.patient.facts')}
        </button>
      ) : null}
      {editing ? (
        <Suspense>
          <FactsDialog orderId={order.id} patient={patient} field={editing} onClose={() => setEditing(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}
