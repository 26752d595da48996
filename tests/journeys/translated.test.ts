import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { doctor } from '../support/doctor.ts';
import { journey } from '../support/journey.ts';
import { reviewer } from '../support/reviewer.ts';

const { patients, person } = journey();

/**
 * What the translation of a browser does against the wish of the page: it replaces every text node by one inside two
 * new elements, and goes on doing so. Counts the replaced nodes that React would still change or remove.
 */
function translate() {
  const replaced: string[] = [];
  Reflect.set(window, 'replacedTexts', replaced);
  const replace = (text: Node) => {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent || parent.closest('font, script, style, title, textarea, option, svg'))
      return;
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber$'))) replaced.push(text.textContent);
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.textContent;
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  };
  const replaceIn = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(replace);
  };
  const changes = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) [target, ...addedNodes].forEach(replaceIn);
  });
  changes.observe(document, { childList: true, characterData: true, subtree: true });
}

const replacedTexts = (page: Page) => page.evaluate(() => Reflect.get(window, 'replacedTexts'));

test('under a forced page translation the work goes on, and every number is current', async () => {
  const [first, second] = await patients(2);
  if (!first || !second) throw new Error('no patient is free');
  const order = await first.opensOrder('Cough with phlegm for five days');
  const [doctorSeat, reviewerSeat] = await Promise.all([person(), person()]);
  await Promise.all([doctorSeat, reviewerSeat].map(({ page }) => page.addInitScript(translate)));
  const doc = doctor(doctorSeat);
  const rev = reviewer(reviewerSeat);
  await Promise.all([doc.signsIn(), rev.signsIn()]);
  await doc.opens('Cloud room');

  const awaiting = doc.page.getByRole('region', { name: 'Awaiting patients' });
  const waiting = async () => Number((await awaiting.locator('header').textContent())?.match(/\d+/)?.[0] ?? 0);
  await awaiting.getByRole('button', { name: `Accept ${first.name}` }).waitFor();
  const before = await waiting();
  await second.opensOrder('Headache since Monday');
  await expect.poll(waiting).toBe(before + 1);
  await doc.accepts(first.name);
  await expect.poll(waiting).toBe(before);

  await doc.writes(first.name, 'How high was the fever?');
  await first.says(order.conversationId, 'It was 38.1 this morning');
  await doc.reads(first.name, 'It was 38.1 this morning');
  await doc.sees(first.name, 'How high was the fever?', 'Sent');
  await doc.turnsTo(first.name, 'Record');
  await doc.notes(first.name, 'Chief complaint', 'Cough with phlegm for five days');
  await doc.notes(first.name, 'Present illness', 'Productive cough for five days');
  await doc.chooses(first.name, 'Diagnosis', 'bronchitis', /bronchitis/i);
  await doc.notes(first.name, 'Treatment advice', 'Rest and fluids');
  await doc.saved(first.name);
  await doc.turnsTo(first.name, 'Prescription');
  await doc.chooses(first.name, 'Medicine', 'ambroxol', /ambroxol/i);
  await doc.answersChecks(first.name, 'Asked in the chat');
  const number = await doc.submitsPrescription(first.name);
  await rev.opensReview(number);
  await rev.checksAll();
  await rev.approves();
  await doc.seesPrescription(first.name, 'Approved and in force');

  for (const seat of [doctorSeat, reviewerSeat]) {
    expect(await seat.page.getByText('This page stopped working').count()).toBe(0);
    expect(await replacedTexts(seat.page)).toEqual([]);
    expect(seat.problems).toEqual([]);
  }
});
