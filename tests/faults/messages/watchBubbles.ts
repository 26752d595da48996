/**
 * Runs inside the page and checks every bubble after each change. Reports through `reportBubble` duplicates, wrong order
 * and decreasing delivery states, and the delivery state of each own message.
 */
export function watchBubbles() {
  const ranks: Record<string, number> = {
    queued: 0,
    sending: 1,
    rateLimited: 1,
    failed: 2,
    sent: 3,
    delivered: 4,
    read: 5,
  };
  const states = new Map<string, string>();
  const reported = new Set<string>();
  let due = false;

  const report = (kind: 'wrong' | 'state', what: string) => {
    const send: unknown = Reflect.get(window, 'reportBubble');
    if (typeof send === 'function') send(kind, what);
  };
  const wrong = (what: string) => {
    if (reported.has(what)) return;
    reported.add(what);
    report('wrong', what);
  };

  function look() {
    due = false;
    for (const log of document.querySelectorAll('[role=log]')) {
      const seen = new Set<string>();
      let lastId = 0;
      for (const row of log.querySelectorAll<HTMLElement>('[data-message-id]')) {
        const { messageId = '', clientMessageId = '' } = row.dataset;
        const key = clientMessageId || messageId;
        const text = row.querySelector('.chat-bubble')?.textContent ?? '';
        if (seen.has(key)) wrong(`twice on the screen: ${text}`);
        seen.add(key);
        if (messageId !== '' && Number(messageId) <= lastId) wrong(`out of order on the screen: ${text}`);
        if (messageId !== '') lastId = Number(messageId);
        const state = row.querySelector<HTMLElement>('.chat-delivery')?.dataset.state;
        if (!state || clientMessageId === '') continue;
        const before = states.get(clientMessageId);
        if (before === state) continue;
        const [was, is] = [ranks[before ?? 'queued'] ?? 0, ranks[state] ?? 0];
        if (was >= 3 && is < was) wrong(`from ${before} back to ${state}: ${text}`);
        states.set(clientMessageId, state);
        report('state', `${clientMessageId} ${state}`);
      }
    }
  }
  const observer = new MutationObserver(() => {
    if (due) return;
    due = true;
    requestAnimationFrame(look);
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-state', 'data-message-id', 'data-client-message-id'],
  });
}
