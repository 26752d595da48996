import { lazy, Suspense } from 'react';
import { loadTexts } from '../../locales/i18n.ts';
import type { QuestionCardsProps } from '../reviewDesk.ts';
import { useLive } from '../useLive.ts';

const CardList = lazy(async () => {
  const [{ CardList }] = await Promise.all([import('./CardList.tsx'), loadTexts('documents')]);
  return { default: CardList };
});

const FoldedCards = lazy(async () => {
  const [{ FoldedCards }] = await Promise.all([import('./FoldedCards.tsx'), loadTexts('documents')]);
  return { default: FoldedCards };
});

/** The questions of auditors in a consultation; the code of the cards loads with the first question. */
export function QuestionCards({ desk, orderId, folded = false }: QuestionCardsProps) {
  const cards = useLive(desk.cards$);
  const own = cards.filter(({ question }) => question.orderId === orderId);
  if (own.length === 0) return null;
  return <Suspense>{folded ? <FoldedCards cards={own} /> : <CardList cards={own} />}</Suspense>;
}
