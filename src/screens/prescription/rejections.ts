import { useEffect, useMemo } from 'react';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { RxBrief } from '../../../contract/http/prescription.ts';
import { nothing$ } from '../../streams/live.ts';
import { type Rejection, rejectionKey } from '../../streams/rejections.ts';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useSettingText } from '../hooks/useSetting.ts';

/** The person's setting with the keys of rejections that were opened, so that they stay opened on every device. */
const setting = 'rejections.opened';
const none: readonly Rejection[] = [];
const keysIn = (text: string) => new Set(text.split(' '));

/** Rejected prescriptions that this doctor has not opened since their rejection. */
export function useUnopenedRejections(): readonly Rejection[] {
  const { work$ } = useApp();
  const rejections = useLive(useLive(work$)?.rejections$ ?? nothing$) ?? none;
  const [opened] = useSettingText(setting, '');
  return useMemo(() => {
    const known = keysIn(opened);
    return rejections.filter(({ key }) => !known.has(key));
  }, [rejections, opened]);
}

/** Runs once the page is visible; returns the function that cancels it. */
function whenVisible(run: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') run();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** Notes that the doctor has opened this prescription, if it is rejected; marks of prescriptions no longer rejected go. */
export function useOpenedRejection(rx: Pick<RxBrief, 'id' | 'version' | 'status'> | null): void {
  const { work$ } = useApp();
  const rejections = useLive(useLive(work$)?.rejections$ ?? nothing$) ?? none;
  const [opened, choose] = useSettingText(setting, '');
  const key = rx?.status === PrescriptionStatus.rejected ? rejectionKey(rx) : null;
  const isListed = rejections.some((one) => one.key === key);
  const isNew = key !== null && isListed && !keysIn(opened).has(key);
  useEffect(() => {
    if (!isNew) return;
    const kept = rejections.filter((one) => keysIn(opened).has(one.key)).map((one) => one.key);
    return whenVisible(() => choose([...kept, key].join(' ')));
  }, [isNew, key, rejections, opened, choose]);
}
