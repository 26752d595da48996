import { audit } from './audit.ts';
import { myReviews } from './myReviews.ts';
import { reviewSheet } from './reviewSheet.ts';

/** Texts that only auditors read. */
export const reviews = { audit: { ...audit, ...reviewSheet, ...myReviews } } as const;
