import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { nextPatient, type Obstacle, type Refusals, type Skipped } from '../../domain/nextPatient.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { failureOf, orderOf, phase } from '../../machines/selectors/consultation.ts';
import { consultationsOf } from '../../machines/selectors/workspace.ts';
import { type DoctorServices, useApp, useWork } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { useLive } from '../hooks/useLive.ts';
import type { Room } from './room.ts';

const namedPerReason = 3;

/** The patients who wait and the running consultations, with what the panes know already and the lists do not. */
function candidatesOf({ awaiting, workspace }: DoctorServices) {
  const { waiting, running } = awaiting.list.value;
  const open = Object.values(consultationsOf(workspace.getSnapshot())).map((one) => one.getSnapshot());
  const taken = open.flatMap((consultation) => {
    const order = orderOf(consultation);
    return order && (phase(consultation) === 'accepting' || order.status === OrderStatus.active) ? [order] : [];
  });
  const isTaken = ({ id }: ConsultOrder) => taken.some((one) => one.id === id);
  return {
    waiting: waiting.filter((order) => !isTaken(order)),
    running: [...running.filter((order) => !isTaken(order)), ...taken],
  };
}

/** Waiting patients whom the platform did not let this doctor accept, with what it said. */
function refusalsOf(workspace: DoctorServices['workspace']): Refusals {
  const open = Object.values(consultationsOf(workspace.getSnapshot())).map((one) => one.getSnapshot());
  return new Map(
    open.flatMap((consultation) => {
      const [order, failure] = [orderOf(consultation), failureOf(consultation)];
      const isRefused = phase(consultation) === 'awaiting' && failure !== null && failure.code !== null;
      return order && isRefused ? [[order.id, failure.message] as const] : [];
    }),
  );
}

/** Says which patients were skipped, grouped by the reason. */
function useSkippedText() {
  const { lists$ } = useApp();
  const { t } = useTranslation();
  const types = useLive(lists$).Consult_Type;
  return (skipped: readonly Skipped[]): string => {
    const reasonOf = (obstacle: Obstacle) => {
      if (obstacle.kind === 'refused') return obstacle.reason;
      if (obstacle.kind === 'all') return t('workspace.awaiting.obstacles.all', { limit: obstacle.limit });
      return t(`workspace.awaiting.obstacles.${obstacle.kind}`, {
        type: labelOf(types, obstacle.consultType) ?? String(obstacle.consultType),
        limit: obstacle.kind === 'ofKind' ? obstacle.limit : 0,
      });
    };
    const groups = new Map<string, string[]>();
    for (const { order, obstacle } of skipped) {
      const reason = reasonOf(obstacle);
      groups.set(reason, [...(groups.get(reason) ?? []), order.patient.name]);
    }
    return joined(
      'entries',
      [...groups].map(([reason, names]) => {
        const more = names.length - namedPerReason;
        const patients = [
          ...names.slice(0, namedPerReason),
          more > 0 ? t('workspace.awaiting.skippedMore', { count: more }) : null,
        ];
        return t('workspace.awaiting.skippedFor', { patients: joined('items', patients), reason });
      }),
    );
  };
}

/**
 * Accepts the first waiting patient whom the limits of the doctor allow, and says whom that skips and why. `first` is the
 * patient who comes next; while nobody can be accepted it is the one who waits first, and null if nobody waits.
 */
export function useAcceptNext(room: Pick<Room, 'accept'>) {
  const work = useWork();
  const { toasts } = useApp();
  const { t } = useTranslation();
  const { waiting, running } = useLive(work.awaiting.list);
  const limits = useLive(work.limits$).value ?? [];
  const textOf = useSkippedText();
  const acceptNext = () => {
    const candidates = candidatesOf(work);
    const { next, skipped } = nextPatient(
      candidates.waiting,
      candidates.running,
      work.limits$.value.value ?? [],
      refusalsOf(work.workspace),
    );
    if (next) room.accept(next);
    if (skipped.length === 0) return;
    const text = t(next ? 'workspace.awaiting.skipped' : 'workspace.awaiting.noneToAccept', {
      patients: textOf(skipped),
    });
    toasts.show({ tone: next ? 'info' : 'warning', text });
  };
  const { next } = nextPatient(waiting, running, limits, refusalsOf(work.workspace));
  return { first: next ?? waiting[0] ?? null, acceptNext };
}
