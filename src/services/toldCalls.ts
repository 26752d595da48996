import { catalogue } from '../../contract/catalogue.ts';
import type { CallOptions, Failure, Operation } from '../../contract/operation.ts';

/**
 * Calls whose failures are only logged: those of the specification, section 8 (sign-in, account, lists of words), and
 * our own extensions that run by themselves and show how they stand where they belong.
 */
const onlyLogged: ReadonlySet<Operation> = new Set<Operation>([
  catalogue.login,
  catalogue.smsLogin,
  catalogue.getDoctorInfo,
  catalogue.getDictByType,
  catalogue.getAreaTree,
  catalogue.getIcons,
  catalogue.getCaptcha,
  catalogue.checkCaptcha,
  catalogue.pullMessages,
  catalogue.sendMessage,
  catalogue.readMessages,
  catalogue.signFile,
  catalogue.pullAudit,
  catalogue.renewAudit,
  catalogue.releaseAudit,
  catalogue.checkPrescription,
  catalogue.getUiSetting,
  catalogue.putUiSetting,
]);

/** Calls of the specification that are made again and again by themselves: told when they begin to fail, not each time. */
const toldOnce: ReadonlySet<Operation> = new Set<Operation>([
  catalogue.getOrderNum,
  catalogue.awaitList,
  catalogue.getImConfig,
  catalogue.queryImMessages,
  catalogue.saveCase,
]);

const expected: ReadonlySet<Failure['kind']> = new Set(['business']);

/** Which failures that section 8 tells by a toast are told for a call. Everything is, but for what stands here. */
export function telling() {
  const failing = new Set<Operation>();
  return {
    succeeded: (operation: Operation) => void failing.delete(operation),
    /**
     * A caller that asked to be quiet shows the refusal of its own write (a wrong code, a lost race) where it belongs; a
     * platform that fails is told all the same.
     */
    isTold(operation: Operation, kind: Failure['kind'], { quiet = false }: CallOptions): boolean {
      if (!quiet) return true;
      if (onlyLogged.has(operation)) return false;
      if (operation.method !== 'GET' && expected.has(kind)) return false;
      const isNews = !failing.has(operation);
      failing.add(operation);
      return isNews || !toldOnce.has(operation);
    },
  };
}
