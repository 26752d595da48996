import { Code } from '../../contract/envelope.ts';
import type { savePatientFacts } from '../../contract/extension/facts.ts';
import type { Failure, InputOf } from '../../contract/operation.ts';

export type FactChange = InputOf<typeof savePatientFacts>['changes'][number];

/** Whether the platform asks if an implausible measure is right. */
export const isMeasureQuestion = ({ code }: Pick<Failure, 'code'>): boolean => code === Code.implausibleMeasure;

/** The same change with the person's answer that the measure is right. */
export const asConfirmed = (change: FactChange): FactChange =>
  change.op === 'add' || change.op === 'confirm' ? { ...change, confirmedImplausible: true } : change;
