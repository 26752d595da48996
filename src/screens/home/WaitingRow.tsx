import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { patientWait, type Urgency } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge, ClockText } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { usePatientWords } from '../patients.ts';
import { useLive } from '../useLive.ts';
import { useTicking } from '../useTicking.ts';

const levels = { calm: 'ok', soon: 'soon', late: 'late', overdue: 'over' } as const satisfies Record<Urgency, string>;

/** Waiting time in minutes, with another icon once it is too long. */
function PatientWait({ order }: { readonly order: ConsultOrder }) {
  const { t } = useTranslation();
  const length = (ms: number) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return t('workspace.wait.underMinute');
    if (minutes < 60) return t('workspace.wait.minutes', { count: minutes });
    if (minutes % 60 === 0) return t('workspace.wait.manyHours', { count: minutes / 60 });
    return t('workspace.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
  const level = useTicking((now) => patientWait(order, now).urgency);
  const text = useTicking((now) => {
    const { urgency, waitedMs, overdueMs } = patientWait(order, now);
    return urgency === 'overdue' ? t('workspace.wait.overdue', { time: length(overdueMs) }) : length(waitedMs);
  });
  const limit = order.overdueTime ? order.overdueTime - (order.payTime ?? order.createTime) : null;
  const whole = useTicking((now) => {
    const { urgency, waitedMs, overdueMs } = patientWait(order, now);
    const time = length(waitedMs);
    if (limit === null) return t('workspace.wait.waiting', { time });
    return urgency === 'overdue'
      ? t('workspace.wait.past', { time, over: length(overdueMs) })
      : t('workspace.wait.limit', { time, limit: length(limit) });
  });
  return <ClockText level={levels[level]} text={text} whole={whole} />;
}

type Props = {
  readonly order: ConsultOrder;
  /** Null if the patient is already in consultation. */
  readonly onAccept: ((order: ConsultOrder) => void) | null;
};

/** A patient with complaint, waiting time and a link or accept button. */
export function WaitingRow({ order, onAccept }: Props) {
  const { lists$ } = useApp();
  const { t } = useTranslation();
  const patients = usePatientWords();
  const types = useLive(lists$).Consult_Type;
  const { id, patient, chiefComplaint, consultType, priority } = order;
  const type = labelOf(types, consultType) ?? t('common.state.unknown', { value: consultType });
  return (
    <li>
      <div>
        <p>
          <strong>{patient.name}</strong> <span>{patients.short(patient)}</span>{' '}
          {priority ? (
            <Badge tone={priority > 1 ? 'danger' : 'warning'}>
              {t(priority > 1 ? 'workspace.awaiting.priority.highest' : 'workspace.awaiting.priority.high')}
            </Badge>
          ) : null}
        </p>
        <p>{[chiefComplaint, type].filter(Boolean).join(' · ')}</p>
      </div>
      {onAccept ? (
        <>
          <PatientWait order={order} />
          <Button
            size="sm"
            look="subtle"
            aria-label={t('workspace.awaiting.acceptPatient', { patient: patient.name })}
            onClick={() => onAccept(order)}
          >
            {t('workspace.awaiting.accept')}
          </Button>
        </>
      ) : (
        <Link
          className="page-link"
          aria-label={t('home.openPatient', { patient: patient.name })}
          to={`/cloudRoom?order=${id}`}
        >
          {t('common.actions.open')}
        </Link>
      )}
    </li>
  );
}
