import type { SnapshotFrom } from 'xstate';
import { blankIn } from '../../../clinical/words/blanks.ts';
import type { threadEntryMachine } from '../threadEntry.ts';

type Snapshot = SnapshotFrom<typeof threadEntryMachine>;

export const entryText = (s: Snapshot): string => s.context.text;

/** Why the platform refused the entry. */
export const entryMessage = (s: Snapshot): string | null => s.context.message;

/** The blank that keeps the entry from being signed, once the doctor has tried to. */
export const signedBlankOf = (s: Snapshot): string | null =>
  s.context.wasStopped ? (blankIn(s.context.text)?.text ?? null) : null;

export const isEntryWritable = (s: Snapshot): boolean => s.hasTag('writable');

export const isEntryBusy = (s: Snapshot): boolean => s.hasTag('busy');

/** Whether the doctor's reason is being signed. */
export const isConfirming = (s: Snapshot): boolean => s.hasTag('busy') && s.context.confirms;

export const isEntryUnconfirmed = (s: Snapshot): boolean => s.matches('unconfirmed');

export const isEntryClosed = (s: Snapshot): boolean => s.matches('closed');
