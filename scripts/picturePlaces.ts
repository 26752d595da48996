import type { Page } from 'playwright-core';
import { ClientReport } from '../contract/clientReport.ts';

/** One row of the grid: a state of a route, and who sees it. */
export type Place = {
  readonly name: string;
  /** The account that is signed in; null for nobody. */
  readonly visitor: string | null;
  readonly open: (page: Page) => Promise<unknown>;
  /** Waits until it is shown; by default for a heading and the end of all loading. */
  readonly shown?: (page: Page) => Promise<unknown>;
};

type Open = Place['open'];

const at =
  (path: string): Open =>
  (page) =>
    page.goto(path);

/** Follows links: from each page the first one to the next address. */
const byLinks =
  (from: string, ...addresses: string[]): Open =>
  async (page) => {
    await page.goto(from);
    for (const address of addresses) {
      const href = await page.locator(`a[href^="${address}?id="]`).first().getAttribute('href');
      if (href !== null) await page.goto(href);
    }
  };

/** The first review of the queue, beside it. */
async function review(page: Page) {
  await page.goto('/prescriptionTask');
  await page.locator('main button[aria-label*="RX"]').first().click();
  await page.locator('section.review').waitFor();
}

/** The same review with the whole page to itself. */
async function reviewPage(page: Page) {
  await review(page);
  const link = page.locator('a[href^="/prescriptionReview?id="]').first();
  await page.goto((await link.getAttribute('href')) ?? '');
}

/** Opens the first running consultations, each in a pane; on a phone the last one opened is shown. */
const withPanes =
  (count: number, tab?: string): Open =>
  async (page) => {
    await page.goto('/cloudRoom');
    const rows = page.locator('#room-chats .room-row-main');
    await rows.first().waitFor();
    const ids = await rows.evaluateAll((all) => all.map(({ id }) => id.replace('row-', '')));
    for (const id of ids.slice(0, count)) {
      await page.goto(`/cloudRoom?order=${id}${tab ? `&tab=${tab}` : ''}`);
      await page.locator(`#pane-${id} .pane-head`).waitFor();
    }
  };

/** A waiting patient, looked at before being accepted. */
async function waitingPatient(page: Page) {
  await page.goto('/cloudRoom');
  await page.locator('#room-awaiting .room-row-main').first().click();
  await page.locator('.pane-waiting').waitFor();
}

/** The form of the first person of the staff. */
async function person(page: Page) {
  await page.goto('/administration/people');
  await page.locator('main button.page-link').first().click();
  await page.locator('form.administration-form').waitFor();
}

/** What a file with new, changed and refused medicines would change. */
async function dryRun(page: Page) {
  await page.goto('/administration/medicines/import');
  const csv =
    'code,genericCode,name,price\nd0001,amoxicillin,阿莫西林胶囊,9900\nd0002,snake-oil,阿莫西林分散片,1200\nnew1,amoxicillin,,12';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'medicines.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.locator('#dry-run').waitFor();
}

/** The list of browsers' errors, after a browser has reported one. */
async function browserErrors(page: Page) {
  // The platform answers 204 to a report that it does not read, so the form is checked here.
  const data = ClientReport.parse({
    kind: 'uncaught',
    name: 'TypeError',
    frames: [{ file: 'Workspace-a1b2c3d4.js', line: 3, column: 1_400 }],
    route: '/cloudRoom',
    release: 'a1b2c3d4',
    state: 'active.usable',
  });
  await page.request.post('/api/client-report', { data });
  await page.goto('/administration/operations?tab=errors');
}

const doctor = 'doctor01';
const reviewer = 'auditor01';
const administrator = 'admin01';
const operator = 'operator01';

/** Every route of the three roles; a route with several views has a place for each. */
export const places: readonly Place[] = [
  { name: 'login', visitor: null, open: at('/login') },
  { name: 'home', visitor: doctor, open: at('/') },
  { name: 'cloudRoom', visitor: doctor, open: at('/cloudRoom') },
  { name: 'cloudRoom-record', visitor: doctor, open: withPanes(1, 'record') },
  { name: 'cloudRoom-prescription', visitor: doctor, open: withPanes(1, 'prescription') },
  { name: 'cloudRoom-history', visitor: doctor, open: withPanes(1, 'history') },
  { name: 'cloudRoom-panes', visitor: doctor, open: withPanes(3, 'chat') },
  // The panes stay open, so that the waiting patient is beside them.
  { name: 'cloudRoom-waiting', visitor: doctor, open: waitingPatient },
  {
    name: 'archive',
    visitor: doctor,
    open: byLinks('/orderRecord?status=30', '/orderRecord/detail', '/cloudRoom/detail1'),
  },
  { name: 'orderRecord', visitor: doctor, open: at('/orderRecord') },
  { name: 'orderRecord-detail', visitor: doctor, open: byLinks('/orderRecord', '/orderRecord/detail') },
  { name: 'prescriptionRecord', visitor: doctor, open: at('/prescriptionRecord') },
  { name: 'serviceSetup', visitor: doctor, open: at('/serviceSetup') },
  { name: 'workforceManagement', visitor: doctor, open: at('/workforceManagement') },
  { name: 'personalData', visitor: doctor, open: at('/personalData') },
  { name: 'personalData-qualification', visitor: doctor, open: at('/personalData?tab=qualification') },
  { name: 'personalData-sessions', visitor: doctor, open: at('/personalData?tab=sessions') },
  { name: 'notFound', visitor: doctor, open: at('/nowhere') },
  { name: 'prescriptionTask', visitor: reviewer, open: at('/prescriptionTask') },
  { name: 'prescriptionTask-review', visitor: reviewer, open: review },
  { name: 'prescriptionReview', visitor: reviewer, open: reviewPage },
  { name: 'myAuditRecord', visitor: reviewer, open: at('/myAuditRecord') },
  { name: 'myAuditRecord-statistics', visitor: reviewer, open: at('/myAuditRecord?tab=statistics') },
  { name: 'medicines', visitor: administrator, open: at('/administration/medicines') },
  { name: 'medicines-one', visitor: administrator, open: at('/administration/medicines/1') },
  { name: 'medicines-import', visitor: administrator, open: dryRun },
  { name: 'diagnoses', visitor: administrator, open: at('/administration/diagnoses') },
  { name: 'diagnoses-one', visitor: administrator, open: at('/administration/diagnoses/J20-9') },
  { name: 'dictionaries', visitor: administrator, open: at('/administration/dictionaries') },
  { name: 'checks', visitor: administrator, open: at('/administration/checks') },
  { name: 'personalData-auditor', visitor: reviewer, open: at('/personalData') },
  { name: 'administration-people', visitor: administrator, open: at('/administration/people') },
  { name: 'administration-person', visitor: administrator, open: person },
  { name: 'administration-departments', visitor: administrator, open: at('/administration/departments') },
  { name: 'administration-certificates', visitor: administrator, open: at('/administration/certificates') },
  { name: 'administration-hospital', visitor: administrator, open: at('/administration/hospital') },
  { name: 'administration-hospitals', visitor: operator, open: at('/administration/hospitals') },
  { name: 'operations-live', visitor: administrator, open: at('/administration/operations') },
  { name: 'operations-sessions', visitor: administrator, open: at('/administration/operations?tab=sessions') },
  { name: 'operations-trail', visitor: administrator, open: at('/administration/operations?tab=trail') },
  { name: 'operations-errors', visitor: administrator, open: browserErrors },
];

/** Waits until the screen has its heading, no placeholder, and no request under way. */
export async function waitUntilShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.ui-skeleton') === null);
}
