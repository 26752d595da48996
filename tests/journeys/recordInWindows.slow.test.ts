import { expect, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import {
  field,
  savesFail,
  showsRecord,
  signsInAgain,
  signsRecord,
  type Window,
  windowOf,
} from '../support/recordWindows.ts';

const { patient, person, doctorWith } = journey();

const saved = {
  'Chief complaint': 'Cough for three days',
  'Present illness': 'Dry cough',
  'Past history': 'None',
  Allergies: 'Asked, none reported',
  'Personal history': 'Does not smoke',
  'Family history': 'Father: asthma',
  'Physical examination': 'Not possible online',
  'Auxiliary examination': 'None yet',
  'Treatment advice': 'Rest, fluids',
};
type Texts = Readonly<Record<keyof typeof saved, string>>;
const texts = (word: string): Texts =>
  Object.fromEntries(Object.keys(saved).map((label) => [label, `${word} ${label}`])) as Texts;
const [ours, theirs] = [texts('Saved'), texts('Unsaved')];

const unsaved = 'Your text that was not saved';
const offered = (window: Window, name: string) => window.pane(name).getByRole('region', { name: unsaved });

async function writes(window: Window, name: string, written: Texts) {
  const more = field(window, name, 'Family history');
  if (!(await more.isVisible())) await window.pane(name).getByText('Personal and family history').click();
  for (const [label, text] of Object.entries(written)) await window.notes(name, label, text);
}

/** A doctor's record of one patient in two windows of the same browser, with the same text in every field. */
async function inTwoWindows(account: string) {
  const phone = await patient();
  const order = await phone.opensOrder('Cough');
  const { user, doc: first } = await doctorWith(account, [phone]);
  const { name } = phone;
  await first.turnsTo(name, 'Record');
  await writes(first, name, saved);
  await first.chooses(name, 'Diagnosis', 'J20', /J20/);
  await first.saved(name);
  const second = await windowOf(user, name);
  await expect.poll(() => field(second, name, 'Present illness').inputValue()).toBe(saved['Present illness']);
  return { order, name, first, second };
}

/**
 * Closes a window after another one has saved. A closing window saves as well, and the browser may let that through: it then
 * comes too late to change the record.
 */
const closesTooLate = ({ page }: Window) => page.close();

test('what one window types in any field stays offered after the other one saved, signed and left', async () => {
  const { first, second, name } = await inTwoWindows('doctor01');
  const savesAgain = await savesFail(second);
  await writes(second, name, theirs);
  await second.chooses(name, 'Diagnosis', 'J45', /J45/);
  await writes(first, name, ours);
  await first.saved(name);
  await savesAgain();
  await second.presses(name, 'Try again');
  await second.page.getByRole('alert').getByText('The record was changed elsewhere').waitFor();
  const seesBoth = async () => {
    for (const [label, text] of Object.entries(theirs)) {
      const both = second.pane(name).getByRole('group', { name: label });
      await both.getByRole('radio', { name: new RegExp(`Written here.*${text}`) }).waitFor();
    }
    await second.pane(name).getByRole('group', { name: 'Diagnosis' }).getByText(/J45/).waitFor();
  };
  await seesBoth();
  await second.leavesAndReturns();
  await showsRecord(second, name);
  await seesBoth();
  await signsRecord(first, name);
  const seesAll = async () => {
    for (const text of Object.values(theirs)) await offered(second, name).getByText(text, { exact: true }).waitFor();
    await offered(second, name).getByText(/J45/).waitFor();
  };
  await seesAll();
  await signsInAgain(second, 'doctor01', name);
  await seesAll();
});

test('a template inserted in a window that was closed is offered in the other one, even after signing', async () => {
  const { order, first, second, name } = await inTwoWindows('doctor02');
  await savesFail(second);
  const { page } = second;
  const dialog = page.getByRole('dialog');
  const chooses = async (item: string) => {
    await second.pane(name).getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await chooses('Save as template');
  const template = `Cough ${order.id}`;
  await dialog.getByRole('textbox', { name: 'Name' }).fill(template);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await second.notes(name, 'Present illness', 'Fever since Tuesday');
  await chooses('Insert a template');
  await dialog.getByRole('button', { name: `Use “${template}”` }).click();
  await dialog.getByRole('button', { name: 'Insert' }).click();
  const inserted = 'Fever since Tuesday\nDry cough';
  await expect.poll(() => field(second, name, 'Present illness').inputValue()).toBe(inserted);
  const device = await person();
  await doctor(device).signsIn('doctor02');
  await device.page.goto(`/cloudRoom?order=${order.id}&tab=record`);
  const elsewhere = doctor(device);
  await elsewhere.notes(name, 'Past history', 'Asthma as a child');
  await elsewhere.saved(name);
  await closesTooLate(second);
  await expect.poll(() => field(first, name, 'Past history').inputValue()).toBe('Asthma as a child');
  await first.notes(name, 'Family history', 'Mother: asthma');
  await first.saved(name);
  await signsRecord(first, name);
  await offered(first, name).getByText('Fever since Tuesday').waitFor();
  await first.leavesAndReturns();
  await showsRecord(first, name);
  await offered(first, name).getByText('Fever since Tuesday').waitFor();
});

test('a consultation that one window finished without a signature offers what the other one typed', async () => {
  const { order, first, second, name } = await inTwoWindows('doctor03');
  await savesFail(second);
  await second.notes(name, 'Present illness', 'Fever since Tuesday');
  await first.notes(name, 'Past history', 'Asthma as a child');
  await first.saved(name);
  await closesTooLate(second);
  await first.presses(name, 'Finish consultation');
  const dialog = first.page.getByRole('dialog', { name: 'Finish consultation' });
  await dialog.getByRole('button', { name: 'Finish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Finish anyway' }).click();
  await first.pane(name).getByText('This consultation has ended').first().waitFor();
  await first.page.goto(`/cloudRoom/detail1?id=${order.id}`);
  const text = first.page.getByRole('region', { name: unsaved });
  await text.getByText('Fever since Tuesday').waitFor();
  await text.getByText('Dry cough').waitFor();
  await first.leavesAndReturns();
  await text.getByText('Fever since Tuesday').waitFor();
});
