import { openPhone, type Phone } from '../../simulator/phone.ts';
import type { Language } from './browser.ts';
import { newMessageId } from './messageId.ts';
import { demoPassword } from './signIn.ts';

const adultMs = 18 * 366 * 86_400_000;
const isAdult = (birthday: string | null) => birthday !== null && Date.now() - Date.parse(birthday) > adultMs;
const isOver = (status: number) => status >= 30;

/** A simulated patient on a real socket, controlled by the test. */
const patient = (url: string, mobile: string, language: Language): Promise<Phone> =>
  openPhone({ url, tenantId: '1', language, mobile, password: demoPassword, newId: newMessageId });

/** Different adult patients of the demonstration hospital without an open consultation. */
export async function freePatients(url: string, count: number, language: Language = 'en'): Promise<Phone[]> {
  const found: Phone[] = [];
  for (let number = 1; found.length < count && number <= 60; number += 1) {
    const phone = await patient(url, `139${String(number).padStart(8, '0')}`, language);
    const orders = await phone.orders();
    if (isAdult(phone.birthday) && orders.every(({ status }) => isOver(status))) found.push(phone);
    else phone.close();
  }
  if (found.length < count) throw new Error(`only ${found.length} patients are free`);
  return found;
}
