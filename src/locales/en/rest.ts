import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { chat } from './chat.ts';
import { home } from './home.ts';
import { orders } from './orders.ts';
import { prescription } from './prescription.ts';
import { prescriptions } from './prescriptions.ts';
import { profile } from './profile.ts';
import { record } from './record.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';
import { workspace } from './workspace.ts';

/** The screens behind the sign-in. */
export const rest = {
  alerts,
  audit,
  chat,
  home,
  orders,
  prescription,
  prescriptions,
  profile,
  record,
  schedule,
  settings,
  workspace,
} as const;
