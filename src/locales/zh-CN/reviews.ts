import { myReviews } from './myReviews.ts';
import { reviewQueue } from './reviewQueue.ts';
import { reviewSheet } from './reviewSheet.ts';

export const reviews = { reviewing: { ...reviewQueue, ...reviewSheet, ...myReviews } };
