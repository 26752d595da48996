import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { printed } from '../support/pdf.ts';
import { reviewer } from '../support/reviewer.ts';

const { browser, patient, person, platform } = journey();
const [a4, a5] = ['210 × 297', '148 × 210'];

const phone = { width: 390, height: 844 };

/** What a stranger without a session sees behind the printed code. */
async function checked(address: string) {
  const context = await browser().newContext({ viewport: phone, locale: 'zh-CN' });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  const result = page.getByRole('status');
  await result.getByText('有效', { exact: true }).waitFor();
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  const body = await page.locator('body').textContent();
  await context.close();
  return { isWide, body, addresses: requests.join(' ') };
}

const printsSoon = (page: Page, text: string) =>
  expect.poll(async () => (await printed(page)).text, { timeout: 30_000 }).toContain(text);

test('what is open is printed on pages of its own in both languages, and anybody can check its code', async () => {
  const phone = await patient('en');
  const order = await phone.opensOrder('Cough with phlegm for five days');
  const [seat, reviewerSeat] = await Promise.all([person({ colorScheme: 'dark' }), person()]);
  const [doc, rev, { page }] = [doctor(seat), reviewer(reviewerSeat), seat];
  await Promise.all([doc.signsIn(), rev.signsIn()]);
  await doc.opens('Cloud room');
  // Until its code has loaded, the screen before it stays, and can be printed.
  await page.getByRole('region', { name: 'Awaiting patients' }).waitFor();
  const nothing = await printed(page);
  expect([nothing.sizes, nothing.pages.length]).toEqual([[a4], 1]);
  expect(nothing.text).toContain('Nothing is open to print');
  expect(nothing.text).not.toContain('Awaiting patients');

  await doc.accepts(phone.name);
  await doc.turnsTo(phone.name, 'Record');
  await doc.notes(phone.name, 'Chief complaint', 'Cough with phlegm for five days');
  await doc.notes(phone.name, 'Present illness', 'Productive cough, 咳痰五天');
  await doc.chooses(phone.name, 'Diagnosis', 'bronchitis', /bronchitis/i);
  await doc.notes(phone.name, 'Treatment advice', 'Rest and fluids');
  await doc.saved(phone.name);
  const record = await printed(page);
  expect([record.sizes, record.pages.length]).toEqual([[a4], 1]);
  for (const text of [
    'Medical record',
    'Allergies: Allergies not recorded',
    'Draft: not signed',
    order.orderNo,
    '咳痰五天',
    'Page 1 of 1',
  ])
    expect(record.text).toContain(text);

  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Medicine', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(phone.name, 'Asked in the chat');
  const number = await doc.submitsPrescription(phone.name);
  await printsSoon(page, 'Not in force: waiting for review');
  await rev.opensReview(number);
  await printsSoon(reviewerSeat.page, number);
  await rev.checksAll();
  await rev.approves();
  await doc.seesPrescription(phone.name, 'Approved and in force');

  const prescription = await printed(page);
  expect([prescription.sizes, prescription.pages.length]).toEqual([[a5], 1]);
  for (const text of [number, phone.name, 'Ambroxol', 'Valid until', 'signature valid', 'Page 1 of 1'])
    expect(prescription.text).toContain(text);
  expect(prescription.text).not.toContain('Cloud room');
  const code =
    /\/verify#code=([\w-]{22})/.exec(prescription.text.replace(/(#code=[\w-]+) ([\w-]+)/, '$1$2'))?.[1] ?? '';
  const found = await checked(`${platform().url}/verify#code=${code}`);
  expect([found.isWide, found.body?.includes(phone.name), found.addresses.includes(code)]).toEqual([
    false,
    false,
    false,
  ]);

  const reader = await person({ language: 'zh-CN', kept: await seat.context.storageState() });
  const medicines = 24;
  await reader.page.route('**/prescription/doctor/info*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [line] = answer.data.lines;
    const lines = Array.from({ length: medicines }, (_, n) => ({
      ...line,
      drugId: String(9_000 + n),
      remark: `第${n + 1}种`,
    }));
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, lines } } });
  });
  await reader.page.goto(`/prescriptionRecord?keyword=${number}`);
  await reader.page.getByRole('link', { name: number }).click();
  await reader.page.getByText('氨溴索').first().waitFor();
  // The first print after opening, however soon.
  const long = await printed(reader.page);
  expect(long.text).toContain('西药处方笺');
  expect(long.sizes).toEqual([a5]);
  expect(long.pages.length).toBeGreaterThan(1);
  for (let n = 1; n <= medicines; n++) expect([n, long.text.split(`第${n}种`).length]).toEqual([n, 2]);
  long.pages.forEach((text, n) => {
    expect(text).toContain(`第 ${n + 1} 页，共 ${long.pages.length} 页`);
    expect(text).toContain(number);
  });
  for (const text of ['盐酸氨溴索', '医师', '审核药师', '有效期至', '签名有效', '扫码'])
    expect(long.text).toContain(text);
  expect([...seat.problems, ...reviewerSeat.problems, ...reader.problems]).toEqual([]);
  await Promise.all([seat, reviewerSeat, reader].map(({ context }) => context.close()));
});
