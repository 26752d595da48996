/** Reasons for rejecting a prescription, in the order of display. */
export { rejectReasonCodes as rejectReasons } from '../../contract/extension/audit.ts';
