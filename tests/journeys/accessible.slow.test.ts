import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../support/axe.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';
import { staff } from '../support/staff.ts';

const { person } = journey();

/** Faults that axe finds once the screen is complete. */
async function faults(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return faultsOf(page);
}

const doctorPlaces = [
  '/',
  '/cloudRoom',
  '/orderRecord',
  '/prescriptionRecord',
  '/serviceSetup',
  '/serviceSetup?tab=replies',
  '/serviceSetup?tab=templates',
  '/workforceManagement',
  '/personalData',
];

const reviewerPlaces = [
  '/myAuditRecord',
  '/myAuditRecord?tab=statistics',
  '/personalData?tab=sessions',
  '/personalData?tab=reviews',
];

const sections = [
  'people',
  'identityRequests',
  'departments',
  'certificates',
  'medicines',
  'diagnoses',
  'dictionaries',
  'checks',
  'hospital',
  'operations',
  'hospitals',
];
const administratorPlaces = [
  ...sections.map((section) => `/administration/${section}`),
  '/administration/medicines/1',
  '/administration/medicines/import',
  '/administration/diagnoses/new',
];

/** Names depend on the language and contrast on the theme, so that each screen is seen once in each of them. */
test.each([
  ['light', 'en', 'zh-CN'],
  ['dark', 'zh-CN', 'en'],
] as const)('axe finds no fault on any screen (%s)', async (colorScheme, ours, language) => {
  const [mine, theirs] = await Promise.all([
    person({ colorScheme, language: ours }),
    person({ colorScheme, language }),
  ]);
  await Promise.all([doctor(mine).signsIn(), reviewer(theirs).signsIn()]);
  const found: string[] = [];
  for (const place of doctorPlaces) {
    await mine.page.goto(place);
    found.push(...(await faults(mine.page)));
  }
  found.push(...(await faults(theirs.page)));
  for (const place of reviewerPlaces) {
    await theirs.page.goto(place);
    if (place.endsWith('statistics')) await theirs.page.getByRole('figure').first().waitFor();
    found.push(...(await faults(theirs.page)));
  }
  expect(found).toEqual([]);
});

test.each([
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const)('axe finds no fault in the administration (%s, %s)', async (colorScheme, language) => {
  const administrator = await person({ colorScheme, language });
  const { page } = administrator;
  await staff(administrator).signsIn('operator01');
  const found: string[] = [];
  for (const place of administratorPlaces) {
    await page.goto(place);
    found.push(...(await faults(page)));
  }
  for (const section of ['people', 'hospitals']) {
    await page.goto(`/administration/${section}`);
    await page.locator('main button.page-link').first().click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    found.push(...(await faultsOf(page)));
  }
  expect(found).toEqual([]);
});
