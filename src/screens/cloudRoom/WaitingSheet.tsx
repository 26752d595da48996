import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { Failure } from '../../../contract/operation.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useLinks } from '../app/links.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';

type Props = {
  readonly consultation: Consultation;
  readonly order: ConsultOrder;
  readonly busy: boolean;
  readonly failure: Failure | null;
};

/** A waiting patient's complaint and facts, shown before a doctor accepts. */
export function WaitingSheet({ consultation, order, busy, failure }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { linkOf } = useLinks();
  const types = useLive(useApp().lists$).Consult_Type;
  const { chiefComplaint, consultType, payTime, createTime, images } = order;
  const facts: readonly [string, string][] = [
    [t('workspace.waitingPane.complaint'), chiefComplaint ?? t('common.state.notRecorded')],
    [
      t('workspace.waitingPane.type'),
      labelOf(types, consultType) ?? t('common.state.unknown', { value: String(consultType) }),
    ],
    [t('workspace.waitingPane.since'), dateTimeText(payTime ?? createTime, locale)],
  ];
  return (
    <div className="pane-waiting">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        {images && images.length > 0 ? (
          <div>
            <dt>{t('workspace.waitingPane.pictures')}</dt>
            <dd className="pane-waiting-pictures">
              {images.map((url, index) => (
                <a key={url} href={linkOf(url)} target="_blank" rel="noopener noreferrer">
                  <img src={linkOf(url)} alt={`${t('workspace.waitingPane.pictures')} ${index + 1}`} loading="lazy" />
                </a>
              ))}
            </dd>
          </div>
        ) : null}
      </dl>
      {failure ? (
        <p role="alert" className="pane-failure">
          {t('workspace.pane.failed', { reason: failure.message })}
        </p>
      ) : null}
      <div className="pane-waiting-foot">
        <p>{t('chat.readOnly.awaiting')}</p>
        <Button busy={busy} onClick={() => consultation.send({ type: 'accept.requested' })}>
          {t(busy ? 'workspace.waitingPane.accepting' : 'workspace.waitingPane.accept')}
        </Button>
      </div>
    </div>
  );
}
