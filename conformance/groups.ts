import type { Group } from './check.ts';
import { consultation } from './checks/consultation.ts';
import { entrance } from './checks/entrance.ts';
import { files } from './checks/files.ts';
import { messages } from './checks/messages.ts';
import { prescribing } from './checks/prescribing.ts';
import { reading } from './checks/reading.ts';
import { records } from './checks/records.ts';
import { ending, reviewing } from './checks/reviewing.ts';
import { session } from './checks/session.ts';
import { sockets } from './checks/sockets.ts';

/** All checks, in the order in which they build on each other. */
export const groups: readonly Group[] = [
  ...[entrance, session, reading, sockets, files],
  ...[consultation, messages, records, prescribing, reviewing, ending],
];
