import { alerts } from './alerts.ts';
import { chat } from './chat.ts';
import { orderState } from './orderState.ts';
import { prescription } from './prescription.ts';
import { record } from './record.ts';
import { workspace } from './workspace.ts';

/** What the screens behind the sign-in share, and those of the doctor's work with patients. */
export const rest = {
  alerts,
  chat,
  orderState,
  prescription,
  record,
  workspace,
} as const;
