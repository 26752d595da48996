import { useSelector } from '@xstate/react';
import type { OrderId } from '../../contract/ids.ts';
import { colourOf } from '../domain/patientColours.ts';
import { useWork } from './app.ts';

/** The colour, 1 to 8, that marks everything of this consultation: pane, row, forms and their dialogs. */
export const usePatientColour = (orderId: OrderId): number =>
  useSelector(useWork().workspace, (s) => colourOf(s.context.desk.colours, orderId));
