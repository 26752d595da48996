import type { Person } from './browser.ts';
import { staff } from './staff.ts';

/** A doctor at the cloud room, in the words of the consulting room. Everything is found by its accessible name. */
export function doctor(person: Person) {
  const { page, name, ...habits } = staff(person);
  const pane = (patient: string) => page.getByRole('region', { name: name('Consultation with {}', patient) });
  const message = (patient: string) => pane(patient).getByRole('textbox', { name: name('Message {}', patient) });
  const talk = (patient: string) => pane(patient).getByRole('log', { name: name('Conversation with {}', patient) });
  const bubble = (patient: string, text: string) =>
    talk(patient).locator('[data-message-id]').filter({ hasText: text });

  return {
    ...habits,
    page,
    name,
    pane,
    talk,
    bubble,
    async signsIn(account = 'doctor01', password?: string) {
      await habits.signsIn(account, password);
    },
    async accepts(patient: string) {
      const awaiting = page.getByRole('region', { name: name('Awaiting patients') });
      await awaiting.getByRole('button', { name: name('Accept {}', patient) }).click();
      await pane(patient).waitFor();
    },
    async writes(patient: string, text: string) {
      await message(patient).fill(text);
      await message(patient).press('Enter');
      await bubble(patient, text).waitFor();
    },
    /** Waits until the bubble of this text says "Sent", "Delivered", "Read" or "Not sent". */
    async sees(patient: string, text: string, state: 'Sent' | 'Delivered' | 'Read' | 'Not sent') {
      await bubble(patient, text).getByText(name(state)).waitFor();
    },
    async reads(patient: string, text: string) {
      await talk(patient).getByText(text).waitFor();
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
    async presses(patient: string, button: string) {
      await pane(patient)
        .getByRole('button', { name: name(button) })
        .click();
    },
  };
}
