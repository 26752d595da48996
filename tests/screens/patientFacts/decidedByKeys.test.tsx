import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FactChips } from '../../../src/screens/cloudRoom/FactChips.tsx';
import { FactsPanel } from '../../../src/screens/patientFacts/FactsPanel.tsx';
import type { FactChange } from '../../../src/screens/patientFacts/useFacts.ts';
import { claim, type Entry } from '../../support/factEntries.ts';
import { fakeApp, order } from '../../support/fakeApp.tsx';
import { show } from '../../support/render.tsx';

const confirmed = { ...claim({ kind: 'weight', kg: 24.4 }, true), id: '1' as never };
const stated = { ...claim({ kind: 'weight', kg: 53.7 }, false), id: '2' as never };

/** The banner of a running consultation, or the facts in its record; nothing is touched but the keyboard. */
function opened(
  standing: Entry['standing'],
  claims: Entry['claims'],
  surface: 'banner' | 'panel' = 'banner',
  others: readonly Entry[] = [],
) {
  const saved: FactChange[][] = [];
  let facts: readonly Entry[] = [{ kind: 'weight', standing, claims }, ...others];
  const running = order('1', 'Wang Min', { patient: { gender: 1, allergy: null, facts } as never });
  const known = () => ({ patient: { ...running.patient, facts }, current: [], ended: [], written: [] });
  const answers = {
    getPatientFacts: known,
    savePatientFacts({ changes }: { changes: FactChange[] }) {
      saved.push(changes);
      facts = facts.slice(1);
      return known();
    },
  };
  const shown =
    surface === 'banner' ? (
      <FactChips order={running} record={null} />
    ) : (
      <FactsPanel orderId={running.id} patient={running.patient} field="weight" />
    );
  const { user } = show(fakeApp({ running: [running], answers }).within(shown));
  /** Tabs to the chip of the weight and opens it. */
  async function opensWeight() {
    for (let presses = 0; presses < 10 && !document.activeElement?.matches('[data-fact="weight"]'); presses += 1)
      await user.tab();
    await user.keyboard('{Enter}');
  }
  /** The chip has the focus again, and the dialog is closed. */
  async function returnsToChip() {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-fact', 'weight'));
  }
  const focused = (name: string) =>
    waitFor(async () => expect((await screen.findAllByRole('button', { name }))[0]).toHaveFocus(), { timeout: 5_000 });
  return { user, saved, opensWeight, returnsToChip, focused };
}

test('a stated weight beside a confirmed one is taken with Enter alone', async () => {
  const { user, saved, opensWeight, focused } = opened('contradictory', [confirmed, stated]);
  await opensWeight();
  await focused('Take: 53.7\u00a0kg');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saved).toEqual([[{ op: 'confirm', id: '2' }]]));
});

test('the confirmed weight is kept with one Tab and Enter', async () => {
  const { user, saved, focused } = opened('contradictory', [confirmed, stated], 'panel');
  await focused('Take: 53.7\u00a0kg');
  await user.tab();
  await focused('Keep: 24.4\u00a0kg');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saved).toEqual([[{ op: 'keep', id: '1' }]]));
});

test('an outdated weight is renewed with Enter alone', async () => {
  const { user, saved, opensWeight, focused } = opened('outdated', [{ ...confirmed, outdated: true }]);
  await opensWeight();
  await focused('Still correct');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saved).toEqual([[{ op: 'renew', id: '1' }]]));
});

test('Escape returns the focus to the chip that opened the facts', async () => {
  const { user, saved, opensWeight, returnsToChip, focused } = opened('contradictory', [confirmed, stated]);
  await opensWeight();
  await focused('Take: 53.7\u00a0kg');
  await user.keyboard('{Escape}');
  await returnsToChip();
  expect(saved).toEqual([]);
});

test('the last decision closes the dialog and returns the focus to the chip', async () => {
  const { user, opensWeight, returnsToChip, focused } = opened('outdated', [{ ...confirmed, outdated: true }]);
  await opensWeight();
  await focused('Still correct');
  await user.keyboard('{Enter}');
  await returnsToChip();
});

test('with several decisions, each one gives the focus to the next, wherever the facts were opened', async () => {
  const height = { ...claim({ kind: 'height', cm: 120 }, true), id: '3' as never, outdated: true };
  const { user, saved, focused } = opened('outdated', [{ ...confirmed, outdated: true }], 'banner', [
    { kind: 'height', standing: 'outdated', claims: [height] } as Entry,
  ]);
  await user.click(screen.getByRole('button', { name: /Facts/ }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Still correct' })).toHaveLength(2));
  await focused('Still correct');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Still correct' })).toHaveLength(1));
  await focused('Still correct');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saved).toEqual([[{ op: 'renew', id: '1' }], [{ op: 'renew', id: '3' }]]));
});
