import { Suspense } from 'react';
import { loadTexts } from '../../locales/i18n.ts';
import { laterPart } from '../../ui/LaterPart.tsx';
import type { QuestionCardsProps } from '../app/reviewerServices.ts';
import { useLive } from '../hooks/useLive.ts';

const CardList = laterPart(async () => {
  const [{ CardList }] = await Promise.all([import('./CardList.tsx'), loadTexts('documents')]);
  return CardList;
}, 'line');

const FoldedCards = laterPart(async () => {
  const [{ FoldedCards }] = await Promise.all([import('./FoldedCards.tsx'), loadTexts('documents')]);
  return FoldedCards;
}, 'line');

/** The questions of reviewers in a consultation; the code of the cards loads with the first question. */
export function QuestionCards({ service, orderId, folded = false }: QuestionCardsProps) {
  const cards = useLive(service.cards$);
  const own = cards.filter(({ question }) => question.orderId === orderId);
  if (own.length === 0) return null;
  return <Suspense>{folded ? <FoldedCards cards={own} /> : <CardList cards={own} />}</Suspense>;
}
