import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Phone } from '../../simulator/phone.ts';
import { endBrowser, type Language, openBrowser, person, type Who } from './browser.ts';
import { doctor } from './doctor.ts';
import { freePatients } from './patient.ts';
import { type Platform, startPlatform } from './platform.ts';

type Options = {
  /** Read when the platform starts. */
  env?: () => Readonly<Record<string, string>>;
  /** Additional launch arguments of Chromium. */
  chromium?: readonly string[];
};

/** The real platform and a Chromium for the journeys of one file. Everything closes with the file. */
export function journey({ env = () => ({}), chromium = [] }: Options = {}) {
  let platform: Platform;
  let browser: Browser;
  const cleanups: (() => void)[] = [];

  beforeAll(async () => {
    const started = startPlatform({ env: env(), beginsWith: inject('seededFolder') });
    [platform, browser] = await Promise.all([started, openBrowser(chromium)]);
  });
  afterAll(async () => {
    for (const end of cleanups) end();
    await endBrowser(browser);
    await platform?.stop();
  });

  /** Opens a separate browser context for one person. */
  const openPerson = (who: Partial<Who> = {}) => person(browser, { url: platform.url, ...who });

  /** Patients without an open consultation, each with a phone. */
  async function patients(count: number, language?: Language): Promise<Phone[]> {
    const phones = await freePatients(platform.url, count, language);
    cleanups.push(...phones.map((phone) => () => phone.close()));
    return phones;
  }

  async function patient(language?: Language): Promise<Phone> {
    const [phone] = await patients(1, language);
    if (!phone) throw new Error('no patient is free');
    return phone;
  }

  /** A doctor in the cloud room who has accepted these patients, each in a pane. */
  async function doctorWith(account: string, phones: readonly Pick<Phone, 'name'>[], who: Partial<Who> = {}) {
    const user = await openPerson(who);
    const doc = doctor(user);
    await doc.beginsWork(account, phones);
    return { user, doc, page: user.page };
  }

  return {
    platform: () => platform,
    browser: () => browser,
    person: openPerson,
    patient,
    patients,
    doctorWith,
    /** Registers a cleanup that runs before the browser closes. */
    onCleanup: (end: () => void) => void cleanups.push(end),
  };
}
