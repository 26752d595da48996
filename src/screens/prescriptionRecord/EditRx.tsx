import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { LoadedPrescription } from '../../domain/rxAnswers.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { isIssuedKnown, isNewerThan } from '../../machines/selectors/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { laterPart, PartAway } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp, useWork } from '../app/app.ts';

/** The form of the cloud room, which this screen loads only to correct a prescription. */
const PrescriptionSheet = laterPart(() =>
  import('../prescription/PrescriptionPanel.tsx').then((m) => m.PrescriptionSheet),
);

type Props = {
  readonly rx: Rx;
  /** The prescription as it is changed, perhaps by an earlier visit. */
  readonly draft: RxDraft;
  readonly onClose: () => void;
  /** It was handed in, or the platform has another version. */
  readonly onChanged: () => void;
};

/** Corrects a prescription whose consultation is over; the changes are a draft until it is handed in. */
export function EditRx({ rx, draft, onClose, onChanged }: Props) {
  const { api, inspection, toasts } = useApp();
  const { prescribing, documentCalls } = useWork();
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and draft are where the editing begins.
  const machine = useMemo(() => {
    const { requestId } = draft;
    let first: LoadedPrescription | null = { latest: rx, draft, requestId };
    const load = async (): Promise<LoadedPrescription> => {
      const known = first;
      first = null;
      if (known) return known;
      const answer = await api.getPrescription({ id: rx.id }, { quiet: true });
      if (!answer.ok) throw new Error(answer.failure.message);
      return { latest: answer.data, draft: null, requestId };
    };
    return prescribing.provide({ actors: { load: fromPromise(load) } });
  }, [prescribing, api, rx.id]);
  const actor = useActorRef(machine, { input: { orderId: rx.orderId }, ...inspection });
  const isIssued = useSelector(actor, isIssuedKnown);
  const isStored = useSelector(actor, isNewerThan(rx.version));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the machine has left the form.
  useEffect(() => {
    if (!isIssued) return;
    if (isStored) toasts.show({ tone: 'success', text: t('prescriptions.handedIn', { number: rx.prescriptionNo }) });
    onChanged();
  }, [isIssued]);
  return (
    <div className="rx-edit">
      <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={10} />}>
        <PartAway of={documentCalls}>
          <PrescriptionSheet prescription={actor} record={null} patient={rx.patient} />
        </PartAway>
      </Suspense>
      <Button look="ghost" tone="neutral" onClick={onClose}>
        {t('prescriptions.stopEditing')}
      </Button>
    </div>
  );
}
