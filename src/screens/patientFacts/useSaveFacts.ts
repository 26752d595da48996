import type { OrderId } from '../../../contract/ids.ts';
import type { FactChange } from '../../domain/measureQuestion.ts';
import { consultationOf } from '../../machines/selectors/workspace.ts';
import { useApp, useWork } from '../app/app.ts';

export type { FactChange };

/** Stores changes of what is known about the patient of an order; everything that shows or checks it hears of them. */
export function useSaveFacts(orderId: OrderId) {
  const { api } = useApp();
  const { awaiting, workspace } = useWork();
  return async (changes: FactChange[]) => {
    const answer = await api.savePatientFacts({ orderId, changes }, { quiet: true });
    if (answer.ok) {
      awaiting.refresh();
      consultationOf(orderId)(workspace.getSnapshot())?.send({ type: 'facts.changed' });
    }
    return answer;
  };
}
