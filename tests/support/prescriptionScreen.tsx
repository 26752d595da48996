import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { Drug } from '../../contract/http/drugs.ts';
import type { RuleHit, Rx, RxLine } from '../../contract/http/prescription.ts';
import { DrugId, InventoryId, WarehouseId } from '../../contract/ids.ts';
import type { PatientBrief } from '../../contract/shared.ts';
import { createPrescriptionMachine } from '../../src/compose/adapters/documents.ts';
import type { RxDraft } from '../../src/domain/rxDraft.ts';
import { Keyboard } from '../../src/screens/keyboard/Keyboard.tsx';
import { PrescriptionSheet } from '../../src/screens/prescription/PrescriptionPanel.tsx';
import { amoxicillin, bronchitis } from './clinical.ts';
import { fakeApp, order, Refused, startOfTest } from './fakeApp.tsx';
import { rx } from './prescriptionsOf.ts';
import { stored } from './recordScreen.tsx';
import { show } from './render.tsx';

const warehouseId = WarehouseId.parse('1');

/** Two medicines of the pharmacy, one of which is sold out. */
export const shelf: readonly Drug[] = [
  { ...amoxicillin, warehouseId, name: 'Amoxicillin', tradeName: 'Amoxil' },
  {
    ...amoxicillin,
    warehouseId,
    id: InventoryId.parse('12'),
    drugId: DrugId.parse('2'),
    name: 'Ambroxol',
    specification: '30 mg × 20',
    dosageForm: 'tablet',
    stock: 0,
  },
];

type Sent = { lines: RxLine[]; submit: boolean; clientRequestId: string; overrides: { reason: string }[]; id?: string };

type Given = {
  readonly patient?: Partial<PatientBrief>;
  readonly latest?: Rx | null;
  readonly draft?: RxDraft | null;
  /** Findings of the checks for the lines; null if the checks cannot run. */
  readonly hits?: (sent: { lines: RxLine[]; guardianConfirmed: boolean }) => readonly RuleHit[] | null;
  readonly answers?: object;
};

/** A doctor with one patient's prescription open, on a platform with one stored prescription. */
export function prescriptionScreen({
  patient = {},
  latest = null,
  draft = null,
  hits = () => [],
  answers = {},
}: Given = {}) {
  const one = order('1', 'Wang Min', { patient });
  const platform = { rx: latest, sent: [] as Sent[], keep: true };
  const store = (sent: Sent, id: string) => {
    platform.sent.push(sent);
    const version = (platform.rx?.version ?? 0) + 1;
    const status = sent.submit ? 10 : 0;
    platform.rx = rx(id, 'Wang Min', { status, version, lines: sent.lines, orderId: one.id });
    return { id, prescriptionNo: platform.rx.prescriptionNo, status, auditStatus: 0, version };
  };
  const app = fakeApp({
    running: [one],
    answers: {
      findDoctorDiseases: () => [],
      getCase: () => stored({ diagnosisList: [bronchitis] }),
      listWarehouses: () => [
        { id: '1', name: 'Central pharmacy', isDefault: true },
        { id: '2', name: 'Branch', isDefault: false },
      ],
      searchDrugs: ({ keyword }: { keyword: string }) =>
        shelf.filter(({ name }) => name.toLowerCase().startsWith(keyword.toLowerCase())),
      checkPrescription(sent: { lines: RxLine[]; guardianConfirmed: boolean }) {
        const found = hits(sent);
        return { available: found !== null, hits: found ?? [] };
      },
      screenDrugs: ({ drugIds }: { drugIds: string[] }) => drugIds.map((drugId) => ({ drugId, hits: [] })),
      findDrugInventory: ({ id }: { id: string }) => shelf.filter(({ drugId }) => drugId === id),
      getDrugInventory: ({ drugIds }: { drugIds: string[] }) =>
        shelf
          .filter(({ drugId }) => drugIds.includes(drugId))
          .map(({ id, drugId, stock, price }) => ({ inventoryId: id, drugId, stock, price, status: 1 })),
      listPrescriptions: () => ({ list: platform.rx ? [platform.rx] : [], total: 1 }),
      getPrescription: () => platform.rx,
      createPrescription: (sent: Sent) => store(sent, '7'),
      editPrescription: (sent: Sent) => store(sent, sent.id ?? ''),
      cancelPrescription({ reason }: { reason: string }) {
        if (!platform.rx) throw new Refused(404, 'nothing');
        platform.rx = { ...platform.rx, status: 40, cancelReason: reason, version: platform.rx.version + 1 };
        return true;
      },
      ...answers,
    },
  });
  const ended: ('given up' | 'sent')[] = [];
  let names = 0;
  const actor = createActor(
    createPrescriptionMachine({
      api: app.app.api,
      drafts: {
        read: async () => draft as never,
        adopt: () => {},
        write: () => {},
        empty: () => void ended.push('given up'),
        drop: () => void ended.push('sent'),
      },
      newRequestId: () => `0192f0c1-6d3a-7b8e-9a51-0c9a4b1d2e${String(names++).padStart(2, '0')}`,
      // The tests of the machine cover the pause after typing; here it would only be waited for.
    }).provide({ delays: { quiet: 10 } }),
    { input: { orderId: one.id } },
  ).start();
  const shown = show(
    app.within(
      <Keyboard goTo={{}}>
        <PrescriptionSheet prescription={actor} record={null} patient={one.patient} />
      </Keyboard>,
    ),
  );
  return { ...app, ...shown, actor, platform, at: startOfTest, ended };
}

export const medicineSearch = () => screen.findByRole('combobox', { name: 'Medicine' });
export const firstLine = () => within(screen.getByRole('group', { name: /Line 1: Amoxicillin/ }));
export const checks = () => within(screen.getByRole('region', { name: 'Safety checks' }));

/** Chooses Amoxicillin from the search, which leaves the focus in the dose of its line. */
export async function choosesAmoxicillin(user: UserEvent) {
  await screen.findByDisplayValue('Central pharmacy');
  await user.click(await medicineSearch());
  await user.paste('amox');
  await user.click(await screen.findByRole('option', { name: /Amoxicillin/ }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Dose' })).toHaveFocus());
}

export async function submits(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Submit prescription' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Submit prescription' }));
}
