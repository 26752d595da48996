import { expect, test } from 'vitest';
import { firstView, gzipKib } from '../support/firstView.ts';
import { journey } from '../support/journey.ts';
import { signIn } from '../support/signIn.ts';

const { browser, platform } = journey();
const profile = () => browser().newContext({ baseURL: platform().url, locale: 'en' });

/** Size budgets of the first view in KiB, compressed. */
const mostKib = { login: 195, room: 310, chunk: 110, route: 60, review: 90 };
const mostRequests = { login: 13, room: 13, other: 30 };

test('the code after the sign-in loads while the name is typed, and not before', async () => {
  const own = await profile();
  const page = await own.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const parts = () => ['room', 'work'].filter((part) => scripts.some((script) => script.includes(`/${part}-`)));
  await page.goto('/login?redirect=%2FcloudRoom', { waitUntil: 'networkidle' });
  expect(parts()).toEqual([]);
  await page.getByRole('textbox', { name: 'Account' }).fill('doctor02');
  await expect.poll(parts).toEqual(['room', 'work']);
  await own.close();
});

const doctorPaths = ['/', '/orderRecord', '/prescriptionRecord', '/workforceManagement', '/personalData'];
const reviewerPaths = ['/prescriptionTask', '/myAuditRecord'];

test('sign-in and the cloud room load few files, and every screen stays within its budget', async () => {
  const context = await profile();
  const login = await firstView(context, '/login');
  expect(gzipKib(login.scripts)).toBeLessThanOrEqual(mostKib.login);
  expect(login.requests).toBeLessThanOrEqual(mostRequests.login);

  await signIn(context, 'doctor01');
  const room = await firstView(context, '/cloudRoom');
  expect(gzipKib(room.scripts)).toBeLessThanOrEqual(mostKib.room);
  expect(room.requests).toBeLessThanOrEqual(mostRequests.room);
  for (const script of room.scripts) expect([script, gzipKib([script]) <= mostKib.chunk]).toEqual([script, true]);

  const reviewer = await profile();
  await signIn(reviewer, 'auditor01');
  const others = [
    ...doctorPaths.map((path) => ({ path, context, most: mostKib.route })),
    // A queue shows the allergies of each patient.
    ...reviewerPaths.map((path) => ({ path, context: reviewer, most: mostKib.review })),
  ];
  for (const { path, context, most } of others) {
    const { scripts, requests } = await firstView(context, path);
    const more = gzipKib(scripts.filter((script) => !room.scripts.includes(script)));
    expect([path, more <= most ? 'small' : `${more} KiB`]).toEqual([path, 'small']);
    expect([path, requests <= mostRequests.other ? 'few' : requests]).toEqual([path, 'few']);
  }
});
