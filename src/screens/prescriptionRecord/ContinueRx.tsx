import { Link, useNavigate } from 'react-router-dom';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import { draftKey } from '../../domain/drafts.ts';
import { draftFrom, RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { prescriptionOf } from '../../machines/selectors/consultation.ts';
import { isBlankForm } from '../../machines/selectors/prescription.ts';
import { consultationOf } from '../../machines/selectors/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp, useWork } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';

const { approved, dispensed, draft: unsent, expired, rejected } = PrescriptionStatus;
const repeatable: readonly number[] = [approved, dispensed, expired];

const inRoom = (order: string) => `/cloudRoom?order=${order}&tab=prescription`;

type Props = { readonly rx: Rx; readonly onEdit: (draft: RxDraft) => void };

/** Continues with a prescription: in the cloud room while a consultation with the patient runs, otherwise here. */
export function ContinueRx({ rx, onEdit }: Props) {
  const { t } = useTranslation();
  const { running } = useLive(useWork().awaiting.list);
  const isOpen = running.some(({ id }) => id === rx.orderId);
  if (rx.status === rejected && !isOpen) return <Correct rx={rx} onEdit={onEdit} />;
  if (rx.status === rejected || (rx.status === unsent && isOpen))
    return (
      <Button asChild>
        <Link to={inRoom(rx.orderId)}>
          {t(rx.status === rejected ? 'prescription.resubmit' : 'prescriptions.continueDraft')}
        </Link>
      </Button>
    );
  if (!repeatable.includes(rx.status)) return null;
  const orders = running.filter(({ patient }) => patient.id === rx.patient.id);
  const [order] = orders;
  if (!order) return <p className="card-note">{t('prescriptions.repeatLater')}</p>;
  if (orders.length === 1) return <Repeat rx={rx} order={order} label={t('prescription.repeat')} />;
  return <RepeatWhere rx={rx} orders={orders} />;
}

/** Starts to correct a rejected prescription, with the changes of an earlier visit if they were not handed in. */
function Correct({ rx, onEdit }: Props) {
  const { drafts, newRequestId } = useWork();
  const { t } = useTranslation();
  const stored = RxDraft.safeParse(useLive(drafts.draft(draftKey('prescription', rx.orderId)))?.value).data;
  const isOfThis = stored?.editing?.id === rx.id && stored.editing.version === rx.version;
  return (
    <Button
      onClick={() => onEdit(isOfThis ? stored : draftFrom(rx, newRequestId(), { id: rx.id, version: rx.version }))}
    >
      {t('prescription.resubmit')}
    </Button>
  );
}

type Orders = { readonly rx: Rx; readonly orders: readonly ConsultOrder[] };

/** Asks in which of the patient's running consultations it is repeated. */
function RepeatWhere({ rx, orders }: Orders) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = ({ orderNo, chiefComplaint, acceptTime, createTime }: ConsultOrder) =>
    dotted(chiefComplaint, dateTimeText(acceptTime ?? createTime, locale), orderNo);
  return (
    <fieldset className="rx-repeat">
      <legend className="card-note">{t('prescriptions.repeatWhere')}</legend>
      {orders.map((order) => (
        <Repeat key={order.id} rx={rx} order={order} label={nameOf(order)} />
      ))}
    </fieldset>
  );
}

type Repeated = { readonly rx: Rx; readonly order: ConsultOrder; readonly label: string };

/** Copies a prescription into the running consultation with the same patient, unless another is being written there. */
function Repeat({ rx, order, label }: Repeated) {
  const { toasts } = useApp();
  const { drafts, newRequestId, workspace } = useWork();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const key = draftKey('prescription', order.id);
  const stored = RxDraft.safeParse(useLive(drafts.draft(key))?.value).data;

  /** True once the copy is the draft of that consultation. */
  function copy(): boolean {
    const draft = draftFrom(rx, newRequestId(), null);
    const consultation = consultationOf(order.id)(workspace.getSnapshot());
    const machine = consultation && prescriptionOf(consultation.getSnapshot());
    if (!machine) {
      if (stored && stored.lines.length > 0) return false;
      drafts.write(key, draft);
      return true;
    }
    const now = machine.getSnapshot();
    const started = { type: 'prescription.started', draft } as const;
    if (now.can(started)) machine.send(started);
    else if (isBlankForm(now)) machine.send({ type: 'draft.changed', draft });
    else return false;
    return true;
  }
  return (
    <Button
      onClick={() => {
        if (!copy()) toasts.show({ tone: 'warning', text: t('prescriptions.repeatBlocked') });
        void navigate(inRoom(order.id));
      }}
    >
      {label}
    </Button>
  );
}
