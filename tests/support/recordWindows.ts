import { expect } from 'vitest';
import type { Person } from './browser.ts';
import { doctor } from './doctor.ts';

/** A window of a doctor's browser. */
export type Window = ReturnType<typeof doctor>;

export const field = (window: Window, patientName: string, label: string) =>
  window.pane(patientName).getByRole('textbox', { name: label });

/** Opens a panel, which a reload may have left open. */
export async function shows(window: Window, patientName: string, panel: 'Record' | 'Prescription') {
  const tab = window.pane(patientName).getByRole('tab', { name: panel });
  await tab.waitFor();
  const isShown = async () => (await tab.getAttribute('aria-selected')) === 'true';
  // A click may come just before the reload opens the panel, and close it.
  await expect
    .poll(async () => {
      if (!(await isShown())) await tab.click();
      return isShown();
    })
    .toBe(true);
}

export const showsRecord = (window: Window, patientName: string) => shows(window, patientName, 'Record');

/** One more window of this person with the patient's record. */
export async function windowOf(user: Person, patientName: string): Promise<Window> {
  const page = await user.tab();
  await page.goto('/cloudRoom');
  const there = doctor({ ...user, page });
  await showsRecord(there, patientName);
  return there;
}

export async function signsInAgain(
  window: Window,
  account: string,
  patientName: string,
  panel: 'Record' | 'Prescription' = 'Record',
) {
  await window.signsOut();
  await window.signsIn(account);
  await window.opens('Cloud room');
  await shows(window, patientName, panel);
}

export async function signsRecord(window: Window, patientName: string) {
  await window.presses(patientName, 'Sign record');
  await window.page.getByRole('alertdialog').getByRole('button', { name: 'Sign record' }).click();
  await window.pane(patientName).getByText('This record is signed and locked.').waitFor();
}

const recordSave = '**/case/addOrUpdateCaseInfo';

/** Lets every save of this window fail until the returned call, so that it does not take over what others save. */
export async function savesFail({ page }: Window) {
  await page.route(recordSave, (route) => route.abort());
  return () => page.unroute(recordSave);
}
