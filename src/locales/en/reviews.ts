import { audit } from './audit.ts';

/** Texts that only auditors read. */
export const reviews = { audit } as const;
