import type { Group } from './check.ts';
import { administration } from './checks/administration.ts';
import { catalogues } from './checks/catalogues.ts';
import { changes } from './checks/changes.ts';
import { consultation } from './checks/consultation.ts';
import { deciding } from './checks/deciding.ts';
import { ending } from './checks/ending.ts';
import { entrance } from './checks/entrance.ts';
import { files } from './checks/files.ts';
import { messages } from './checks/messages.ts';
import { operating } from './checks/operating.ts';
import { ownAccount } from './checks/ownAccount.ts';
import { patients } from './checks/patients.ts';
import { planning } from './checks/planning.ts';
import { prescribing } from './checks/prescribing.ts';
import { proofs } from './checks/proofs.ts';
import { reading } from './checks/reading.ts';
import { records } from './checks/records.ts';
import { refusals } from './checks/refusals.ts';
import { reviewing } from './checks/reviewing.ts';
import { session } from './checks/session.ts';
import { setup } from './checks/setup.ts';
import { sockets } from './checks/sockets.ts';

/** All checks, in the order in which they build on each other. */
export const groups: readonly Group[] = [
  ...[entrance, session, proofs, refusals, reading, ownAccount, setup],
  ...[planning, administration, operating, catalogues, sockets, files],
  ...[consultation, messages, records, prescribing, reviewing, changes, deciding, ending, patients],
];
