import { randomBytes } from 'node:crypto';
import { uuidv7 } from '../contract/uuidv7.ts';
import { type Hospital, mobiles } from './accounts.ts';
import { openPhone, type Phone } from './phone.ts';
import type { Language } from './scripts/script.ts';

const adultMs = 18 * 366 * 86_400_000;
const isAdult = (birthday: string | null) => birthday !== null && Date.now() - Date.parse(birthday) > adultMs;
const isOver = (status: number) => status >= 30;

const newId = uuidv7({ now: Date.now, randomBytes });

/** Phones of different patients without an open consultation: adults, or those with a wanted birthday. */
export async function freePatients(
  hospital: Hospital,
  count: number,
  language: Language,
  isWanted: (birthday: string | null) => boolean = isAdult,
): Promise<Phone[]> {
  const found: Phone[] = [];
  for (const mobile of mobiles) {
    if (found.length === count) break;
    const phone = await openPhone({ ...hospital, language, mobile, newId });
    const orders = await phone.orders();
    if (isWanted(phone.birthday) && orders.every(({ status }) => isOver(status))) found.push(phone);
    else phone.close();
  }
  if (found.length < count) throw new Error(`only ${found.length} patients are free`);
  return found;
}
