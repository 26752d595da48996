import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { PrescriptionId } from '../../contract/ids.ts';
import { AccountId } from '../../contract/ids.ts';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { PrescriptionTask } from '../../src/screens/prescriptionTask/PrescriptionTask.tsx';
import type { Removed } from '../../src/streams/prescriptionQueue.ts';
import { startOfTest } from './fakeApp.tsx';
import { type FakeReviewer, fakeReviewer, item } from './fakeReviewer.ts';
import { show } from './render.tsx';

type Given = FakeReviewer & { readonly path?: string };

/** A reviewer at a screen. */
export function reviewScreen(shownScreen: ReactElement, { path = '/prescriptionTask', ...given }: Given = {}) {
  const reviewer = fakeReviewer(given);
  return { ...reviewer, ...show(reviewer.within(<Keyboard goTo={{}}>{shownScreen}</Keyboard>), { path }) };
}

export const removal = (id: string, reason: Removed['reason'], name: string, nameEn?: string): Removed => ({
  change: 'removed',
  id: id as PrescriptionId,
  reason,
  by: { id: AccountId.parse('99'), name, nameEn },
  updateTime: startOfTest,
});

export const wang = item('1', 'Wang Min');

/** A reviewer who has opened the only prescription of the queue, that of Wang Min. */
export async function reviewing(given: Given = {}) {
  const opened = reviewScreen(<PrescriptionTask />, { items: [wang], ...given });
  await opened.user.click(screen.getByRole('button', { name: 'Review RX1' }));
  const pane = await screen.findByRole('region', { name: 'Review of RX1' });
  return { ...opened, pane, inPane: within(pane) };
}

export const verifications = () => screen.findByRole('group', { name: 'Four checks, ten verifications' });
