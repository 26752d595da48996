import { cleanup } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { loadTexts, setLanguage } from '../../../src/locales/i18n.ts';
import { FactChips } from '../../../src/screens/cloudRoom/FactChips.tsx';
import { FactDecisions } from '../../../src/screens/patientFacts/FactDecisions.tsx';
import { PrescriptionSheet } from '../../../src/screens/prescription/PrescriptionSheet.tsx';
import { PrintedRx } from '../../../src/screens/prescription/PrintedRx.tsx';
import { PatientCell } from '../../../src/screens/prescriptionTask/queueColumns.tsx';
import { PatientContext } from '../../../src/screens/prescriptionTask/ReviewFacts.tsx';
import {
  allergy,
  type Claim,
  claim,
  type Entry,
  every,
  expected,
  firstValue,
  languages,
} from '../../support/factEntries.ts';
import { fakeApp, order } from '../../support/fakeApp.tsx';
import { rx } from '../../support/prescriptionsOf.ts';
import { show } from '../../support/render.tsx';
import { reviewItem } from '../../support/reviewItems.ts';

const tooltipsOf = (container: Element): string =>
  [...container.querySelectorAll('[data-tooltip]')].map((one) => one.getAttribute('data-tooltip')).join(' ');
const shownText = (container: Element): string => `${container.textContent} ${tooltipsOf(container)}`;

/** The same with each text of an element of its own on a line of its own. */
function linesOf(container: Element): string {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  return `${texts.join('\n')} ${tooltipsOf(container)}`;
}

/** The text of a surface with the sources that its badges have as tooltips. */
function textOf(surface: Parameters<typeof show>[0], read = shownText): string {
  const { container } = show(fakeApp().within(surface));
  const text = read(container);
  cleanup();
  return text;
}

const asked = { query: { state: 'loading' }, save: async () => true, busy: false, problem: null };

const inListsAlone: readonly string[] = ['height', 'medicines', 'smoking', 'alcohol', 'contraception'];

/** What each surface says about a patient with this one fact. */
function surfaces(entry: Entry, read = shownText) {
  const shown = order('1', 'Wang Min', { patient: { gender: 2, birthday: '1996-05-05', facts: [entry] } as never });
  const one = rx('7', 'Wang Min', { patient: shown.patient, facts: [entry] });
  const found = { rx: one, patient: shown.patient, record: null } as never;
  const isOpen = entry.standing === 'outdated' || entry.standing === 'contradictory';
  const panel = isOpen
    ? { panel: textOf(<FactDecisions patient={shown.patient} facts={asked as never} onAllDecided={() => {}} />, read) }
    : {};
  return {
    header: textOf(<FactChips order={shown} record={null} />, read),
    sheet: textOf(<PrescriptionSheet rx={one} />, read),
    paper: textOf(<PrintedRx rx={one} />, read),
    review: textOf(<PatientContext found={found} child={false} />, read),
    ...(entry.kind === 'allergies'
      ? { queue: textOf(<PatientCell item={reviewItem(1, 1, { allergies: entry })} />, read) }
      : {}),
    ...panel,
  };
}

test.each(every)('$kind, $standing, in $language: every surface says the same', async ({ language, ...entry }) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  await loadTexts('reviews');
  const { confirmed, stated, old } = expected[language];
  const said = surfaces(entry as Entry);
  // No paper names what no medicine is refused for.
  const shown = Object.entries(said).filter(([surface]) => surface === 'panel' || !inListsAlone.includes(entry.kind));
  for (const [surface, text] of shown) {
    const of = `${surface}: ${text}`;
    if (entry.standing !== 'stated') expect(of).toContain(confirmed);
    if (entry.standing === 'stated' || entry.standing === 'contradictory') expect(of).toContain(stated);
    if (entry.standing === 'outdated') expect(of).toContain(old);
    expect(of).toContain(firstValue[language][entry.kind] ?? '');
  }
});

test.each(languages)('nobody asked about allergies: every surface says so in %s', async (language) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  await loadTexts('reviews');
  const words = language === 'en' ? 'Allergies not recorded' : '过敏史未记录';
  const { header, sheet, paper, review } = surfaces({ kind: 'weight', standing: 'unknown', claims: [] });
  const none: Entry = { kind: 'allergies', standing: 'unknown', claims: [] };
  const queue = textOf(<PatientCell item={reviewItem(1, 1, { allergies: none })} />);
  for (const text of [header, sheet, paper, review, queue]) expect(text).toContain(words);
});

test.each(languages)('an allergy that today’s record denies says in the panel what to do, in %s', async (language) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  const denial: Claim = { ...claim({ kind: 'noKnownAllergy' }, false), id: null, origin: 'record', time: null };
  const entry: Entry = { kind: 'allergies', standing: 'contradictory', claims: [claim(allergy, true), denial] };
  const { panel, queue } = surfaces(entry);
  expect(panel).toContain(language === 'en' ? 'correct the allergy history in the record' : '请更正病历中的过敏史');
  expect(queue).toContain(language === 'en' ? 'Allergic to Penicillins' : '对青霉素类过敏');
});

test.each(languages)('several allergies have a line each on every surface, in %s', async (language) => {
  onTestFinished(() => setLanguage('en'));
  await setLanguage(language);
  await loadTexts('documents');
  await loadTexts('reviews');
  const aspirin: Claim = { ...claim(allergy, true), id: '2' as Claim['id'], name: { en: 'Aspirin', zh: '阿司匹林' } };
  const said = surfaces({ kind: 'allergies', standing: 'confirmed', claims: [claim(allergy, true), aspirin] }, linesOf);
  const lines = language === 'en' ? 'Mar 3, 2026)\nAspirin (' : '2026年3月3日）\n阿司匹林（';
  for (const [surface, text] of Object.entries(said)) expect(`${surface}: ${text}`).toContain(lines);
});
