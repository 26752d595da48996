import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';

const { patient, doctorWith } = journey();

const override = String.fromCodePoint(0x202e);

/** Whether the first letter of each line of a text stands left or right of its last one. */
const directions = (text: Locator) =>
  text.evaluate((element) => {
    const node = element.firstChild;
    const lines = (node?.textContent ?? '').split('\n');
    const begins = lines.map((_, index) => lines.slice(0, index).join('\n').length + Math.min(index, 1));
    const leftOf = (at: number) => {
      const range = document.createRange();
      if (node) range.setStart(node, at);
      if (node) range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return lines.map((line, index) => {
      const begin = begins[index] ?? 0;
      return leftOf(begin) < leftOf(begin + line.length - 1) ? 'to the right' : 'to the left';
    });
  });

test('each paragraph runs in the direction of its letters, and an override turns nothing', async () => {
  const phone = await patient();
  const order = await phone.opensOrder(`Allergic to ${override}nillicinep`);
  const { doc, page } = await doctorWith('doctor01', [phone]);
  await phone.says(order.conversationId, 'כאב ראש\nsince Monday\nمنذ يومين');
  const message = doc.bubble(phone.name, 'since Monday').locator('[dir="auto"]');
  await message.waitFor();
  expect(await directions(message)).toEqual(['to the left', 'to the right', 'to the left']);
  await doc.conversation(phone.name).getByText('Allergic to [RLO]nillicinep').waitFor();
  expect(await page.evaluate((sign) => document.body.textContent?.includes(sign), override)).toBe(false);

  const box = page.getByRole('textbox', { name: `Message ${phone.name}` });
  await box.focus();
  await page.keyboard.insertText(`${override}nillicinep`);
  expect(await box.inputValue()).toBe('[RLO]nillicinep');
});

test('Undo takes back an inserted emoji and an inserted quick reply', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { doc, page } = await doctorWith('doctor02', [phone]);
  const pane = doc.pane(phone.name);
  const box = page.getByRole('textbox', { name: `Message ${phone.name}` });
  await box.pressSequentially('Good morning');
  await pane.getByRole('button', { name: 'Emoji' }).click();
  await pane
    .getByRole('button', { name: /^Insert / })
    .first()
    .click();
  expect(await box.inputValue()).not.toBe('Good morning');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await box.inputValue()).toBe('Good morning');

  await pane.getByRole('button', { name: 'Quick replies' }).click();
  await pane.getByRole('listbox', { name: 'Quick replies' }).getByRole('option').first().click();
  expect(await box.inputValue()).not.toBe('Good morning');
  await page.keyboard.press('ControlOrMeta+z');
  expect(await box.inputValue()).toBe('Good morning');
});

test('Undo in the box takes back a template that was inserted in a record, section by section', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { doc, page } = await doctorWith('doctor04', [phone]);
  await doc.turnsTo(phone.name, 'Record');
  const pane = doc.pane(phone.name);
  const complaint = pane.getByRole('textbox', { name: 'Chief complaint' });
  const illness = pane.getByRole('textbox', { name: 'Present illness' });
  const texts = async () => [await complaint.inputValue(), await illness.inputValue()];
  const chooses = async (item: string) => {
    await pane.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dialog = page.getByRole('dialog');
  await complaint.fill('Cough');
  await illness.fill('Dry, for three days');
  await chooses('Save as template');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cough');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await complaint.fill('Fever');
  await illness.fill('Since Monday');

  await chooses('Insert a template');
  await dialog.getByRole('button', { name: 'Use “Cough”' }).click();
  await dialog.getByRole('radio', { name: 'Replace what is written' }).click();
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect.poll(texts).toEqual(['Cough', 'Dry, for three days']);
  await expect.poll(() => complaint.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(texts).toEqual(['Fever', 'Dry, for three days']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(texts).toEqual(['Fever', 'Since Monday']);
  await doc.turnsTo(phone.name, 'History');
  await doc.turnsTo(phone.name, 'Record');
  expect(await texts()).toEqual(['Fever', 'Since Monday']);

  await chooses('Insert a template');
  await dialog.getByRole('button', { name: 'Use “Cough”' }).click();
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect.poll(texts).toEqual(['Fever; Cough', 'Since Monday\nDry, for three days']);
  await expect.poll(() => complaint.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(texts).toEqual(['Fever', 'Since Monday\nDry, for three days']);
});

/** Starts a composition of an input method in the field that has the focus. */
async function composes(page: Page, text: string) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  return browser;
}

test('keys that an input method uses neither move the focus nor close a search', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough');
  const { doc, page } = await doctorWith('doctor03', [phone]);
  await doc.turnsTo(phone.name, 'Record');
  const field = doc.pane(phone.name).getByRole('textbox', { name: 'Present illness' });
  await field.focus();
  await composes(page, 'ke sou');
  await page.keyboard.press('Escape');
  expect(await field.evaluate((element) => document.activeElement === element)).toBe(true);

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.focus();
  await composes(page, 'wang');
  await page.keyboard.press('Escape');
  expect(await search.isVisible()).toBe(true);

  const box = page.getByRole('textbox', { name: `Message ${phone.name}` });
  for (const slash of ['、', '／']) {
    await box.fill('');
    await box.focus();
    const browser = await composes(page, slash);
    await browser.send('Input.insertText', { text: slash });
    await doc.pane(phone.name).getByRole('listbox', { name: 'Quick replies' }).waitFor();
  }
});
