import { useMemo } from 'react';
import type { OrderId, PatientId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { question } from '../../streams/question.ts';
import { useApp } from '../app.ts';
import { Asked } from './Asked.tsx';

type Props = { readonly patientId: PatientId; readonly orderId: OrderId };

/** What the patient or earlier doctors told of the patient's past. */
export function PersonalHistory({ patientId, orderId }: Props) {
  const { t } = useTranslation();
  const { api } = useApp();
  const asked = useMemo(
    () => question((signal) => api.getPersonalHistory({ patientId, orderId }, { signal, quiet: true })),
    [api, patientId, orderId],
  );
  return (
    <Asked question={asked}>
      {({ past, allergy, family, personal, surgery }) => {
        const facts: readonly [string, string | null | undefined][] = [
          [t('workspace.history.past'), past],
          [t('workspace.history.allergy'), allergy],
          [t('workspace.history.surgery'), surgery],
          [t('workspace.history.personalHabits'), personal],
          [t('workspace.history.family'), family],
        ];
        return (
          <dl className="history-facts">
            {facts.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd data-missing={!text || undefined}>{text || t('common.state.notRecorded')}</dd>
              </div>
            ))}
          </dl>
        );
      }}
    </Asked>
  );
}
