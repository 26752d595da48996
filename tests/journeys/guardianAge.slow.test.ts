import { expect, test } from 'vitest';
import { getRuleSettings, putRuleSettings } from '../../contract/extension/ruleSettings.ts';
import { journey } from '../support/journey.ts';
import { signedIn } from '../support/openConsultations.ts';
import { freePatientAged } from '../support/patient.ts';

const { platform, doctorWith, onCleanup } = journey();

test('with the guardian’s age at 18 years the form asks at 14 and not at 18 and more; both are submitted', async () => {
  const admin = await signedIn(platform().url, 'admin01');
  const { version, settings } = await admin(getRuleSettings, {});
  await admin(putRuleSettings, {
    version,
    settings: { ...settings, guardianBelowMonths: 216 },
    reason: 'Decision of the committee',
  });
  const minor = await freePatientAged(platform().url, (years) => years === 14);
  const adult = await freePatientAged(platform().url, (years) => years >= 18 && years < 60);
  onCleanup(minor.close);
  onCleanup(adult.close);
  for (const phone of [minor, adult]) await phone.opensOrder('Cough with phlegm');
  const { user, doc } = await doctorWith('doctor01', [minor, adult], { viewport: { width: 1440, height: 900 } });

  for (const { name } of [minor, adult]) {
    const pane = doc.pane(name);
    const question = pane.getByRole('checkbox', { name: /A guardian is with the child/ });
    await doc.turnsTo(name, 'Record');
    for (const [field, text] of [
      ['Chief complaint', 'Cough with phlegm'],
      ['Present illness', 'Cough for five days'],
      ['Treatment advice', 'Rest'],
    ] as const)
      await doc.notes(name, field, text);
    await doc.chooses(name, 'Diagnosis', 'J20.9', /bronchitis/i);
    await doc.saved(name);
    await doc.turnsTo(name, 'Prescription');
    await doc.chooses(name, 'Medicine', 'ambroxol', /ambroxol/i);
    if (name === minor.name) await question.check();
    await doc.answersChecks(name, 'Asked in the chat');
    expect(await question.count()).toBe(name === minor.name ? 1 : 0);
    expect(await doc.submitsPrescription(name)).toMatch(/^RX/);
  }
  expect(user.problems).toEqual([]);
  await user.context.close();
});
