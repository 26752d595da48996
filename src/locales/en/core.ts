import { common } from './common.ts';
import { errors } from './errors.ts';
import { layout } from './layout.ts';
import { session } from './session.ts';

/** What every page needs, the sign-in page included. */
export const core = { common, errors, layout, session } as const;
