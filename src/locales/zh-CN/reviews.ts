import { audit } from './audit.ts';

export const reviews = { audit };
