import { audit } from './audit.ts';
import { myReviews } from './myReviews.ts';
import { reviewSheet } from './reviewSheet.ts';

export const reviews = { audit: { ...audit, ...reviewSheet, ...myReviews } };
