import { useSelector } from '@xstate/react';
import { Pill } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { prescriptionOf } from '../../machines/selectors/consultation.ts';
import { isElsewhereThan } from '../../machines/selectors/prescription.ts';
import type { Rejection } from '../../streams/rejections.ts';
import { Button } from '../../ui/Button.tsx';
import { useUnopenedRejections } from '../prescription/rejections.ts';

type OpenProps = {
  readonly rejection: Rejection;
  readonly prescription: PrescriptionActor | null;
  readonly onPanel: () => void;
};

/** Opens the prescription in the pane, or on its page while the panel shows another one or a form. */
function OpenRejected({ rejection, prescription, onPanel }: OpenProps) {
  const { t } = useTranslation();
  const isElsewhere = useSelector(prescription ?? undefined, isElsewhereThan(rejection.id));
  const label = t('workspace.finish.openPrescription');
  if (!isElsewhere)
    return (
      <Button size="sm" look="outline" onClick={onPanel}>
        {label}
      </Button>
    );
  return (
    <Button asChild size="sm" look="outline">
      <Link to={`/prescriptionRecord?id=${rejection.id}`}>{label}</Link>
    </Button>
  );
}

type Props = { readonly orderId: OrderId; readonly consultation: Consultation; readonly onPanel: () => void };

/** The rejected prescriptions of a consultation, until the doctor has opened each. */
export function RejectionBar({ orderId, consultation, onPanel }: Props) {
  const { t } = useTranslation();
  const prescription = useSelector(consultation, prescriptionOf);
  const rejections = useUnopenedRejections().filter((one) => one.orderId === orderId);
  return rejections.map((rejection) => (
    <div key={rejection.key} className="pane-rejected" role="alert">
      <Pill aria-hidden="true" />
      <p>
        <strong>{t('workspace.rejected.bar', { number: rejection.prescriptionNo })}</strong>
        {rejection.remark ? <span dir="auto">{` ${rejection.remark}`}</span> : null}
      </p>
      <OpenRejected rejection={rejection} prescription={prescription} onPanel={onPanel} />
    </div>
  ));
}
