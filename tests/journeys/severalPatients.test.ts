import { expect, test } from 'vitest';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { screenshot } from '../support/browser.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';

const { patient, patients, person, doctorWith } = journey();
let short: Awaited<ReturnType<typeof aMinuteLong>> | null = null;

/** A doctor whose consultations last a minute, in one of them; it runs during the next test. */
async function aMinuteLong() {
  const phone = await patient();
  const order = await phone.opensOrder(`Complaint of ${phone.name}`);
  const seat = await person();
  const doc = doctor(seat);
  await doc.signsIn('doctor01');
  await doc.opens('Service setup');
  const terms = seat.page.getByRole('form', { name: 'Text and pictures' });
  await terms.getByRole('textbox', { name: 'Length in minutes' }).fill('1');
  await terms.getByRole('button', { name: 'Save' }).click();
  await seat.page.getByText('Text and pictures: saved').waitFor();
  await doc.opens('Cloud room');
  await doc.accepts(phone.name);
  const left = doc.pane(phone.name).getByText(/^Ends in 0:\d\d$/);
  const first = (await left.textContent()) ?? '';
  await expect.poll(async () => ((await left.textContent()) ?? '') < first, { timeout: 10_000 }).toBe(true);
  await doc.types(phone.name, 'Not finished');
  return { phone, order, seat, doc };
}

/** Three patients of one doctor, each in a pane. */
async function threeAtOnce() {
  const phones = await patients(3);
  const orders = await Promise.all(phones.map((phone) => phone.opensOrder(`Complaint of ${phone.name}`)));
  const { seat, doc } = await doctorWith('doctor02', phones, { viewport: { width: 1720, height: 960 } });
  const says = (at: number, text: string) => {
    const [phone, order] = [phones[at], orders[at]];
    if (!phone || !order) throw new Error(`there is no patient ${at}`);
    return phone.says(order.conversationId, text);
  };
  return { phones, doc, seat, says };
}

test('a consultation shows a countdown of its remaining time', async () => {
  short = await aMinuteLong();
});

test('with three patients each message appears in its pane only, and a reload restores panes and drafts', async () => {
  const { phones, doc, seat, says } = await threeAtOnce();
  await Promise.all(phones.flatMap(({ name }, at) => [1, 2, 3].map((n) => says(at, `${name} says ${n}`))));
  for (const { name } of phones) {
    for (const n of [1, 2, 3]) await doc.reads(name, `${name} says ${n}`);
    const rows = await doc.talk(name).locator('[data-message-id]').allTextContents();
    const foreign = phones.filter(
      (other) => other.name !== name && rows.some((row) => row.includes(`${other.name} says`)),
    );
    expect(foreign.map((other) => other.name)).toEqual([]);
  }
  for (const { name } of phones) await doc.writes(name, `Answer for ${name}`);
  await Promise.all(phones.map((phone) => phone.hears(`Answer for ${phone.name}`)));
  await screenshot(seat.page, 'docs/three-patients.png');

  for (const { name } of phones) await doc.types(name, `Unsent for ${name}`);
  const before = await doc.panes();
  await doc.leavesAndReturns();
  for (const { name } of phones) await doc.hasDraft(name, `Unsent for ${name}`);
  expect(await doc.panes()).toEqual(before);
  for (const { name } of phones) await doc.reads(name, `Answer for ${name}`);
  expect(seat.problems).toEqual([]);
});

test('a consultation ends when its time is over: the doctor can write no more, and the patient is notified', async () => {
  if (!short) throw new Error('no consultation was begun');
  const { doc, phone, order, seat } = short;
  await doc
    .pane(phone.name)
    .getByText(/^Its time was over on/)
    .waitFor({ timeout: 90_000 });
  expect(await seat.page.getByRole('textbox', { name: `Message ${phone.name}` }).count()).toBe(0);
  await doc.reads(phone.name, 'The consultation ended because its time was over.');
  const known = (await phone.orders()).find(({ id }) => id === order.id);
  expect(known?.status).toBe(OrderStatus.finished);
  expect(seat.problems).toEqual([]);
});
