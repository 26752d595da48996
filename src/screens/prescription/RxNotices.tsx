import { useSelector } from '@xstate/react';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RxState } from './RxState.tsx';

/** Why the prescription came back or has not gone out, or that nobody knows yet whether it has. */
export function RxNotices({ prescription }: { readonly prescription: PrescriptionActor }) {
  const { t } = useTranslation();
  const unconfirmed = useSelector(prescription, (s) => s.matches('unconfirmed'));
  const message = useSelector(prescription, (s) => s.context.message);
  const rejected = useSelector(prescription, ({ context: { latest, draft } }) =>
    latest?.status === PrescriptionStatus.rejected && draft.editing?.id === latest.id ? latest : null,
  );
  if (unconfirmed)
    return (
      <Notice
        tone="warning"
        urgent
        title={t('prescription.unconfirmed')}
        actions={
          <Button
            size="sm"
            look="outline"
            tone="neutral"
            onClick={() => prescription.send({ type: 'retry.requested' })}
          >
            {t('prescription.askNow')}
          </Button>
        }
      />
    );
  return (
    <>
      {rejected ? <RxState rx={rejected} /> : null}
      {message === null ? null : <Notice tone="danger" urgent title={t('prescription.problem', { reason: message })} />}
    </>
  );
}
