import { useSelector } from '@xstate/react';
import { Baby, CircleHelp, type LucideIcon, ShieldCheck, TriangleAlert, UserPen, Weight } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { allergiesToShow } from '../../domain/allergies.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText } from '../../ui/format.ts';
import { usePatientWords } from '../patients.ts';
import { useKept } from '../useKept.ts';
import { useLocale } from '../useLocale.ts';
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

type ChipProps = {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly field?: Field;
  readonly tone?: ComponentProps<typeof Badge>['tone'];
  /** The full text, if `text` is shortened or may be cut off. */
  readonly whole?: string | undefined;
  readonly onOpen?: (() => void) | undefined;
};

/** A fact; while the consultation runs, a button that opens its field. */
function Chip({ icon: Icon, text, field, tone = 'neutral', whole, onOpen }: ChipProps) {
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{text}</span>
    </>
  );
  const look = { className: 'ui-badge', 'data-tone': tone, 'data-fact': field, 'data-tooltip': whole };
  if (!onOpen) return <span {...look}>{content}</span>;
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} {...look}>
      {content}
    </button>
  );
}

type AllergyProps = {
  /** Allergies in the patient's file. */
  readonly text: string | null | undefined;
  /** What this consultation's record says about allergies. */
  readonly record: string;
  /** Everything in one chip, which begins with the number of allergies and may be cut off. */
  readonly oneChip: boolean;
  readonly onOpen: ChipProps['onOpen'];
};

/** Allergies in red with an icon and words; "none" differs from "not asked", and neither covers what the record says. */
function AllergyFacts({ text, record, oneChip, onOpen }: AllergyProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { beside, file: allergies } = allergiesToShow(text, record);
  const chip = (words: string, icon: LucideIcon, tone?: ChipProps['tone']) => (
    <Chip key={words} icon={icon} text={words} tone={tone} whole={oneChip ? words : undefined} onOpen={onOpen} />
  );
  const inRecord = beside ? t('workspace.patient.allergiesWritten', { text: beside }) : null;
  const written = inRecord === null ? null : chip(inRecord, TriangleAlert, 'danger');
  if (!allergies) return written;
  if (allergies.kind === 'none') {
    const whole = t('workspace.patient.noAllergies');
    // Cut off, "No known allergies" would read as "not known".
    if (oneChip)
      return <Chip icon={ShieldCheck} text={t('workspace.patient.noAllergiesShort')} whole={whole} onOpen={onOpen} />;
    return chip(whole, ShieldCheck);
  }
  if (allergies.kind === 'unknown') return chip(t('workspace.patient.allergiesNotRecorded'), CircleHelp, 'warning');
  if (allergies.kind === 'other')
    return chip(t('workspace.patient.allergiesWritten', { text: allergies.text }), CircleHelp, 'warning');
  if (oneChip) {
    const substances = [...allergies.to, ...(beside?.split(/; |；/) ?? [])];
    const list = substances.join(t('shared.list.entries'));
    return (
      <Chip
        icon={TriangleAlert}
        text={substances.length > 1 ? t('shared.list.named', { name: substances.length, what: list }) : list}
        tone="danger"
        whole={t('workspace.patient.allergicTo', { substance: list })}
        onOpen={onOpen}
      />
    );
  }
  const hidden = all ? 0 : Math.max(0, allergies.to.length - shownAtOnce);
  return (
    <>
      {written}
      {allergies.to
        .slice(0, allergies.to.length - hidden)
        .map((substance) => chip(t('workspace.patient.allergicTo', { substance }), TriangleAlert, 'danger'))}
      {hidden > 0 ? (
        <button type="button" className="pane-more-facts" onClick={() => setAll(true)}>
          +{hidden}
          <span className="ui-hidden">{t('workspace.patient.moreAllergies', { count: hidden })}</span>
        </button>
      ) : null}
    </>
  );
}

type Props = {
  readonly order: ConsultOrder;
  readonly record: RecordActor | null;
  /** Shares one row with the rest of the header, so that what matters less gives way to the allergies. */
  readonly cut?: boolean;
};

/** Facts that a doctor must see when writing to the patient or prescribing. */
export function FactChips({ order, record, cut = false }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { patient } = order;
  const inRecord = useSelector(record ?? undefined, (s) => s?.context.fields.allergyHistory ?? '');
  const [editing, setEditing] = useKept<Field | 'any' | null>('facts.editing', null);
  const words = usePatientWords();
  const {
    allergy,
    pregnant,
    pregnancyWeek: week,
    lactating,
    liver,
    kidney,
    weightKg,
    weightTime,
    firstVisit,
  } = patient;
  const opens = (field: Field) => (order.status === OrderStatus.active ? () => setEditing(field) : undefined);
  const warnings = [
    ['pregnancy', pregnant, week ? t('workspace.patient.pregnantIn', { week }) : t('workspace.patient.pregnant')],
    ['lactation', lactating, t('workspace.patient.lactating')],
    ['liver', liver, t('workspace.patient.liver')],
    ['kidney', kidney, t('workspace.patient.kidney')],
  ] as const;
  const isChild = words.years(patient) < weighedUnder;
  const unclearKey = typeof pregnant === 'number' ? 'pregnancyUnknown' : 'pregnancyNotAsked';
  const weighed = weightKg ? t('workspace.patient.weight', { weight: String(weightKg) }) : null;
  const weight = weighed ?? t('workspace.patient.weightMissing');
  const chip = (field: Field, icon: LucideIcon, text: string, tone?: ChipProps['tone']) => (
    <Chip
      key={field}
      icon={icon}
      text={text}
      field={field}
      tone={tone}
      whole={cut ? text : undefined}
      onOpen={opens(field)}
    />
  );
  return (
    <div className="pane-facts" data-cut={cut || undefined}>
      <AllergyFacts text={allergy} record={inRecord} oneChip={cut} onOpen={opens('allergy')} />
      {warnings.map(([field, state, text], index) =>
        state === yes ? chip(field, index < 2 ? Baby : TriangleAlert, text, 'warning') : null,
      )}
      {patient.gender === female && isOfChildbearingAge(words.years(patient)) && pregnant !== yes && pregnant !== no
        ? chip('pregnancy', CircleHelp, t(`workspace.patient.${unclearKey}`))
        : null}
      {isChild || weightKg
        ? chip(
            'weight',
            Weight,
            weighed && weightTime ? `${weighed} · ${dateText(weightTime, locale)}` : weight,
            isChild ? (weightKg ? 'info' : 'warning') : 'neutral',
          )
        : null}
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
