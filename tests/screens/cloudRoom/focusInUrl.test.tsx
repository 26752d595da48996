import fc from 'fast-check';
import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversationId, OrderId } from '../../../contract/ids.ts';
import { isOpen } from '../../../src/domain/paneLayout.ts';
import { layoutOf } from '../../../src/machines/selectors/workspace.ts';
import { useFocusInUrl } from '../../../src/screens/cloudRoom/CloudRoom.tsx';
import { fakeApp, order } from '../../support/fakeApp.tsx';

const orders = ['1', '2', '3'].map((id) => order(id, `Patient ${id}`));
const idOf = (which: number) => orders[which]?.id as OrderId;

// Updates must arrive as in a browser, not when a test flushes them.
type ActGlobal = { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };
let asked: boolean | undefined;
beforeAll(() => {
  asked = (globalThis as ActGlobal).IS_REACT_ACT_ENVIRONMENT;
  (globalThis as ActGlobal).IS_REACT_ACT_ENVIRONMENT = false;
});
afterAll(() => {
  (globalThis as ActGlobal).IS_REACT_ACT_ENVIRONMENT = asked;
});

type Fake = ReturnType<typeof fakeApp>;

const showIn = ({ workspace }: Fake, orderId: OrderId) =>
  workspace.send({
    type: 'consultation.opened',
    orderId,
    conversationId: `c${orderId}` as ConversationId,
    order: null,
  });

type Props = { fake: Fake; onDrawn: (key: string) => void };

/** The hook that synchronises focus and URL. */
function FocusInUrl({ fake, onDrawn }: Props) {
  const open = useCallback((orderId: OrderId) => showIn(fake, orderId), [fake]);
  useFocusInUrl({ single: false, measured: true, open });
  onDrawn(useLocation().key);
  return null;
}

/** Only the workspace and the router, without the rest of the room. */
async function enter() {
  const fake = fakeApp({ running: orders });
  const { workspace } = fake;
  let drawn = '';
  const room = fake.within(
    <FocusInUrl
      fake={fake}
      onDrawn={(key) => {
        drawn = key;
      }}
    />,
  );
  const router = createMemoryRouter([{ path: '/cloudRoom', element: room }], { initialEntries: ['/cloudRoom'] });
  const root = createRoot(document.createElement('div'));
  root.render(<RouterProvider router={router} />);
  await expect.poll(() => workspace.getSnapshot().matches('open')).toBe(true);
  const layout = () => layoutOf(workspace.getSnapshot());
  const state = () => ({
    drawn: drawn === router.state.location.key && router.state.navigation.state === 'idle',
    same: new URLSearchParams(router.state.location.search).get('order') === layout().focused,
  });
  /** Waits until URL and focus agree and have stopped changing. */
  const rest = () => expect.poll(state, { interval: 1 }).toEqual({ drawn: true, same: true });
  const show = (orderId: OrderId) => showIn(fake, orderId);
  return { workspace, router, layout, show, rest, end: () => root.unmount() };
}

type Step =
  | { do: 'open' | 'focus' | 'close' | 'follow'; which: number }
  | { do: 'back' | 'forward' | 'frame' | 'settle' };

const which = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('open', 'focus', 'close'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('follow'), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('back', 'forward', 'frame', 'settle') }) },
);

/** Runs pending tasks without waiting for all of them. */
const frame = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a closed pane stays closed through any quick sequence of opening, focusing, closing and going back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { workspace, router, layout, show, rest, end } = await enter();
      const closed = new Set<OrderId>();
      const press = (act: () => void) => flushSync(act);
      const stillClosed = () => expect([...closed].filter((id) => isOpen(layout(), id))).toEqual([]);
      for (const one of steps) {
        if (one.do === 'open') {
          closed.delete(idOf(one.which));
          press(() => show(idOf(one.which)));
        } else if (one.do === 'focus') {
          const orderId = idOf(one.which);
          if (isOpen(layout(), orderId)) press(() => workspace.send({ type: 'pane.focused', orderId }));
        } else if (one.do === 'close') {
          const orderId = idOf(one.which);
          if (isOpen(layout(), orderId)) closed.add(orderId);
          press(() => workspace.send({ type: 'consultation.closed', orderId }));
        } else if (one.do === 'frame') await frame();
        else if (one.do === 'settle') await rest();
        else {
          // After going to a URL the doctor sees its pane, even one closed before, before pressing anything else.
          await rest();
          stillClosed();
          if (one.do === 'follow') await router.navigate(`/cloudRoom?order=${idOf(one.which)}`);
          else await router.navigate(one.do === 'back' ? -1 : 1);
          await rest();
          for (const id of [...closed]) if (isOpen(layout(), id)) closed.delete(id);
        }
      }
      await rest();
      stillClosed();
      end();
    }),
    { numRuns: 100 },
  );
}, 120_000);

test('a closed pane stays closed, although pressing its close button had focused it', async () => {
  const { workspace, layout, show, rest, end } = await enter();
  for (const orderId of ['1', '2'] as OrderId[]) show(orderId);
  await rest();
  flushSync(() => workspace.send({ type: 'pane.focused', orderId: '1' as OrderId }));
  flushSync(() => workspace.send({ type: 'consultation.closed', orderId: '1' as OrderId }));
  await rest();
  expect(layout().panes.map(({ orderId }) => orderId)).toEqual(['2']);
  end();
});

test('a URL with an invalid id opens nothing and is replaced by that of the focused pane', async () => {
  const { router, layout, show, rest, end } = await enter();
  show(idOf(0));
  await rest();
  await router.navigate('/cloudRoom?order=not%20an%20id');
  await rest();
  expect(layout().panes.map(({ orderId }) => orderId)).toEqual(['1']);
  expect(router.state.location.search).toBe('?order=1');
  end();
});
