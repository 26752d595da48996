import { lazy, Suspense } from 'react';
import { loadTexts } from '../../locales/i18n.ts';
import type { QuestionCardsProps } from '../reviewDesk.ts';
import { useLive } from '../useLive.ts';

const CardList = lazy(async () => {
  const [{ CardList }] = await Promise.all([import('./CardList.tsx'), loadTexts('documents')]);
  return { default: CardList };
});

/** The questions of auditors in a consultation's chat column; the code of the cards loads with the first question. */
export function QuestionCards({ desk, orderId }: QuestionCardsProps) {
  const cards = useLive(desk.cards$);
  const own = cards.filter(({ question }) => question.orderId === orderId);
  if (own.length === 0) return null;
  return (
    <Suspense>
      <CardList cards={own} />
    </Suspense>
  );
}
