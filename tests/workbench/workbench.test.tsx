import { act, screen, within } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DemonstrationCalls } from '../../workbench/demonstrationCalls.ts';
import { Workbench } from '../../workbench/Workbench.tsx';
import type { WatchedPage } from '../../workbench/watch.ts';
import { show } from '../support/render.tsx';
import { microstep, running } from './entries.ts';

const page: WatchedPage = {
  id: 'page',
  title: 'Cloud room',
  entries: [
    microstep(1, 'link.restored', { difference: {} }),
    microstep(2, 'link.restored', { kind: 'snapshot', difference: { retries: { before: 3, after: 0 } } }),
    microstep(3, 'panel.shown', { actor: 'x:2', name: 'review', transitions: [], isUntaken: true }),
  ],
  pulses: [{ stream: 'connection$', at: 3, text: 'online' }],
  met: [running('x:1', { name: 'root' }), running('x:2', { parent: 'x:1', name: 'review' })],
  actors: [
    running('x:1', { machine: null, state: null, name: 'root' }),
    running('x:2', { parent: 'x:1', name: 'review', machine: null, state: 'holding', tags: ['leased'] }),
  ],
};

function open(pages: readonly WatchedPage[], calls: Partial<DemonstrationCalls> = {}) {
  const acted: string[] = [];
  const saved: string[] = [];
  const state = { acts: [{ name: 'cut', label: 'Cut for 10 s', group: 'Line' }], active: [] as string[] };
  const opened = show(
    <Workbench
      pages$={new BehaviorSubject(pages)}
      now={() => 5}
      coverage={null}
      onSave={async (id) => {
        if (id === 'silent') throw new Error('The page did not answer.');
        saved.push(id);
      }}
      calls={{
        read: async () => state,
        async act(name) {
          acted.push(name);
          return { ...state, active: [name] };
        },
        ...calls,
      }}
    />,
  );
  return { ...opened, acted, saved };
}

test('without a page of the workstation the workbench says how to get one', async () => {
  open([]);
  expect(screen.getByText(/No page of the workstation is open/)).toBeVisible();
  await screen.findByRole('button', { name: 'Cut for 10 s' });
});

test('actors are shown with state and tags', async () => {
  open([page]);
  const actors = within(screen.getByRole('region', { name: 'Actors' }));
  expect(actors.getByRole('button', { name: /review\s*holding\s*leased/ })).toBeVisible();
  await screen.findByRole('button', { name: 'Cut for 10 s' });
});

test('an event that nothing took is shown as such, and can be shown alone', async () => {
  const { user } = open([page]);
  const log = within(screen.getByRole('region', { name: 'Events' }));
  const rows = () => log.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    expect.stringContaining('panel.shownnothing took it'),
    expect.stringContaining('link.restored'),
  ]);
  await user.click(log.getByRole('checkbox', { name: 'Only what nothing took' }));
  expect(rows()).toEqual([expect.stringContaining('panel.shown')]);
});

test('the log shows the chosen actor alone when that is asked for', async () => {
  const { user } = open([page]);
  const log = within(screen.getByRole('region', { name: 'Events' }));
  await user.click(screen.getByRole('button', { name: /^review/ }));
  await user.click(log.getByRole('checkbox', { name: 'Only of the chosen actor' }));
  expect(log.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('panel.shown'),
  ]);
});

test('bytes that were seen on the line stay out of the log until they are asked for', async () => {
  const entries = [...page.entries, microstep(4, 'traffic.seen')];
  const { user } = open([{ ...page, entries }]);
  const log = within(screen.getByRole('region', { name: 'Events' }));
  const rows = () => log.getAllByRole('listitem').length;
  expect(rows()).toBe(2);
  await user.click(log.getByRole('checkbox', { name: 'Without traffic.seen', checked: true }));
  expect(rows()).toBe(3);
});

test('several actors of one name are told apart in the tree and in the log', async () => {
  const parts = ['x:3', 'x:4'].map((actor) => running(actor, { name: 'part', machine: null }));
  const entries = [microstep(1, 'part.needed', { actor: 'x:4', name: 'part' })];
  open([{ ...page, actors: [...page.actors, ...parts], met: [...page.met, ...parts], entries }]);
  const actors = within(screen.getByRole('region', { name: 'Actors' }));
  expect(actors.getAllByText(/^part/).map(({ textContent }) => textContent)).toEqual(['part 1', 'part 2']);
  expect(within(screen.getByRole('region', { name: 'Events' })).getByText('part 2')).toBeVisible();
});

test('an opened step shows its transition and what it changed in the context', async () => {
  const { user } = open([page]);
  const log = within(screen.getByRole('region', { name: 'Events' }));
  await user.click(log.getByText('link.restored'));
  expect(log.getByText('offline on link.restored (0)')).toBeVisible();
  expect(within(log.getByRole('tree', { name: 'Changed in the context' })).getByText('retries')).toBeVisible();
  // The library's texts stand beside others, which the page may have, because nobody translates it.
  await user.click(log.getByText('link.restored'));
});

test('a stream has a row with its newest value', async () => {
  open([page]);
  const row = within(screen.getByRole('row', { name: /connection\$/ }));
  expect(row.getByRole('img', { name: '1 values of connection$ within a minute' })).toBeVisible();
  expect(row.getByRole('cell', { name: 'online' })).toBeVisible();
});

test('a fault is asked for at its button, which says while it goes on', async () => {
  const { user, acted } = open([page]);
  await user.click(await screen.findByRole('button', { name: 'Cut for 10 s' }));
  expect(acted).toEqual(['cut']);
  expect(await screen.findByRole('button', { name: 'Cut for 10 s', pressed: true })).toBeVisible();
});

test('a fault that was not answered is said until the platform answers again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { user } = open([page], { act: () => Promise.reject(new Error('cut')) });
  await user.click(await screen.findByRole('button', { name: 'Cut for 10 s' }));
  expect(await screen.findByText(/^The platform did not answer/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.queryByText(/^The platform did not answer/)).toBeNull();
});

test('the recording of the chosen page is saved at a button that says that it is masked', async () => {
  const { user, saved } = open([page, { ...page, id: 'other', title: 'Reviews' }]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Page' }), 'Cloud room');
  const save = screen.getByRole('button', { name: 'Save the recording' });
  expect(save).toHaveAccessibleDescription(/^Masked like a problem report/);
  await user.click(save);
  expect(saved).toEqual(['page']);
});

test('a platform without the demonstration has no buttons and says why', async () => {
  open([page], { read: () => Promise.reject(new Error('404')) });
  expect(await screen.findByText('Faults and patients need a platform with --demo.')).toBeVisible();
});

test('a page that gives no recording is to be loaded again', async () => {
  const { user, saved } = open([{ ...page, id: 'silent' }]);
  await user.click(screen.getByRole('button', { name: 'Save the recording' }));
  expect(await screen.findByText('The page did not answer. Reload it, then try again.')).toBeVisible();
  expect(saved).toEqual([]);
});
