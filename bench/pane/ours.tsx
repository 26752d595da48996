import { type AnyActorRef, waitFor } from 'xstate';
import { CloudRoom } from '../../src/screens/cloudRoom/CloudRoom.tsx';
import { PaneConversation } from '../../src/screens/cloudRoom/PaneConversation.tsx';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { appWith, draw, loadParts, type Made, orderIn } from './app.tsx';
import { type Contender, gridIn, viewsIn } from './contender.ts';
import { type Feed, feed } from './feed.ts';
import { framePainted } from './probe.ts';

const rows = { scroller: '.chat-log [data-virtuoso-scroller]', rows: '[data-testid="virtuoso-item-list"] > *' };
const nowhere = {};
/** The number of messages that the product keeps loaded of a chat read at its end. */
const loadedMost = 200;

/** The product's limit. */
const most = 6;

const countActors = (actor: AnyActorRef): number =>
  Object.values<AnyActorRef | undefined>(actor.getSnapshot().children ?? {}).reduce(
    (sum, child) => sum + (child ? countActors(child) : 0),
    1,
  );

/** Shared by both of our contenders: the real stream with a screen. */
function ours(show: (host: HTMLElement, made: Made, panes: number) => void): Contender {
  let fed: Feed | null = null;
  let made: Made | null = null;
  let panes = 0;
  return {
    async load(histories) {
      panes = histories.length;
      fed = feed(histories, panes > 1 ? loadedMost : Number.POSITIVE_INFINITY);
      made = appWith(fed, panes);
      await Promise.all([loadParts(), fed.ready(), waitFor(made.workspace, (s) => s.matches('open'))]);
    },
    show(host) {
      if (made) show(host, made, panes);
    },
    add: (pane, message) => fed?.add(pane, message),
    prepend: (pane, older) => fed?.prepend(pane, older),
    async rotate() {
      for (let pane = 0; pane < Math.min(panes, most); pane += 1) {
        const order = orderIn(pane);
        made?.workspace.send({ type: 'consultation.closed', orderId: order.id });
        fed?.inbox.close(order.conversationId);
        await framePainted();
        made?.open(order);
        await framePainted();
      }
    },
    actors: () => (made ? countActors(made.workspace) : 0),
    view: viewsIn(rows),
  };
}

/** The whole cloud room: lists, panes with header and reply box, and every subscriber of new messages. */
export const room = () =>
  ours((host, made, panes) => {
    host.className = 'bench-room';
    for (let pane = 0; pane < Math.min(panes, most); pane += 1) made.open(orderIn(pane));
    draw(
      host,
      made,
      <Keyboard goTo={nowhere}>
        <CloudRoom />
      </Keyboard>,
    );
  });

/** The chats only. */
export const conversation = () =>
  ours((host, made, panes) => {
    for (const [pane, place] of gridIn(host, panes).entries())
      draw(
        place,
        made,
        <PaneConversation
          order={orderIn(pane)}
          uncovered
          onSidePanel={() => {}}
          searching={false}
          onSearched={() => {}}
        />,
      );
  });
