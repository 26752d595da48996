import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { staff } from '../support/staff.ts';

const { person, patient, doctorWith } = journey();

const heading =
  'code,genericCode,name,nameEn,specification,dosageForm,manufacturer,minUnit,packUnit,packFactor,strength,strengthUnit,' +
  'defaultDose,defaultDoseUnit,defaultFrequency,defaultRoute,price,initialStock';
const product = ',10mg×7片/盒,tablet,晨露制药,tablet,box,7,10,mg,10,mg,qd,po,19.90,50';
const good = `x1001,loratadine,晨露氯雷他定片,Dawn loratadine${product}`;
const wrongGeneric = `x1002,snake-oil,晨露西替利嗪片,Dawn cetirizine${product}`;
const corrected = `x1002,cetirizine,晨露西替利嗪片,Dawn cetirizine${product}`;
const wrongPrice = good.replace('x1001', 'x1003').replace('19.90', 'dear');

const file = (...rows: string[]) => ({
  name: 'medicines.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([heading, ...rows].join('\r\n')),
});

test('an imported medicine is found by pinyin and prescribed, after two bad rows were corrected', async () => {
  const admin = await person();
  const { page } = admin;
  await staff(admin).signsIn('admin01');
  await page.goto(`${new URL(page.url()).origin}/administration/medicines/import`);
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file(good, wrongGeneric, wrongPrice));
  const refused = page.getByRole('table', { name: 'Refused rows' });
  await refused.waitFor();
  expect(await refused.getByRole('row').allInnerTexts()).toMatchObject([
    expect.stringContaining('Line'),
    expect.stringContaining('snake-oil'),
    expect.stringContaining('“dear” is not an amount in yuan'),
  ]);
  await input.setInputFiles(file(good, corrected));
  await page.getByRole('button', { name: 'Apply 2 rows' }).click();
  await page.getByText('Applied: 2 new, 0 changed.').waitFor();

  const phone = await patient('en');
  await phone.opensOrder('Sneezing and itching eyes');
  const { doc } = await doctorWith('doctor01', [phone]);
  await doc.turnsTo(phone.name, 'Record');
  await doc.notes(phone.name, 'Chief complaint', 'Sneezing for three days');
  await doc.notes(phone.name, 'Present illness', 'Sneezing and itching eyes in the garden');
  await doc.chooses(phone.name, 'Diagnosis', 'rhinitis', /rhinitis/i);
  await doc.notes(phone.name, 'Treatment advice', 'Close the windows');
  await doc.saved(phone.name);
  await doc.turnsTo(phone.name, 'Prescription');
  await doc.chooses(phone.name, 'Medicine', 'clllt', /Dawn loratadine/);
  await doc.answersChecks(phone.name, 'Asked in the chat');
  expect(await doc.submitsPrescription(phone.name)).toMatch(/^RX/);
  await doc.seesPrescription(phone.name, 'Waiting for review');
});
