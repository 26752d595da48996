import { catalogue } from '../../contract/catalogue.ts';
import type { CallOptions, Failure, Operation } from '../../contract/operation.ts';

/**
 * Calls whose failures are only logged: those of the specification, section 8 (sign-in, account, lists of words), and
 * what runs by itself again and again or has a state of its own beside it. Everything else is told.
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
  catalogue.getOrderNum,
  catalogue.awaitList,
  catalogue.getImConfig,
  catalogue.queryImMessages,
  catalogue.pullMessages,
  catalogue.sendMessage,
  catalogue.readMessages,
  catalogue.signFile,
  catalogue.uploadFile,
  catalogue.uploadPart,
  catalogue.uploadProgress,
  catalogue.pullAudit,
  catalogue.renewAudit,
  catalogue.releaseAudit,
  catalogue.saveCase,
  catalogue.checkPrescription,
  catalogue.getUiSetting,
  catalogue.putUiSetting,
]);

const expected: ReadonlySet<Failure['kind']> = new Set(['business']);

/**
 * Whether a failure that section 8 tells by a toast is told for this call. A caller that asked to be quiet shows the
 * refusal of its own write (a wrong code, a lost race) where it belongs; a platform that fails is told all the same.
 */
export function isTold(operation: Operation, kind: Failure['kind'], { quiet = false }: CallOptions): boolean {
  if (!quiet) return true;
  if (onlyLogged.has(operation)) return false;
  return operation.method === 'GET' || !expected.has(kind);
}
