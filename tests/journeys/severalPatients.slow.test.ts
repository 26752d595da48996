import { expect, test } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { screenshot } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

const { patient, patients, person, doctorWith } = journey();
let short: Awaited<ReturnType<typeof oneMinuteConsultation>> | null = null;

/** Starts a consultation that lasts one minute and runs during the next tests. */
async function oneMinuteConsultation() {
  const phone = await patient();
  const order = await phone.opensOrder(`Complaint of ${phone.name}`);
  const user = await person();
  const doc = doctor(user);
  await doc.signsIn('doctor01');
  await doc.opens('Service setup');
  const terms = user.page.getByRole('form', { name: 'Text and pictures' });
  await terms.getByRole('textbox', { name: 'Length in minutes' }).fill('1');
  await terms.getByRole('button', { name: 'Save' }).click();
  await user.page.getByText('Text and pictures: saved').waitFor();
  await doc.opens('Cloud room');
  await doc.accepts(phone.name);
  const left = doc.pane(phone.name).getByText(/^Ends in 0:\d\d$/);
  const first = (await left.textContent()) ?? '';
  await expect.poll(async () => ((await left.textContent()) ?? '') < first, { timeout: 10_000 }).toBe(true);
  await doc.types(phone.name, 'Not finished');
  return { phone, order, user, doc };
}

/** One doctor with three patients, each in a pane. */
async function threePatients() {
  const phones = await patients(3);
  const orders = await Promise.all(phones.map((phone) => phone.opensOrder(`Complaint of ${phone.name}`)));
  const { user, doc } = await doctorWith('doctor02', phones, { viewport: { width: 1720, height: 960 } });
  const says = (at: number, text: string) => {
    const [phone, order] = [phones[at], orders[at]];
    if (!phone || !order) throw new Error(`there is no patient ${at}`);
    return phone.says(order.conversationId, text);
  };
  return { phones, doc, user, says };
}

test('a consultation shows a countdown of its remaining time', async () => {
  short = await oneMinuteConsultation();
});

test('with three patients each message appears in its pane only, and a reload restores panes and drafts', async () => {
  const { phones, doc, user, says } = await threePatients();
  await Promise.all(phones.flatMap(({ name }, at) => [1, 2, 3].map((n) => says(at, `${name} says ${n}`))));
  for (const { name } of phones) {
    for (const n of [1, 2, 3]) await doc.reads(name, `${name} says ${n}`);
    const rows = await doc.conversation(name).locator('[data-message-id]').allTextContents();
    const foreign = phones.filter(
      (other) => other.name !== name && rows.some((row) => row.includes(`${other.name} says`)),
    );
    expect(foreign.map((other) => other.name)).toEqual([]);
  }
  for (const { name } of phones) await doc.writes(name, `Answer for ${name}`);
  await Promise.all(phones.map((phone) => phone.hears(`Answer for ${phone.name}`)));
  await screenshot(user.page, 'docs/three-patients.png');

  for (const { name } of phones) await doc.types(name, `Unsent for ${name}`);
  const before = await doc.panes();
  await doc.leavesAndReturns();
  for (const { name } of phones) await doc.hasDraft(name, `Unsent for ${name}`);
  expect(await doc.panes()).toEqual(before);
  for (const { name } of phones) await doc.reads(name, `Answer for ${name}`);
  expect(user.problems).toEqual([]);
});

test('a consultation ends when its time is over: the doctor can write no more, and the patient is notified', async () => {
  if (!short) throw new Error('no consultation was begun');
  const { doc, phone, order, user } = short;
  await doc
    .pane(phone.name)
    .getByText(/^The time limit was reached on/)
    .waitFor({ timeout: 90_000 });
  expect(await user.page.getByRole('textbox', { name: `Message ${phone.name}` }).count()).toBe(0);
  await doc.reads(phone.name, 'The consultation ended because its time limit was reached.');
  const known = (await phone.orders()).find(({ id }) => id === order.id);
  expect(known?.status).toBe(OrderStatus.finished);
  expect(user.problems).toEqual([]);
});
