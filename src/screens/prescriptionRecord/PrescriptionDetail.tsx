import { X } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { PrescriptionStatus, prescriptionActions } from '../../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../../clinical/lifecycle/review.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { codeText } from '../hooks/useLocale.ts';
import { EventLog } from '../lists/Facts.tsx';
import { useQuery } from '../lists/usePages.ts';
import { CancelPrescription, useCancellationReason } from '../prescription/CancelPrescription.tsx';
import { PrintRx, useRxPaper } from '../prescription/OpenRx.tsx';
import { PrescriptionSheet } from '../prescription/PrescriptionSheet.tsx';
import { usePrescriptionChanges, usePrescriptionStates } from '../prescription/prescriptionState.ts';
import { useOpenedRejection } from '../prescription/rejections.ts';
import { isBroken } from '../prescription/Signatures.tsx';
import { OpenPaper } from '../print/OpenPaper.tsx';
import { ContinueRx } from './ContinueRx.tsx';
import { EditRx } from './EditRx.tsx';
import { usePrescriptionAddress } from './PrescriptionFilters.tsx';

type Props = { readonly id: PrescriptionId; readonly onChanged: () => void };

/** The selected prescription: content, history and possible actions. */
export function PrescriptionDetail({ id, onChanged }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const address = usePrescriptionAddress();
  const navigate = useNavigate();
  const result = useQuery(useCallback((signal) => api.getPrescription({ id }, { signal, quiet: true }), [api, id]));
  usePrescriptionChanges(result.reload);
  const rx = result.state === 'ready' ? result.data : null;
  return (
    <section className="card rx-detail" aria-labelledby="rx-detail">
      <header>
        <h2 id="rx-detail">
          {rx ? t('prescription.paper.region', { number: rx.prescriptionNo }) : t('prescription.paper.title')}
        </h2>
        {rx ? <States rx={rx} /> : null}
        <IconButton
          size="sm"
          className="rx-close"
          label={t('prescriptions.close')}
          onClick={() => void navigate(address(null), { replace: true })}
        >
          <X />
        </IconButton>
      </header>
      <QueryResult result={result} lines={12}>
        {(shown) => (
          <Whole
            rx={shown}
            onChanged={() => {
              result.reload();
              onChanged();
            }}
          />
        )}
      </QueryResult>
    </section>
  );
}

/** Whether the review says more than that the prescription waits for it. */
const isBeingReviewed = ({ status, auditStatus }: Rx) =>
  status === PrescriptionStatus.pending && auditStatus !== AuditStatus.waiting;

function States({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const { status, review } = usePrescriptionStates();
  const state = status(rx.status);
  const round = review(rx.auditStatus);
  return (
    <>
      <Badge tone={isBroken(rx) ? 'danger' : state.tone}>
        {isBroken(rx) ? t('prescription.paper.notSigned') : state.text}
      </Badge>
      {isBeingReviewed(rx) ? <Badge tone={round.tone}>{round.text}</Badge> : null}
    </>
  );
}

function Whole({ rx, onChanged }: { readonly rx: Rx; readonly onChanged: () => void }) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [editing, setEditing] = useState<RxDraft | null>(null);
  const { id, version, logs, orderId, status } = rx;
  useOpenedRejection(rx);
  useCancellationReason(rx);
  const sheet = useRef<HTMLDivElement>(null);
  const paper = useRxPaper(rx);

  async function cancel(reason: string) {
    setState('sent');
    const answer = await api.cancelPrescription({ id, version, reason }, { quiet: true });
    setState(answer.ok ? 'closed' : 'open');
    setRefusal(answer.ok ? null : answer.failure.message);
    if (answer.ok) toasts.show({ tone: 'success', text: t('prescriptions.cancelled', { number: rx.prescriptionNo }) });
    // A business error means that the shown state is outdated, so reload it too.
    if (answer.ok || answer.failure.kind === 'business') onChanged();
  }
  if (editing)
    return (
      <EditRx
        rx={rx}
        draft={editing}
        onClose={() => setEditing(null)}
        onChanged={() => {
          setEditing(null);
          onChanged();
        }}
      />
    );
  return (
    <>
      <div ref={sheet}>
        <PrescriptionSheet rx={rx} />
        <OpenPaper place={sheet} paper={paper} />
      </div>
      {logs && logs.length > 0 ? (
        <>
          <h3>{t('prescription.history')}</h3>
          <EventLog
            label={t('prescription.history')}
            entries={logs.map((entry) => ({ ...entry, action: codeText('prescription.actions', entry.action) }))}
          />
        </>
      ) : null}
      <footer>
        <Link className="page-link" to={`/orderRecord/detail?id=${orderId}`}>
          {t('prescriptions.toOrder')}
        </Link>
        <PrintRx rx={rx} />
        <ContinueRx rx={rx} onEdit={setEditing} />
        {prescriptionActions(status).includes('cancel') ? (
          <Button look="outline" tone="danger" onClick={() => setState('open')}>
            {t('prescription.cancel')}
          </Button>
        ) : null}
      </footer>
      {state !== 'closed' ? (
        <CancelPrescription
          rx={rx}
          patient={rx.patient}
          colour={null}
          busy={state === 'sent'}
          refusal={refusal}
          onCancel={(reason) => void cancel(reason)}
          onClose={() => setState('closed')}
        />
      ) : null}
    </>
  );
}
