import { useCallback } from 'react';
import type { myAuditRecord } from '../../../contract/extension/audit.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useQuery } from '../lists/usePages.ts';
import { OpenRx, PrintRx } from '../prescription/OpenRx.tsx';
import { RxState, RxTrail } from '../prescription/RxState.tsx';

export type Reviewed = ReplyOf<typeof myAuditRecord>['list'][number];

type Props = { readonly reviewed: Reviewed; readonly onClose: () => void };

/** The current state of a prescription that was decided. */
export function ReviewedRx({ reviewed: { id, prescriptionNo }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const result = useQuery(
    useCallback((signal: AbortSignal) => api.getPrescription({ id }, { signal, quiet: true }), [api, id]),
  );
  return (
    <Dialog
      open
      size="lg"
      title={t('reviewing.mine.detail', { number: prescriptionNo })}
      closeLabel={t('common.actions.close')}
      onClose={onClose}
    >
      <QueryResult result={result}>
        {(rx) => (
          <div className="my-reviews-rx">
            <RxState rx={rx} />
            <OpenRx rx={rx} />
            <RxTrail rx={rx} />
            <PrintRx rx={rx} />
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}
