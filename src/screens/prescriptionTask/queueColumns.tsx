import { createContext, type ReactNode, useContext } from 'react';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { emergencyType } from '../../../clinical/lifecycle/review.ts';
import type { ServiceHours } from '../../../clinical/lifecycle/serviceTime.ts';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { AccountId } from '../../../contract/ids.ts';
import { type Intensity, usedPart } from '../../domain/queueIntensity.ts';
import type { SortedColumn } from '../../domain/queueView.ts';
import { isAsked, reviewWait } from '../../domain/reviewQueue.ts';
import { waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge, ClockText } from '../../ui/Badge.tsx';
import { joined } from '../app/joined.ts';
import { useMinutes } from '../hooks/useMinutes.ts';
import { useServiceHours } from '../hooks/useServiceHours.ts';
import { useNow, useTicking } from '../hooks/useTicking.ts';
import { clockLevels, useOverdueText, useWaitWords } from '../lists/WaitClock.tsx';
import { usePatientWords } from '../patientFacts/patients.ts';
import { useFactSummary } from '../patientFacts/useFactSummary.ts';

/** How this queue's waits compare, for the cells of its table. */
export const IntensityContext = createContext<Intensity>({ at: 0, threshold: 1, longest: 1 });

const wholeMinutes = (ms: number) => Math.floor(ms / 60_000);

/** Changes whenever the text or the level of a shown wait does. */
function shownWait(item: AuditItem, hours: ServiceHours, now: number): string {
  const wait = reviewWait(item, hours);
  const { waitedMs, overdueMs, urgency } = waitAt(wait, now);
  return [urgency, ...[waitedMs, overdueMs, now - (wait.pausedAt ?? now)].map(wholeMinutes)].join();
}

/**
 * Waiting time by the platform's clock; late and overdue also differ in word and icon. In a queue where everything is
 * overdue only the longest waits are marked, and a bar compares each with the longest.
 */
function WaitCell({ item }: { readonly item: AuditItem }) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const overdue = useOverdueText();
  const words = useWaitWords();
  const now = useNow();
  const hours = useServiceHours();
  const wait = reviewWait(item, hours);
  useTicking((at) => shownWait(item, hours, at));
  const { waitedMs, overdueMs, urgency } = waitAt(wait, now);
  const paused = wait.pausedAt === null ? null : minutes(now - wait.pausedAt);
  const time = minutes(waitedMs);
  const isOverdue = urgency === 'overdue';
  const text = paused !== null ? t('reviewing.paused', { time }) : isOverdue ? overdue(overdueMs) : time;
  const whole = paused !== null ? t('reviewing.pausedFor', { time, paused }) : words(wait, now);
  const { at, threshold, longest } = useContext(IntensityContext);
  const used = usedPart(item, hours, at);
  return (
    <span className="queue-wait" data-most={!isOverdue || used >= threshold || undefined}>
      <ClockText level={clockLevels[urgency]} text={text} whole={whole} />
      <i aria-hidden="true" style={{ inlineSize: `${Math.round((used / Math.max(1, longest)) * 100)}%` }} />
    </span>
  );
}

export type ColumnName = SortedColumn | 'diagnosis';
type CellProps = { readonly item: AuditItem; readonly me: AccountId };
export type Column = { readonly name: ColumnName; readonly Cell: (props: CellProps) => ReactNode };

/** Columns of the queue; CSS hides some of them on narrow screens. */
export const columns: readonly Column[] = [
  { name: 'number', Cell: ({ item }) => <span data-numeric="">{item.prescriptionNo}</span> },
  { name: 'patient', Cell: PatientCell },
  { name: 'doctor', Cell: ({ item: { doctorName } }) => <span title={doctorName ?? undefined}>{doctorName}</span> },
  {
    name: 'diagnosis',
    Cell: ({ item }) => (
      <span>
        {joined(
          'entries',
          item.diagnosisList.map(({ name }) => name),
        )}
      </span>
    ),
  },
  { name: 'lines', Cell: ({ item }) => <span>{item.lineCount}</span> },
  { name: 'findings', Cell: FindingsCell },
  { name: 'waiting', Cell: ({ item }) => <WaitCell item={item} /> },
  { name: 'holder', Cell: HolderCell },
];

