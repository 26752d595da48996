import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { waitsSince } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';
import { WaitClock } from '../lists/WaitClock.tsx';
import { usePatientWords } from '../patientFacts/patients.ts';

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
        <p dir="auto">{dotted(chiefComplaint, type)}</p>
      </div>
      {onAccept ? (
        <>
          <WaitClock brief since={waitsSince(order)} limitAt={order.overdueTime ?? null} />
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
