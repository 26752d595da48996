import { MessageCircleQuestion } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import type { QuestionCard } from '../app/reviewerServices.ts';
import { CardList } from './CardList.tsx';
import './questions.css';

/** Below a side panel that covers the chat: that questions wait, and on request their cards. The panel stays open. */
export function FoldedCards({ cards }: { readonly cards: readonly QuestionCard[] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const field = isOpen ? bar.current?.querySelector('textarea') : null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [isOpen]);
  const fold = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    toggle.current?.focus();
    setIsOpen(false);
  };
  const [first] = cards;
  if (!first) return null;
  const { author, prescriptionNo: number } = first.question;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of the fields and buttons in it.
    <div ref={bar} className="questions-folded" onKeyDown={fold}>
      {isOpen ? <CardList cards={cards} /> : null}
      <div className="questions-line">
        <MessageCircleQuestion aria-hidden="true" />
        <span>
          {isOpen
            ? t('questions.card.list')
            : cards.length === 1
              ? t('questions.card.title', { name: author.name, number })
              : t('questions.bar.several', { count: cards.length })}
        </span>
        <Button
          ref={toggle}
          size="sm"
          look={isOpen ? 'outline' : 'solid'}
          tone={isOpen ? 'neutral' : 'brand'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'questions.bar.fold' : 'questions.bar.answer')}
        </Button>
      </div>
    </div>
  );
}
