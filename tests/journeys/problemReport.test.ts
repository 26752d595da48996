import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replayRecording } from '../../scripts/replayRecording.ts';
import { eventsIn, readRecording } from '../../src/domain/machineRecording.ts';
import { journey } from '../support/journey.ts';
import { recordingIn } from '../support/recordingIn.ts';

const { patient, doctorWith } = journey();

test('a report of a consultation whose line was cut says nothing of the patient and replays', async () => {
  const phone = await patient();
  await phone.opensOrder('Cough with phlegm for five days');
  const { user, doc, page } = await doctorWith('doctor01', []);
  // The recording begins with what loads after the first view.
  const menu = page.getByRole('button', { name: 'Account menu' });
  const help = page.getByRole('menuitem', { name: 'Help' });
  await menu.click();
  await help.and(page.locator(':not([aria-disabled="true"])')).waitFor();
  await page.keyboard.press('Escape');
  await doc.accepts(phone.name);
  await doc.writes(phone.name, 'How high was the fever?');
  await doc.sees(phone.name, 'How high was the fever?', 'Sent');
  await user.context.setOffline(true);
  await doc.writes(phone.name, 'Do you cough at night?');
  await user.context.setOffline(false);
  await doc.sees(phone.name, 'Do you cough at night?', 'Sent');

  // What is saved of a failed journey.
  const own = readRecording((await recordingIn(page)) ?? '');
  expect('recording' in own && own.recording.machines.length).toBe(3);

  await menu.click();
  await help.click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Report a problem' });
  const shown = Number(/holds (\d+) events since \d\d:\d\d:\d\d/.exec((await dialog.textContent()) ?? '')?.[1]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const file = readFileSync(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toMatch(/^cloudroom-\d{4}-\d\d-\d\d-\d{4}\.json$/);
  const read = readRecording(file);
  if ('problem' in read) throw new Error(read.problem);
  expect(read.recording.machines.map(({ machine }) => machine)).toEqual(['session', 'workspace', 'outbox']);
  expect(eventsIn(read.recording)).toBe(shown);
  const tokens = await page.evaluate(() => Object.values(localStorage).filter((value) => value.length > 20));
  for (const secret of [phone.name, 'Cough', 'fever', 'night', 'Cloudroom2026', ...tokens])
    expect(file).not.toContain(secret);
  expect(replayRecording(read.recording)).toBeNull();
}, 60_000);
