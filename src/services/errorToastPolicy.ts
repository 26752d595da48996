import type { Api } from '../../contract/catalogue.ts';
import type { CallOptions, Failure, Operation } from '../../contract/operation.ts';

/**
 * Calls whose failures are only logged: sign-in, account and dictionaries as the specification says, and background
 * calls whose screen shows the failure itself.
 */
const onlyLogged: ReadonlySet<string> = new Set<keyof Api>([
  'login',
  'smsLogin',
  'getDoctorInfo',
  'getDictByType',
  'getAreaTree',
  'getIcons',
  'getCaptcha',
  'checkCaptcha',
  'getImConfig',
  'signFile',
  'pullAudit',
  'claimAudit',
  'renewAudit',
  'releaseAudit',
  'saveReviewDraft',
  'checkPrescription',
  'getUiSetting',
  'putUiSetting',
  'noteTemplateUse',
  'uploadFile',
  'uploadPart',
  'uploadProgress',
  'cancelUpload',
]);

/** Polling calls: the first failure in a row shows a toast, the following ones do not. */
const shownOnce: ReadonlySet<string> = new Set<keyof Api>(['getOrderNum', 'awaitList', 'queryImMessages', 'saveCase']);

/** Decides whether a failed call shows a toast. Exceptions are listed above. */
export function createErrorToastPolicy() {
  const failing = new Set<string>();
  return {
    succeeded: (name: string) => void failing.delete(name),
    /**
     * A quiet caller shows refusals of its own write (a wrong code, a lost race, something that is gone) beside the form.
     * Failures of the platform still show a toast, and so does a read that finds nothing, as specified.
     */
    showsToast(name: string, { method }: Operation, kind: Failure['kind'], { quiet = false }: CallOptions): boolean {
      if (!quiet) return true;
      if (onlyLogged.has(name)) return false;
      if (method !== 'GET' && (kind === 'business' || kind === 'notFound')) return false;
      const isFirst = !failing.has(name);
      failing.add(name);
      return isFirst || !shownOnce.has(name);
    },
  };
}
