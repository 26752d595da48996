import { myReviews } from './myReviews.ts';
import { reviewQueue } from './reviewQueue.ts';
import { reviewSheet } from './reviewSheet.ts';

/** Texts that only reviewers read. */
export const reviews = { reviewing: { ...reviewQueue, ...reviewSheet, ...myReviews } } as const;
