import type { SnapshotFrom } from 'xstate';
import { sections } from '../../../clinical/lifecycle/record.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { Addendum, CaseFields, CaseInfo } from '../../../contract/http/record.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { SectionName } from '../../../contract/limits.ts';
import type { MissingField, SignedBy } from '../../domain/record.ts';
import type { recordMachine } from '../record.ts';

type Snapshot = SnapshotFrom<typeof recordMachine>;

const noAddenda: readonly Addendum[] = [];

export const recordOrder = (s: Snapshot): OrderId => s.context.orderId;

/** The record as it is on the screen. */
export const writtenFields = (s: Snapshot): CaseFields => s.context.fields;

/** The stored version that the record on the screen was written upon; null if that is not known. */
export const baseFields = (s: Snapshot): CaseFields | null => s.context.base;

/** The platform's version, with its addenda and who signed it; null before the first save. */
export const storedRecord = (s: Snapshot): CaseInfo | null => s.context.current;

/** When the platform stored the record last (epoch ms). */
export const savedTime = (s: Snapshot): number | null => s.context.savedAt;

/** Who signed the record, with title and department; null before the first save. */
export const signerOf = ({ context: { current } }: Snapshot): SignedBy | null => current;

export const addendaOf = (s: Snapshot): readonly Addendum[] => s.context.current?.addenda ?? noAddenda;

/** When the record was signed, or else stored (epoch ms). */
export const signedTime = (s: Snapshot): number | null => s.context.current?.signTime ?? s.context.savedAt;

export const textIn =
  (name: SectionName) =>
  (s: Snapshot): string =>
    s.context.fields[name] ?? '';

export const diagnosesIn = (s: Snapshot) => s.context.fields.diagnosisList;

/** The record's allergy history; null without a record. */
export const allergyTextIn = (s: Snapshot | undefined): string | null => s?.context.fields.allergyHistory ?? null;

/** The record's diagnoses; null without a record. */
export const openDiagnosesIn = (s: Snapshot | undefined) => s?.context.fields.diagnosisList ?? null;

/** Whether no section has a text. */
export const isBlankRecord = (s: Snapshot): boolean => sections.every((name) => isBlank(s.context.fields[name]));

/** Whether a section that many records leave empty has a text. */
export const hasMoreHistory = (s: Snapshot): boolean =>
  Boolean(s.context.fields.personalHistory || s.context.fields.familyHistory);

/** Whether a field must be filled in before the record can be signed, once the doctor has tried. */
export const isMissing =
  (field: MissingField) =>
  (s: Snapshot): boolean =>
    s.context.missing.includes(field);

/** Why the platform refused the record. */
export const refusalOf = (s: Snapshot): string => s.context.message ?? '';

/** Whether the text on the screen came from this device and was never stored. */
export const isResumed = (s: Snapshot): boolean => s.context.resumed;

export const isEditable = (s: Snapshot): boolean => s.hasTag('editable');

/** Whether texts can be typed: also after a refusal, to correct what was refused. */
export const isTextEditable = (s: Snapshot): boolean => s.hasTag('editable') || s.matches({ open: 'refused' });

export const canChange = (s: Snapshot): boolean => s.can({ type: 'field.changed', patch: {} });

export const canSign = (s: Snapshot): boolean => s.can({ type: 'sign.requested' });

export const canCompare = (s: Snapshot): boolean => s.can({ type: 'comparison.requested' });

export const isSigning = (s: Snapshot): boolean =>
  s.matches({ open: 'signing' }) || s.matches({ open: { saving: 'signNext' } });

/** Whether the record is signed and locked. */
export const isSigned = (s: Snapshot): boolean => s.hasTag('signed');

export const isLoading = (s: Snapshot): boolean => s.matches('loading') || s.matches('comparing');

export const isUnreachable = (s: Snapshot): boolean => s.matches('unreachable');

export const isInConflict = (s: Snapshot): boolean => s.matches({ open: 'conflict' });

/** Whether the latest save failed and is retried. */
export const isSaveFailed = (s: Snapshot): boolean => s.matches({ open: 'failed' });

/** Whether the record is not stored until the doctor or the connection resolves a problem. */
export const isSaveTroubled = (s: Snapshot): boolean =>
  s.matches({ open: 'failed' }) || s.matches({ open: 'refused' }) || s.matches({ open: 'conflict' });

export const isSaveRefused = (s: Snapshot): boolean => s.matches({ open: 'refused' });

/** The save status shown beside the form. */
export const saveState = (s: Snapshot): 'saved' | 'saving' | 'unsaved' | 'none' =>
  s.hasTag('saving') ? 'saving' : s.hasTag('unsaved') ? 'unsaved' : s.hasTag('saved') ? 'saved' : 'none';
