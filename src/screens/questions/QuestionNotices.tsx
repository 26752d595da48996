import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OrderId } from '../../../contract/ids.ts';
import { placeOfAlert } from '../../domain/alerts.ts';
import { loadTexts, t } from '../../locales/i18n.ts';
import { focusedOrder } from '../../machines/selectors/workspace.ts';
import { onDemand } from '../../ui/onDemand.ts';
import { useApp, useWork } from '../app/app.ts';
import type { QuestionServices } from '../app/reviewerServices.ts';

/** A notice is long enough to finish a sentence in another chat. */
const lastsMs = 20_000;

/**
 * A notice that leads to each question outside of the focused pane, where it shows by itself, and one when an answer
 * was sent.
 */
export function QuestionNotices({ service }: { readonly service: QuestionServices }) {
  const { toasts, announcer } = useApp();
  const { workspace } = useWork();
  const navigate = useNavigate();
  const isRoom = useLocation().pathname === '/cloudRoom';
  const noticed = useRef<Set<string>>(new Set()).current;
  useEffect(() => {
    const isShown = (orderId: OrderId) => isRoom && focusedOrder(workspace.getSnapshot()) === orderId;
    const subscription = service.open$.subscribe(({ questions }) => {
      for (const { id, orderId, patientName: who } of questions) {
        if (noticed.has(id)) continue;
        noticed.add(id);
        const text = t('alerts.notice.question', { who });
        if (isShown(orderId)) {
          announcer.say(text);
          continue;
        }
        const action = {
          label: t('alerts.answer'),
          run() {
            workspace.send({ type: 'sidePanel.chosen', orderId, choice: { over: null } });
            void navigate(placeOfAlert({ kind: 'question', orderId }));
          },
        };
        toasts.show({ tone: 'warning', text, action, lastsMs });
      }
    });
    return () => subscription.unsubscribe();
  }, [service, toasts, announcer, workspace, navigate, isRoom, noticed]);
  useEffect(() => {
    const texts = onDemand(async () => ({ loaded: await loadTexts('documents') }));
    const subscription = service.answered$.subscribe(async ({ author: { name } }) => {
      texts.load().catch(() => {});
      await texts.whenLoaded();
      toasts.show({ tone: 'success', text: t('questions.answered', { name }) });
    });
    return () => subscription.unsubscribe();
  }, [service, toasts]);
  return null;
}
