import { useSelector } from '@xstate/react';
import { Baby, CircleHelp, type LucideIcon, ShieldCheck, TriangleAlert, UserPen, Weight } from 'lucide-react';
import { Suspense, useMemo, useRef } from 'react';
import type { FactBadge } from '../../../clinical/facts/badges.ts';
import { withRecord } from '../../../clinical/facts/recordAllergies.ts';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { allergyTextIn } from '../../machines/selectors/record.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useKept } from '../forms/useKept.ts';
import { useHour } from '../hooks/useTicking.ts';
import { useFactSummary } from '../patientFacts/useFactSummary.ts';
import { FactsDialog } from './useSidePanel.ts';

const icons: Readonly<Record<FactBadge['icon'], LucideIcon>> = {
  danger: TriangleAlert,
  unknown: CircleHelp,
  safe: ShieldCheck,
  child: Baby,
  weight: Weight,
};

/** The field of the patient's facts that a chip opens. */
const fieldOf = ({ kind }: FactBadge) => (kind === 'allergies' ? 'allergy' : kind);

type ChipProps = {
  readonly badge: FactBadge;
  readonly text: string;
  /** Where the values come from, or the full text if `text` is shortened. */
  readonly whole: string;
  readonly onOpen: ((field: string) => void) | null;
};

/** A fact; while the consultation runs, a button that opens its field. */
function Chip({ badge, text, whole, onOpen }: ChipProps) {
  const Icon = icons[badge.icon];
  const field = fieldOf(badge);
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{text}</span>
    </>
  );
  const look = { className: 'ui-badge', 'data-tone': badge.tone, 'data-fact': field, 'data-tooltip': whole };
  if (!onOpen) return <span {...look}>{content}</span>;
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => onOpen(field)} {...look}>
      {content}
    </button>
  );
}

type AllergyProps = {
  readonly badges: readonly FactBadge[];
  /** All allergies in one chip, in fewer words. */
  readonly brief: boolean;
  readonly onOpen: ChipProps['onOpen'];
};

/** Allergies in red with an icon and words, all of them and whole. */
function AllergyChips({ badges, brief, onOpen }: AllergyProps) {
  const { t } = useTranslation();
  const { own, entry } = useFactSummary();
  const [first] = badges;
  if (!first) return null;
  const allergens = badges.filter(({ allergen }) => allergen !== null);
  if (brief && allergens.length > 0) {
    const text = allergens.map(({ allergen, text }) => own(allergen ?? text)).join(t('shared.list.entries'));
    const whole = t('workspace.patient.allergicTo', { substance: text });
    return <Chip badge={{ ...first, tone: 'danger' }} text={text} whole={whole} onOpen={onOpen} />;
  }
  if (brief && first.icon === 'safe')
    return (
      <Chip badge={first} text={t('workspace.patient.noAllergiesShort')} whole={own(first.text)} onOpen={onOpen} />
    );
  return badges.map((badge) => (
    <Chip key={badge.key} badge={badge} text={own(badge.text)} whole={entry(badge.entry)} onOpen={onOpen} />
  ));
}

type Props = {
  readonly order: ConsultOrder;
  readonly record: RecordActor | null;
  /** In fewer words, because other panes are beside this one. */
  readonly brief?: boolean;
};

/** Facts that a doctor must see when writing to the patient or prescribing. */
export function FactChips({ order, record, brief = false }: Props) {
  const { t } = useTranslation();
  const { patient } = order;
  const { own, entry, badges } = useFactSummary();
  const inRecord = useSelector(record ?? undefined, allergyTextIn);
  const [editing, setEditing] = useKept<string | null>('facts.editing', null);
  const now = useHour();
  const summary = useMemo(
    () => (inRecord === null ? summaryOf(patient, now) : withRecord(summaryOf(patient, now), inRecord)),
    [patient, inRecord, now],
  );
  const { allergies, others } = badges(summary);
  const row = useRef<HTMLDivElement>(null);
  const find = (place: string) => row.current?.querySelector<HTMLElement>(place) ?? null;
  /** A fact that was decided may have no chip any more. */
  const lastFocus = () => find(`button[data-fact="${editing}"]`) ?? find('.pane-edit-facts');
  /** The page is reachable again only after the dialog has gone, so the focus returns in the frame after. */
  const onDecided = () => {
    setEditing(null);
    requestAnimationFrame(() => requestAnimationFrame(() => lastFocus()?.focus()));
  };
  const onOpen = order.status === OrderStatus.active ? setEditing : null;
  return (
    <div className="pane-facts" ref={row}>
      <AllergyChips badges={allergies} brief={brief} onOpen={onOpen} />
      {others.map((badge) => (
        <Chip key={badge.key} badge={badge} text={own(badge.text)} whole={entry(badge.entry)} onOpen={onOpen} />
      ))}
      {patient.firstVisit ? <Badge>{t('workspace.patient.firstVisit')}</Badge> : null}
      {order.status === OrderStatus.active ? (
        <button
          type="button"
          className="pane-edit-facts"
          aria-haspopup="dialog"
          aria-label={t('workspace.patient.editFacts', { patient: patient.name })}
          onClick={() => setEditing('any')}
        >
          <UserPen aria-hidden="true" />
          <span>{t('workspace.patient.facts')}</span>
        </button>
      ) : null}
      {editing ? (
        <Suspense>
          <FactsDialog
            orderId={order.id}
            patient={patient}
            field={editing}
            {...(editing === 'any' ? {} : { onDecided })}
            lastFocus={lastFocus}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
