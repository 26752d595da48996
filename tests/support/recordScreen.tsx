import { createActor } from 'xstate';
import { Code } from '../../contract/envelope.ts';
import type { CaseFields, CaseInfo } from '../../contract/http/record.ts';
import { CaseId, DiseaseId, DoctorDiseaseId } from '../../contract/ids.ts';
import type { PatientBrief } from '../../contract/shared.ts';
import { createRecordMachine } from '../../src/compose/adapters/documents.ts';
import { emptyRecord, type RecordDraft } from '../../src/domain/record.ts';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { RecordPanel } from '../../src/screens/record/RecordPanel.tsx';
import { fakeApp, order, Refused, startOfTest } from './fakeApp.tsx';
import { show } from './render.tsx';

export const patientOrder = order('1', 'Wang Min', { patient: { allergy: 'Penicillin' } });

type Saved = CaseFields & { version: number; status: number };

/** A stored record of the patient. */
export const stored = (patch: Partial<CaseInfo> = {}): CaseInfo => ({
  ...emptyRecord,
  id: CaseId.parse('5'),
  orderId: patientOrder.id,
  patientId: patientOrder.patient.id,
  status: 0,
  version: 1,
  updateTime: startOfTest - 60_000,
  ...patch,
});

export const bronchitis = { id: DiseaseId.parse('1'), code: 'J20.9', name: 'Acute bronchitis', main: true };
export const asthma = { id: DiseaseId.parse('2'), code: 'J45.9', name: 'Asthma', main: false };

type Given = {
  readonly patient?: PatientBrief;
  readonly record?: CaseInfo | null;
  /** The draft stored on this machine. */
  readonly draft?: RecordDraft | null;
  readonly own?: readonly (typeof bronchitis)[];
  readonly answers?: Parameters<typeof fakeApp>[0] extends infer O
    ? O extends { answers?: infer A }
      ? A
      : never
    : never;
};

/** A doctor with one patient's record open, on a platform with versions. */
export function recordScreen({
  patient = patientOrder.patient,
  record = null,
  draft = null,
  own = [],
  answers = {},
}: Given = {}) {
  const platform = { record, saves: [] as Saved[], signings: 0 };
  const kept: (RecordDraft | null)[] = [];
  const app = fakeApp({
    running: [patientOrder],
    answers: {
      getCase: () => platform.record,
      saveCase(sent: Saved) {
        platform.saves.push(sent);
        const current = platform.record;
        if (current && current.version !== sent.version)
          throw new Refused(Code.recordChanged, 'changed', { version: current.version, current });
        const { status, version, ...fields } = sent;
        platform.record = stored({ ...fields, status, version: version + 1, updateTime: startOfTest });
        return { id: '5', version: version + 1, updateTime: startOfTest };
      },
      findDoctorDiseases: () =>
        own.map(({ main: _, ...one }) => ({ ...one, doctorDiseaseWesternId: DoctorDiseaseId.parse(`own-${one.id}`) })),
      pageDiseases: ({ name }: { name: string }) => {
        const list = [bronchitis, asthma].filter((one) => `${one.code} ${one.name}`.toLowerCase().includes(name));
        return { list, total: list.length };
      },
      ...answers,
    },
  });
  const actor = createActor(
    createRecordMachine({
      api: app.app.api,
      drafts: {
        read: async () => draft as never,
        adopt: () => {},
        write: (_, value) => void kept.push(value as RecordDraft),
        empty: () => void kept.push(null),
        drop: () => void kept.push(null),
      },
      onSigned: () => {
        platform.signings += 1;
      },
    }),
    { input: { orderId: patientOrder.id, patientId: patientOrder.patient.id } },
  ).start();
  const shown = show(
    app.within(
      <Keyboard goTo={{}}>
        <RecordPanel record={actor} patient={patient} />
      </Keyboard>,
    ),
  );
  return { ...app, ...shown, actor, platform, kept };
}
