import { expect } from 'vitest';
import type { Person } from './browser.ts';
import { staff } from './staff.ts';

/** Actions of a doctor in the cloud room. All elements are found by their accessible name. */
export function doctor(person: Person) {
  const { page, name, ...actions } = staff(person);
  const pane = (patient: string) => page.getByRole('region', { name: name('Consultation with {}', patient) });
  const message = (patient: string) => pane(patient).getByRole('textbox', { name: name('Message {}', patient) });
  const conversation = (patient: string) =>
    pane(patient).getByRole('log', { name: name('Conversation with {}', patient, { under: 'chat.log' }) });
  const bubble = (patient: string, text: string) =>
    conversation(patient).locator('[data-message-id]').filter({ hasText: text });
  async function accepts(patient: string) {
    const awaiting = page.getByRole('region', { name: name('Awaiting patients') });
    await awaiting.getByRole('button', { name: name('Accept {}', patient) }).click();
    await pane(patient).waitFor();
  }

  /** The number of the prescription that was submitted. */
  async function prescriptionNumber(patient: string): Promise<string> {
    const paper = pane(patient).getByRole('article', {
      name: name('Prescription {}', '', { under: 'prescription.paper' }),
    });
    await paper.waitFor();
    return (await paper.getAttribute('aria-label'))?.match(/RX\w+/)?.[0] ?? '';
  }

  return {
    ...actions,
    page,
    name,
    pane,
    conversation,
    bubble,
    async signsIn(account = 'doctor01', password?: string) {
      await actions.signsIn(account, password);
    },
    accepts,
    /** Signs in, goes to the cloud room and accepts these patients, each in a pane. */
    async beginsWork(account: string, patients: readonly { name: string }[]) {
      await actions.signsIn(account);
      await actions.opens('Cloud room');
      for (const patient of patients) await accepts(patient.name);
    },
    async writes(patient: string, text: string) {
      await message(patient).fill(text);
      await message(patient).press('Enter');
      await bubble(patient, text).waitFor();
    },
    /** Waits until the bubble of this text shows "Sent", "Delivered", "Read" or "Not sent". */
    async sees(patient: string, text: string, state: 'Sent' | 'Delivered' | 'Read' | 'Not sent') {
      await bubble(patient, text).getByText(name(state)).waitFor();
    },
    async reads(patient: string, text: string) {
      await conversation(patient).getByText(text).waitFor();
    },
    async turnsTo(patient: string, tab: 'Record' | 'Prescription' | 'History') {
      await pane(patient)
        .getByRole('tab', { name: name(tab) })
        .click();
    },
    async notes(patient: string, field: string, text: string) {
      await pane(patient)
        .getByRole('textbox', { name: name(field) })
        .fill(text);
    },
    async chooses(patient: string, field: string, search: string, option: string | RegExp) {
      const box = pane(patient).getByRole('combobox', { name: name(field) });
      await box.fill(search);
      await page.getByRole('option', { name: option }).first().click();
    },
    /** Waits until the record shows that it is saved; "Not saved" contains the same word. */
    async saved(patient: string) {
      const saved = name('Saved', { under: 'common.state' });
      await pane(patient).getByRole('status', { name: saved, exact: true }).waitFor();
    },
    /** Waits for the safety checks and writes a reason for each warning that requires one. */
    async answersChecks(patient: string, reason: string) {
      const checks = pane(patient).getByRole('region', { name: name('Safety checks') });
      const placeholder = name('Your reason, read by the reviewer');
      const reasons = pane(patient).getByPlaceholder(placeholder);
      await checks
        .getByText(name('Nothing found', { under: 'prescription' }))
        .or(reasons)
        .first()
        .waitFor();
      for (const box of await reasons.all()) await box.fill(reason);
    },
    /** Submits the prescription through the dialog that names the patient; returns its number. */
    async submitsPrescription(patient: string): Promise<string> {
      const submit = name('Submit prescription', { under: 'prescription.submit' });
      await pane(patient).getByRole('button', { name: submit }).click();
      await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: submit }).click();
      return prescriptionNumber(patient);
    },
    prescriptionNumber,
    async seesPrescription(
      patient: string,
      state: 'Waiting for review' | 'Approved and in force' | 'Rejected by the reviewer',
    ) {
      await pane(patient).getByText(name(state)).first().waitFor();
    },
    /** Types without sending. */
    async types(patient: string, text: string) {
      await message(patient).fill(text);
    },
    async hasDraft(patient: string, text: string) {
      await expect.poll(() => message(patient).inputValue(), { timeout: 15_000 }).toBe(text);
    },
    /** The open panes, from left to right. */
    panes: () =>
      page
        .getByRole('region', { name: new RegExp(`^${name('Consultation with {}', '').trim()}`) })
        .evaluateAll((regions) => regions.map((region) => region.getAttribute('aria-label'))),
    /** Reloads the page as F5 does. */
    async leavesAndReturns() {
      await page.reload();
      await page.getByRole('navigation', { name: name('Main') }).waitFor();
    },
    async presses(patient: string, button: string) {
      await pane(patient)
        .getByRole('button', { name: name(button) })
        .click();
    },
  };
}
