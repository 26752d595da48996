import { placeOfAlert } from '../../domain/alerts.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { nothing$ } from '../../streams/live.ts';
import { shortTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { DueCard, DueRow } from './DueCard.tsx';
import { FailedNotice } from './FailedNotice.tsx';

/** Questions of reviewers that wait for the doctor; nothing while there are none, and a retry if they could not be loaded. */
export function AskedNow() {
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const service = useLive(useApp().alerts$)?.questions;
  const list = useLive(service?.open$ ?? nothing$);
  const questions = list?.questions ?? [];
  if (list?.state === 'failed') return <FailedNotice title={t('home.questionsFailed')} onRetry={service?.refresh} />;
  return (
    <DueCard title={t('home.questions')} total={questions.length}>
      {questions.map(({ id, orderId, patientName, prescriptionNo, text, author, askTime }) => (
        <DueRow
          key={id}
          to={placeOfAlert({ kind: 'question', orderId })}
          name={patientName}
          about={prescriptionNo}
          text={dotted(author.name, text)}
          when={<time>{shortTimeText(askTime, now, where)}</time>}
        />
      ))}
    </DueCard>
  );
}
