/** Why an auditor sends a prescription back, in the order in which the reasons are looked for. */
export { rejectReasonCodes as rejectReasons } from '../../contract/extension/audit.ts';
