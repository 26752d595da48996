import type { Page } from 'playwright-core';
import { type Bubble, typedIn } from '../../support/deliveryJudge.ts';

type Read = { bubbles: Bubble[]; top: boolean; bottom: boolean };

/** Runs inside the page: the rendered rows, and whether the list has reached an end. */
function drawn(log: Element): Read {
  const scroller = log.querySelector<HTMLElement>('[data-virtuoso-scroller]');
  const bubbles = [...log.querySelectorAll<HTMLElement>('[data-message-id]')].map((row) => ({
    id: row.dataset.messageId ?? '',
    clientMessageId: row.dataset.clientMessageId || null,
    text: row.querySelector('.chat-bubble')?.textContent ?? '',
    state: row.querySelector<HTMLElement>('.chat-delivery')?.dataset.state ?? null,
  }));
  if (!scroller) return { bubbles, top: true, bottom: true };
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  return { bubbles, top: scrollTop <= 1, bottom: scrollTop + clientHeight >= scrollHeight - 2 };
}

const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => resolve()), 30)),
      ),
  );

/** Reads a whole conversation by scrolling, as a doctor would. */
export async function readChat(page: Page, patient: string): Promise<Bubble[]> {
  const log = page.getByRole('log', { name: `Conversation with ${patient}` });
  const scroll = (by: number) =>
    log.evaluate((element, share) => {
      const scroller = element.querySelector<HTMLElement>('[data-virtuoso-scroller]');
      // The chat follows its end until the user scrolls.
      scroller?.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }));
      if (scroller) scroller.scrollTop += share * scroller.clientHeight;
    }, by);
  for (let tries = 0; ; tries += 1) {
    await scroll(-1_000);
    await settled(page);
    if (await log.getByText('The conversation begins here').isVisible()) break;
    if (tries > 600) throw new Error(`the beginning of ${patient} is not reached`);
  }
  const found = new Map<string, Bubble>();
  for (let still = 0; still < 2; ) {
    const { bubbles, bottom } = await log.evaluate(drawn);
    for (const bubble of bubbles)
      found.set(bubble.clientMessageId ?? bubble.id, { ...bubble, text: typedIn(bubble.text) ?? bubble.text });
    still = bottom ? still + 1 : 0;
    await scroll(0.7);
    await settled(page);
  }
  return [...found.values()];
}
