import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Person } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { smsInbox, solvesPuzzle } from '../support/smsInbox.ts';

const { env, codeFor } = smsInbox();
// At this level the platform logs the route of every request. No simulated patient takes part, so each comes from the client.
const { person, platform } = journey({ env: () => ({ ...env(), LOG_LEVEL: 'info' }) });

const specified = readFileSync('tests/contract/calls.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([method, , path = '']) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);

/** The calls that the platform has received, as `METHOD /path`. */
function received(): ReadonlySet<string> {
  const requests = platform()
    .output()
    .matchAll(/"what":"request","method":"(\w+)","route":"\/api([^"]+)"/g);
  return new Set([...requests].map(([, method, path]) => `${method} ${path}`));
}

/** A waiting patient of the demonstration with earlier visits. */
const patient = '李晓梅';

async function codeSentTo(person: Person, mobile: string) {
  const { page } = person;
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(mobile);
  const code = await codeFor(mobile, () =>
    solvesPuzzle(page, () => page.getByRole('button', { name: 'Send code' }).click()),
  );
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
}

async function signsInBySms(person: Person) {
  const { page } = person;
  await page.goto('/login');
  await page.getByRole('tab', { name: 'SMS code' }).click();
  await codeSentTo(person, '13800000002');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

async function replacesForgottenPassword(person: Person) {
  const { page } = person;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await codeSentTo(person, '13800000003');
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Another-Secret-77');
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('Another-Secret-77');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your password has been changed. Log in with the new one.').waitFor();
}

async function changesProfile(person: Person) {
  const { page } = person;
  await page.goto('/personalData');
  await page.getByRole('textbox', { name: 'Special skills' }).fill('Fever');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile was saved.').first().waitFor();

  await page.getByRole('tab', { name: 'Password and phone' }).click();
  await codeSentTo(person, '13800000002');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Change number' }).waitFor();
  await codeSentTo(person, '13800000992');
  await page.getByRole('button', { name: 'Change number' }).click();
  await page.getByText('Codes now go to 13800000992.').waitFor();
}

/** Every seeded doctor has certificates, so the first reading is answered as if there were none. */
async function handsInCertificates({ page }: Person) {
  await page.route('**/qualification/get-by-doctor', (route) => route.fulfill({ json: { code: 200, data: null } }), {
    times: 1,
  });
  const fills = async () => {
    await page.getByRole('textbox', { name: 'Practice certificate no.' }).fill('P-1');
    await page.getByRole('textbox', { name: 'Qualification certificate no.' }).fill('Q-1');
    for (const name of ['Professional title', 'Department'])
      await page.getByRole('combobox', { name }).selectOption({ index: 1 });
  };
  await page.goto('/personalData?tab=qualification');
  await fills();
  const created = page.waitForResponse('**/qualification/create');
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  await created;
  await page.goto('/personalData?tab=qualification');
  await fills();
  await page.getByRole('button', { name: 'Hand in again' }).click();
  const updated = page.waitForResponse('**/qualification/update');
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Hand in again' })
    .click();
  await updated;
}

async function setsUpServices({ page }: Person) {
  await page.goto('/serviceSetup');
  const terms = page.getByRole('form').first();
  await terms.getByRole('textbox', { name: 'Price in yuan' }).fill('21');
  await terms.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/: saved\.$/)
    .first()
    .waitFor();

  await page.goto('/serviceSetup?tab=replies');
  await page.getByRole('textbox', { name: /^Title/ }).fill('Rest');
  await page.getByRole('textbox', { name: /^Text/ }).fill('Please rest for two days.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Delete “Rest”' }).click();
  await page.getByText('“Rest” is deleted.').waitFor();

  await page.getByRole('tab', { name: 'My diagnoses' }).click();
  await page.getByRole('combobox', { name: 'Diagnosis' }).fill('gout');
  await page.getByRole('option', { name: /gout/i }).first().click();
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page
    .getByText(/ is removed\.$/)
    .first()
    .waitFor();
  // Leaving the screen ends the time in which deleting can be undone.
  const deleted = page.waitForResponse(/deleteQuickReply/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await deleted;
}

async function consults(person: Person) {
  const doc = doctor(person);
  const { page } = person;
  await doc.opens('Cloud room');
  const awaiting = page.getByRole('region', { name: 'Awaiting patients' });
  await awaiting.getByRole('button', { name: `More for ${patient}` }).click();
  await page.getByRole('menuitem', { name: 'Remind the patient' }).click();
  await page.getByText(`${patient} was reminded.`).first().waitFor();

  // A refused token is renewed, and the call is made again.
  await page.route('**/getOrderNum', (route) => route.fulfill({ json: { code: 401, msg: '' } }), { times: 1 });
  const renewed = page.waitForResponse(/refresh-token/);
  await page.reload();
  await renewed;

  await doc.accepts(patient);
  await doc.turnsTo(patient, 'History');
  await doc.pane(patient).getByRole('region', { name: 'Past visits' }).getByRole('button').first().click();
  await doc.turnsTo(patient, 'Record');
  await doc.notes(patient, 'Chief complaint', 'Cough for five days');
  await doc.saved(patient);
}

async function prescribes(person: Person) {
  const doc = doctor(person);
  const { page } = person;
  const pane = doc.pane(patient);
  await doc.turnsTo(patient, 'Prescription');
  await doc.chooses(patient, 'Diagnosis', 'bronchitis', /bronchitis/i);
  await doc.chooses(patient, 'Medicine', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(patient, 'Asked in the chat');
  await pane.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText('Draft saved.').first().waitFor();
  await doc.submitsPrescription(patient);
  await pane.getByRole('button', { name: 'Cancel prescription' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Chosen by mistake');
  await asked.getByRole('button', { name: 'Cancel it' }).click();
  await pane.getByText('Cancelled').first().waitFor();
  await pane.getByRole('button', { name: 'New prescription' }).click();
  // A set's medicines are looked up one by one.
  await pane.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Use a set' }).click();
  const sets = page.getByRole('dialog').getByRole('searchbox');
  await sets.fill('ptgm');
  await sets.press('Enter');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await pane
    .getByRole('group', { name: /Paracetamol/ })
    .first()
    .waitFor();

  await page.goto('/prescriptionRecord');
  await page.getByRole('table').getByRole('link').first().waitFor();
  await page.goto('/orderRecord');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByText(patient).first().waitFor();
}

test('sign-in, own data and services reach the platform', async () => {
  const [byPhone, forgetful] = await Promise.all([person(), person()]);
  await replacesForgottenPassword(forgetful);
  await signsInBySms(byPhone);
  await changesProfile(byPhone);
  await handsInCertificates(byPhone);
  await setsUpServices(byPhone);
});

test('a consultation with its record and prescription reaches the platform', async () => {
  const atWork = await person();
  await doctor(atWork).signsIn();
  await consults(atWork);
  await prescribes(atWork);
  await doctor(atWork).signsOut();
});

test('the built client made each of the 51 specified calls', async () => {
  expect(specified).toHaveLength(51);
  // The log follows the answers, and some calls wait until the browser is idle.
  await expect.poll(() => specified.filter((call) => !received().has(call))).toEqual([]);
});
