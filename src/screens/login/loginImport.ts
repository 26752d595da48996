import { askedAhead } from '../../domain/askedAhead.ts';

/** The sign-in page. */
export const loginImport = askedAhead(() => import('./Login.tsx'));
