import { useCallback, useEffect, useState } from 'react';
import type { savePatientFacts } from '../../../contract/extension/facts.ts';
import type { OrderId, PatientId } from '../../../contract/ids.ts';
import type { InputOf } from '../../../contract/operation.ts';
import { useApp, useWork } from '../app.ts';
import { useQuery } from '../usePages.ts';

export type FactChange = InputOf<typeof savePatientFacts>['changes'][number];

/** The statements about the patient of an order, and how to change them. Changes made elsewhere appear by themselves. */
export function useFacts(orderId: OrderId, patientId: PatientId) {
  const { api } = useApp();
  const { awaiting, workspace, patientChanged$ } = useWork();
  const query = useQuery(
    useCallback((signal: AbortSignal) => api.getPatientFacts({ orderId }, { signal, quiet: true }), [api, orderId]),
  );
  const { refresh } = query;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const changes = patientChanged$.subscribe((id) => id === patientId && refresh());
    return () => changes.unsubscribe();
  }, [patientChanged$, patientId, refresh]);

  /** Stores the changes; false if they were refused, so that a form keeps what was typed. */
  async function save(changes: FactChange[]): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    const answer = await api.savePatientFacts({ orderId, changes }, { quiet: true });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.failure.message);
      return false;
    }
    refresh();
    awaiting.refresh();
    workspace.getSnapshot().context.consultations[orderId]?.send({ type: 'facts.changed' });
    return true;
  }
  return { query, save, busy, problem };
}

export type Facts = ReturnType<typeof useFacts>;
