import { useSelector } from '@xstate/react';
import type { ServiceHours } from '../../../clinical/lifecycle/serviceTime.ts';
import { serviceHoursIn } from '../../machines/selectors/session.ts';
import { useApp } from '../app/app.ts';

/** The hospital's service hours, in which waits count towards their limits. */
export const useServiceHours = (): ServiceHours => useSelector(useApp().session, serviceHoursIn);
