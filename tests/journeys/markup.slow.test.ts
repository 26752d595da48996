import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Request } from '../support/callRequests.ts';
import { lastingCalls, openCallWorld } from '../support/callWorld.ts';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';
import { staff } from '../support/staff.ts';

const { person, platform } = journey({ env: () => ({ TRUSTED_PROXIES: '127.0.0.1', LIMIT_FACTOR: '0' }) });

/** A picture that would run a script if any screen took typed text for markup. */
const markup = '<img src=x onerror=planted=1>';

async function send({ method, url, headers, payload }: Request, ip = '10.9.9.9'): Promise<string> {
  const body = typeof payload === 'string' || payload === undefined ? payload : new Uint8Array(payload);
  const reply = await fetch(`${platform().url}${url}`, {
    method,
    headers: { ...headers, 'x-forwarded-for': ip },
    ...(body === undefined ? {} : { body }),
  });
  return reply.text();
}

/** Whether the page shows the markup as text or in a field; as an element it would be a fault. */
async function showsAsText(page: Page): Promise<boolean> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const found = await page.evaluate((text) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const shown = [document.body.textContent ?? '', ...fields].filter((one) => one.includes(text));
    return {
      shown: shown.length,
      elements: document.querySelectorAll('img[src="x"]').length,
      ran: 'planted' in window,
    };
  }, markup);
  expect(found).toMatchObject({ elements: 0, ran: false });
  return found.shown > 0;
}

const places = {
  doctor: [
    ...['/', '/cloudRoom', '/orderRecord', '/prescriptionRecord', '/serviceSetup', '/serviceSetup?tab=replies'],
    ...['/serviceSetup?tab=templates', '/workforceManagement', '/personalData'],
  ],
  auditor: ['/', '/myAuditRecord', '/personalData'],
  administrator: [
    'people',
    'departments',
    'medicines',
    'diagnoses',
    'dictionaries',
    'hospital',
    'hospitals',
    'certificates',
  ].map((section) => `/administration/${section}`),
};

test('markup that somebody typed into any field is text on every screen', async () => {
  const world = await openCallWorld(send);
  let accepted = 0;
  for (const [name, operation] of lastingCalls)
    for (const input of world.inputsOf(name, operation, () => markup)) {
      const { code } = JSON.parse(await world.call(name, operation, input)) as { code?: number };
      accepted += code === 200 ? 1 : 0;
    }
  expect(accepted).toBeGreaterThan(60);

  const [one, two, three] = [await person(), await person(), await person()];
  await doctor(one).signsIn();
  await reviewer(two).signsIn();
  await staff(three).signsIn('operator01');
  const withMarkup: string[] = [];
  for (const [{ page }, opened] of [
    [one, places.doctor],
    [two, places.auditor],
    [three, places.administrator],
  ] as const)
    for (const place of opened) {
      await page.goto(place);
      if (await showsAsText(page)) withMarkup.push(place);
    }
  process.stderr.write(`markup is shown as text at ${withMarkup.join(' ')}\n`);
  expect(withMarkup.length).toBeGreaterThan(8);
});

test('what the content policy forbids does not run and does not load', async () => {
  const { page } = await person();
  await page.goto('/login');
  const { ran, directives } = await page.evaluate(async () => {
    const broken = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => broken.add(effectiveDirective));
    const attempt = (work: () => unknown) => {
      try {
        return work();
      } catch {
        return null;
      }
    };
    attempt(() => {
      const script = document.createElement('script');
      script.textContent = 'window.planted = 1';
      document.body.append(script);
    });
    attempt(() => document.body.insertAdjacentHTML('beforeend', '<b onclick="window.planted = 1">x</b>'));
    for (const [kind, address] of [
      ['img', 'https://elsewhere.example/a.png'],
      ['iframe', 'https://elsewhere.example/'],
    ] as const) {
      const element = document.createElement(kind);
      element.src = address;
      document.body.append(element);
    }
    await fetch('https://elsewhere.example/').catch(() => null);
    for (let frame = 0; frame < 600 && broken.size < 4; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return { ran: 'planted' in window, directives: [...broken].sort() };
  });
  expect(ran).toBe(false);
  expect(directives).toEqual(expect.arrayContaining(['connect-src', 'frame-src', 'img-src']));
  expect(directives.some((name) => name === 'require-trusted-types-for' || name.startsWith('script-src'))).toBe(true);
});
