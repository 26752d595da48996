import { useSelector } from '@xstate/react';
import { Baby, CircleHelp, type LucideIcon, ShieldCheck, TriangleAlert, UserPen, Weight } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { withRecord } from '../../../clinical/facts/allergies.ts';
import type { FactBadge } from '../../../clinical/facts/badges.ts';
import { summaryOf } from '../../../clinical/facts/brief.ts';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useFactSummary } from '../useFactSummary.ts';
import { useKept } from '../useKept.ts';
import { useHour } from '../useTicking.ts';
import { FactsDialog } from './useSidePanel.ts';
import { useUnseenCount } from './useUnseenCount.ts';

const shownAtOnce = 2;

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
  /** Everything in one chip, which begins with the number of allergies and may be cut off. */
  readonly oneChip: boolean;
  readonly onOpen: ChipProps['onOpen'];
};

/** Allergies in red with an icon and words; what is only written or doubted is never hidden behind "more". */
function AllergyChips({ badges, oneChip, onOpen }: AllergyProps) {
  const { t } = useTranslation();
  const { own, entry } = useFactSummary();
  const [all, setAll] = useState(false);
  const [first] = badges;
  if (!first) return null;
  const allergens = badges.filter(({ allergen }) => allergen !== null);
  if (oneChip && allergens.length > 0) {
    const list = allergens.map(({ allergen, text }) => own(allergen ?? text)).join(t('shared.list.entries'));
    const text = allergens.length > 1 ? t('shared.list.named', { name: allergens.length, what: list }) : list;
    const whole = t('workspace.patient.allergicTo', { substance: list });
    return <Chip badge={{ ...first, tone: 'danger' }} text={text} whole={whole} onOpen={onOpen} />;
  }
  // Cut off, "No known drug allergies" would read as "not known".
  if (oneChip && first.icon === 'safe')
    return (
      <Chip badge={first} text={t('workspace.patient.noAllergiesShort')} whole={own(first.text)} onOpen={onOpen} />
    );
  const hidden = all ? 0 : Math.max(0, allergens.length - shownAtOnce);
  const shown = badges.filter(
    (badge) => badge.allergen === null || allergens.indexOf(badge) < allergens.length - hidden,
  );
  return (
    <>
      {shown.map((badge) => (
        <Chip key={badge.key} badge={badge} text={own(badge.text)} whole={entry(badge.entry)} onOpen={onOpen} />
      ))}
      {hidden > 0 ? (
        <button type="button" className="pane-more-facts" onClick={() => setAll(true)}>
          <span>{`+${hidden}`}</span>
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
  const { patient } = order;
  const { own, entry, badges } = useFactSummary();
  const inRecord = useSelector(record ?? undefined, (s) => s?.context.fields.allergyHistory ?? null);
  const [editing, setEditing] = useKept<string | null>('facts.editing', null);
  const now = useHour();
  const summary = useMemo(
    () => (inRecord === null ? summaryOf(patient, now) : withRecord(summaryOf(patient, now), inRecord)),
    [patient, inRecord, now],
  );
  const { allergies, others } = badges(summary);
  const row = useRef<HTMLDivElement>(null);
  const unseen = useUnseenCount(row, cut);
  const find = (place: string) => row.current?.querySelector<HTMLElement>(place) ?? null;
  /** A fact that was decided may have no chip any more, or one that a narrow pane does not show. */
  const lastFocus = () => {
    const chip = find(`button[data-fact="${editing}"]`);
    return chip && getComputedStyle(chip).display !== 'none' ? chip : find('.pane-edit-facts');
  };
  /** The page is reachable again only after the dialog has gone, so the focus returns in the frame after. */
  const onDecided = () => {
    setEditing(null);
    requestAnimationFrame(() => requestAnimationFrame(() => lastFocus()?.focus()));
  };
  const onOpen = order.status === OrderStatus.active ? setEditing : null;
  return (
    <>
      <div className="pane-facts" data-cut={cut || undefined} ref={row}>
        <AllergyChips badges={allergies} oneChip={cut} onOpen={onOpen} />
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
      {unseen > 0 ? (
        <button
          type="button"
          className="pane-unseen-facts"
          aria-label={t('workspace.patient.moreFacts', { count: unseen })}
          data-tooltip={others.map((badge) => entry(badge.entry)).join('\n')}
          disabled={onOpen === null}
          onClick={() => onOpen?.('any')}
        >
          {`+${unseen}`}
        </button>
      ) : null}
    </>
  );
}
