import { type ReactNode, useCallback } from 'react';
import { labelOf } from '../../domain/enumerations.ts';
import type { ChatMessage, Timeline } from '../../domain/timeline.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';

/** What stands under a prescription's number in the chat: its state now, and what the pharmacist remarked. */
export function usePrescriptionCard(marks: Timeline['prescriptions']): (message: ChatMessage) => ReactNode {
  const states = useLive(useApp().lists$).Prescription_Status;
  return useCallback(
    ({ body }) => {
      const mark = body.kind === 'prescription' ? marks[body.prescriptionId] : undefined;
      if (mark === undefined) return null;
      return (
        <span>
          {labelOf(states, mark.status) ?? ''}
          {mark.remark ? ` · ${mark.remark}` : ''}
        </span>
      );
    },
    [marks, states],
  );
}