export function PatientCell({ item, children }: Pick<CellProps, 'item'> & { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const words = usePatientWords();
  return (
    <span className="queue-patient">
      <strong>{item.patient.name}</strong>
      <span>{words.short(item.patient)}</span>
      {item.rxType === emergencyType ? <Badge tone="danger">{t('reviewing.emergency')}</Badge> : null}
      {item.child ? <Badge tone="info">{t('reviewing.child')}</Badge> : null}
      {isAsked(item) ? <Badge tone="warning">{t('reviewing.asked')}</Badge> : null}
      <AllergyBadges item={item} />
      {children}
    </span>
  );
}

/** The patient's allergies as the review shows them; "none" differs from "not recorded". */
function AllergyBadges({ item: { allergies, patient } }: { readonly item: AuditItem }) {
  const { t } = useTranslation();
  const { own, entry, badges } = useFactSummary();
  const now = useNow();
  const shown = badges(allergies ? [allergies] : summaryOf(patient, now)).allergies;
  return shown.map((badge) => (
    <span key={badge.key} className="ui-badge" data-tone={badge.tone} data-tooltip={entry(badge.entry)}>
      {badge.icon === 'safe' ? t('workspace.patient.noAllergiesShort') : own(badge.text)}
    </span>
  ));
}

/** The patient with number, findings, wait and holder below the name. */
function NarrowCell({ item, me }: CellProps) {
  const isLeased = useLeased(item);
  return (
    <PatientCell item={item}>
      <small data-extra="number" data-numeric="">
        {item.prescriptionNo}
      </small>
      {item.blockCount + item.warnCount > 0 ? (
        <small data-extra="findings">
          <FindingsCell item={item} me={me} />
        </small>
      ) : null}
      <small data-extra="waiting">
        <WaitCell item={item} />
      </small>
      {isLeased || item.decided ? (
        <small data-extra="holder">
          <HolderCell item={item} me={me} alone />
        </small>
      ) : null}
    </PatientCell>
  );
}

/** The only column of a narrow queue. Wide rows have their own, because its lines would cost them frames. */
export const narrowColumns: readonly Column[] = [{ name: 'patient', Cell: NarrowCell }];

function FindingsCell({ item: { blockCount, warnCount, newCount } }: CellProps) {
  const { t } = useTranslation();
  if (blockCount + warnCount === 0) return <span className="queue-none">{t('reviewing.noFindings')}</span>;
  return (
    <span className="queue-findings">
      {blockCount > 0 ? <Badge tone="danger">{t('reviewing.blocks', { count: blockCount })}</Badge> : null}
      {warnCount > 0 ? <Badge tone="warning">{t('reviewing.warns', { count: warnCount })}</Badge> : null}
      {newCount ? (
        <Badge tone="info">
          <span title={t('reviewing.newFindingsWhy')}>{t('reviewing.newFindings', { count: newCount })}</span>
        </Badge>
      ) : null}
    </span>
  );
}

/** Whether a colleague holds the lease. An expired one does not count, even before the platform reports that. */
const useLeased = ({ holder }: AuditItem): boolean => useTicking((now) => (holder?.leaseUntil ?? 0) > now);

/** The colleague who holds the lease; `alone`, without a heading of its column, it says what the name means. */
function HolderCell({ item, me, alone = false }: CellProps & { readonly alone?: boolean }) {
  const { t } = useTranslation();
  const { holder, decided } = item;
  const isLeased = useLeased(item);
  if (decided) {
    const name = decided.by.id === me ? t('reviewing.heldByYou') : decided.by.name;
    return <Badge>{t(`reviewing.decidedBy.${decided.action}`, { name })}</Badge>;
  }
  if (!isLeased || !holder) return <span className="queue-none">{t('reviewing.free')}</span>;
  if (holder.id === me) return <span>{t(alone ? 'reviewing.heldHere' : 'reviewing.heldByYou')}</span>;
  return <span title={holder.name}>{holder.name}</span>;
}
