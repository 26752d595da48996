import type { Api } from '../../contract/catalogue.ts';
import type { CallOptions, Failure, Operation } from '../../contract/operation.ts';

/**
 * Calls whose failures are only logged: those of the specification, section 8 (sign-in, account, lists of words), and
 * our own extensions that run by themselves and show how they stand where they belong.
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
  'pullMessages',
  'sendMessage',
  'readMessages',
  'signFile',
  'pullAudit',
  'renewAudit',
  'releaseAudit',
  'checkPrescription',
  'getUiSetting',
  'putUiSetting',
]);

/** Calls of the specification that are made again and again by themselves: told when they begin to fail, not each time. */
const toldOnce: ReadonlySet<string> = new Set<keyof Api>([
  'getOrderNum',
  'awaitList',
  'getImConfig',
  'queryImMessages',
  'saveCase',
]);

const expected: ReadonlySet<Failure['kind']> = new Set(['business']);

/** Which failures that section 8 tells by a toast are told for a call. Everything is, but for what stands here. */
export function createErrorToastPolicy() {
  const failing = new Set<string>();
  return {
    succeeded: (name: string) => void failing.delete(name),
    /**
     * A caller that asked to be quiet shows the refusal of its own write (a wrong code, a lost race) where it belongs; a
     * platform that fails is told all the same.
     */
    isTold(name: string, { method }: Operation, kind: Failure['kind'], { quiet = false }: CallOptions): boolean {
      if (!quiet) return true;
      if (onlyLogged.has(name)) return false;
      if (method !== 'GET' && expected.has(kind)) return false;
      const isNews = !failing.has(name);
      failing.add(name);
      return isNews || !toldOnce.has(name);
    },
  };
}
