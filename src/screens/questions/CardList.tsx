import { useSelector } from '@xstate/react';
import { MessageCircleQuestion } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { isEntryClosed } from '../../machines/selectors/threadEntry.ts';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText, timeText } from '../../ui/format.ts';
import { useWork } from '../app/app.ts';
import type { QuestionCard } from '../app/reviewerServices.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { AnswerField } from './AnswerField.tsx';
import { AskedFinding } from './AskedFinding.tsx';
import './questions.css';
import { useMinutes } from '../hooks/useMinutes.ts';

/** Where the focus goes when its card is removed: the next card's field, the reply box, or the panel that covers it. */
const places = ['.question textarea', '.pane-main:not([inert]) .reply-box > textarea', '.pane-side-panel'];

/** Moves the focus within the pane when the card that has it is removed. */
function useFocusHandover() {
  const card = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    const pane = own?.closest('.pane');
    return () => {
      if (!own?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        for (const place of places)
          if (document.activeElement === document.body) pane?.querySelector<HTMLElement>(place)?.focus();
      });
    };
  }, []);
  return card;
}

/** A question of a reviewer: what is asked, since when, and the answer in place. */
function Card({ card: { question, entry } }: { readonly card: QuestionCard }) {
  const { t } = useTranslation();
  const { workspace } = useWork();
  const where = useLocale();
  const minutes = useMinutes();
  const title = useId();
  const element = useFocusHandover();
  const waited = useTicking((now) => minutes(Math.max(0, now - question.askTime)));
  const isClosed = useSelector(entry, isEntryClosed);
  const { author, orderId, prescriptionNo: number, expireTime } = question;
  const openPrescription = () => {
    const choice = { beside: 'prescription', over: 'prescription' } as const;
    workspace.send({ type: 'sidePanel.chosen', orderId, choice });
  };
  return (
    <li ref={element} className="question" data-closed={isClosed || undefined}>
      <article aria-labelledby={title}>
        <header>
          <MessageCircleQuestion aria-hidden="true" />
          <h3 id={title}>{t('questions.card.title', { name: author.name, number })}</h3>
          <Button size="sm" look="ghost" onClick={openPrescription}>
            {t('questions.card.open')}
          </Button>
        </header>
        <p className="question-time">
          {[
            t('questions.card.asked', { time: timeText(question.askTime, where) }),
            ...(isClosed
              ? []
              : [
                  t('questions.card.waiting', { time: waited }),
                  t('questions.card.validUntil', { time: dateTimeText(expireTime, where) }),
                ]),
          ].join(' · ')}
        </p>
        <p dir="auto" className="question-text">
          {question.text || t('questions.ask.confirmText')}
        </p>
        {question.finding ? <AskedFinding finding={question.finding} by="you" /> : null}
        <AnswerField entry={entry} confirmable={Boolean(question.finding)} label={t('questions.card.answer')} />
      </article>
    </li>
  );
}

/** The questions of one consultation that wait for its doctor. */
export function CardList({ cards }: { readonly cards: readonly QuestionCard[] }) {
  const { t } = useTranslation();
  return (
    <ul className="questions" aria-label={t('questions.card.list')}>
      {cards.map((card) => (
        <Card key={card.question.id} card={card} />
      ))}
    </ul>
  );
}
