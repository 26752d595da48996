import type { ReviewQuestion } from '../../../contract/extension/reviewQuestions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dotted } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { AskedFinding } from './AskedFinding.tsx';
import { AskField } from './AskField.tsx';
import { SignedMark } from './ConfirmFinding.tsx';
import { useThread } from './ThreadContext.tsx';
import './questions.css';
import { useMinutes } from '../hooks/useMinutes.ts';

/** What became of a question: its answer, that it waits, or why it no longer does. */
function Outcome({ question: { askTime, answer, closed } }: { readonly question: ReviewQuestion }) {
  const { t } = useTranslation();
  const where = useLocale();
  const minutes = useMinutes();
  const waited = useTicking((now) => minutes(Math.max(0, now - askTime)));
  if (answer)
    return (
      <div className="thread-answer">
        <p className="question-time">{dotted(answer.author.name, dateTimeText(answer.time, where))}</p>
        {answer.confirms ? <SignedMark signature={answer.signature ?? 'broken'} /> : null}
        {answer.text ? (
          <p dir="auto" className="question-text">
            {answer.text}
          </p>
        ) : null}
      </div>
    );
  return (
    <p>
      <Badge tone={closed ? 'neutral' : 'warning'}>
        {closed ? t(`questions.closed.${closed.reason}`) : t('questions.thread.waiting', { time: waited })}
      </Badge>
    </p>
  );
}

/** The questions about a prescription with their answers, and the field to ask. */
export function QuestionThread({ review }: { readonly review: Review }) {
  const { t } = useTranslation();
  const where = useLocale();
  const thread = useThread();
  if (!thread) return null;
  return (
    <section className="review-part thread" aria-label={t('questions.thread.title')}>
      <h3>{t('questions.thread.title')}</h3>
      {thread.failed ? (
        <Notice
          tone="danger"
          title={t('questions.thread.failed')}
          actions={
            <Button size="sm" look="outline" tone="neutral" onClick={thread.reload}>
              {t('common.actions.retry')}
            </Button>
          }
        />
      ) : null}
      <Skeleton loading={thread.questions === null && !thread.failed} label={t('common.state.loading')} lines={2}>
        {thread.questions && thread.questions.length > 0 ? (
          <ol aria-live="polite">
            {thread.questions.map((question) => (
              <li key={question.id}>
                <p className="question-time">{dotted(question.author.name, dateTimeText(question.askTime, where))}</p>
                <p dir="auto" className="question-text">
                  {question.text || t('questions.ask.confirmText')}
                </p>
                {question.finding ? <AskedFinding finding={question.finding} by="doctor" /> : null}
                <Outcome question={question} />
              </li>
            ))}
          </ol>
        ) : null}
      </Skeleton>
      {thread.asking ? <AskField key={thread.asking.entry.sessionId} asking={thread.asking} review={review} /> : null}
    </section>
  );
}
