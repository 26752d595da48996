import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { recordScreen, stored } from '../../support/recordScreen.tsx';

const field = (name: string) => screen.findByRole('textbox', { name });

test('two versions are shown side by side, with a choice for each difference', async () => {
  const { user, platform } = recordScreen({ record: stored({ chiefComplaint: 'Old', version: 1 }) });
  const box = await field('Chief complaint');
  platform.record = stored({ chiefComplaint: 'Theirs', pastHistory: 'Asthma', version: 2 });
  await user.clear(box);
  await user.type(box, 'Mine');
  await user.tab();
  expect(await screen.findByRole('alert')).toHaveTextContent('The record was changed elsewhere');
  const complaint = within(screen.getByRole('group', { name: 'Chief complaint' }));
  expect(complaint.getByRole('radio', { name: /Written here Mine/ })).toBeChecked();
  const history = within(screen.getByRole('group', { name: 'Past history' }));
  expect(history.getByRole('radio', { name: /Saved elsewhere .*Asthma/ })).toBeChecked();
  await user.click(complaint.getByRole('radio', { name: /Saved elsewhere .*Theirs/ }));
  await user.click(screen.getByRole('button', { name: 'Save what I chose' }));
  await waitFor(() => expect(platform.record?.version).toBe(3));
  expect([platform.record?.chiefComplaint, platform.record?.pastHistory]).toEqual(['Theirs', 'Asthma']);
});

test('in a conflict a section that was not changed here begins with the text saved elsewhere', async () => {
  const { user, platform } = recordScreen({ record: stored({ pastHistory: 'Asthma as a child', version: 1 }) });
  const box = await field('Chief complaint');
  platform.record = stored({ pastHistory: 'Asthma, treated today', version: 2 });
  await user.type(box, 'Mine');
  await user.tab();
  const complaint = within(await screen.findByRole('group', { name: 'Chief complaint' }));
  expect(complaint.getByRole('radio', { name: /Written here Mine/ })).toBeChecked();
  const history = within(screen.getByRole('group', { name: 'Past history' }));
  expect(history.getByRole('radio', { name: /Asthma, treated today/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save what I chose' }));
  await waitFor(() => expect(platform.record?.version).toBe(3));
  expect([platform.record?.chiefComplaint, platform.record?.pastHistory]).toEqual(['Mine', 'Asthma, treated today']);
});
