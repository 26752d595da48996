import { BellRing, EllipsisVertical, Image, Siren, TriangleAlert } from 'lucide-react';
import { memo, useId } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { limits } from '../../../contract/limits.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { WaitClock } from '../lists/WaitClock.tsx';
import { usePatientWords } from '../patientFacts/patients.ts';
import { useRoom } from './room.ts';

type Props = {
  readonly order: ConsultOrder;
  readonly onDecline: (order: ConsultOrder) => void;
  readonly onRemind: (order: ConsultOrder) => void;
  /** Earliest time of the next reminder; null if one may be sent now. */
  readonly remindAt: number | null;
};

/** The hospital's triage priority of a waiting patient, as a word and an icon. */
function Priority({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  if (level <= 0) return null;
  return level === 1 ? (
    <Badge tone="warning">
      <TriangleAlert aria-hidden="true" />
      <span>{t('workspace.awaiting.priority.high')}</span>
    </Badge>
  ) : (
    <Badge tone="danger">
      <Siren aria-hidden="true" />
      <span>{t('workspace.awaiting.priority.highest')}</span>
    </Badge>
  );
}

/** A waiting patient: name, waiting time, complaint and the button to accept. */
export const AwaitingRow = memo(function AwaitingRow({ order, onDecline, onRemind, remindAt }: Props) {
  const { t } = useTranslation();
  const { lists$ } = useApp();
  const types = useLive(lists$).Consult_Type;
  const words = usePatientWords();
  const room = useRoom();
  const id = useId();
  const { patient, chiefComplaint, consultType, priority, images } = order;
  // More than a minute is left only where the clock was set back meanwhile.
  const secondsLeft = useTicking((now) => {
    const leftMs = remindAt === null ? 0 : Math.max(0, remindAt - now);
    return leftMs > limits.remindEveryMs ? 0 : Math.ceil(leftMs / 1_000);
  });
  const againIn = t('workspace.awaiting.remindAgainIn', { seconds: secondsLeft });
  const entries = [
    {
      name: 'remind',
      label: secondsLeft > 0 ? againIn : t('workspace.awaiting.remind'),
      disabledBecause: secondsLeft > 0 ? againIn : null,
    },
    { name: 'decline', label: t('workspace.awaiting.refuse'), tone: 'danger' as const },
  ];
  return (
    <div className="room-row" data-kind="waiting">
      <button
        type="button"
        className="room-row-main"
        aria-label={t('workspace.awaiting.look', { patient: patient.name })}
        aria-describedby={`${id}why ${id}more ${id}since`}
        onClick={() => room.show(order)}
      >
        <span className="room-row-line">
          <strong>{patient.name}</strong>
          <span className="room-row-end" id={`${id}since`}>
            <WaitClock since={order.payTime ?? order.createTime} limitAt={order.overdueTime ?? null} />
          </span>
        </span>
        <span className="room-row-text" id={`${id}why`}>
          <b>{words.short(patient)}</b>
          <span dir="auto">{` ${chiefComplaint ?? t('common.state.notRecorded')}`}</span>
        </span>
        <span className="room-row-line" data-last="" id={`${id}more`}>
          <Priority level={priority ?? 0} />
          <span className="room-row-detail room-row-type">{labelOf(types, consultType) ?? ''}</span>
          {secondsLeft > 0 ? (
            <span className="room-row-detail" title={againIn}>
              <BellRing aria-hidden="true" />
              <span>{t('workspace.awaiting.remindRest', { seconds: secondsLeft })}</span>
            </span>
          ) : null}
          {images && images.length > 0 ? (
            <span className="room-row-detail" title={t('workspace.awaiting.images', { count: images.length })}>
              <Image aria-hidden="true" />
              <span className="ui-hidden">{t('workspace.awaiting.images', { count: images.length })}</span>
            </span>
          ) : null}
        </span>
      </button>
      <span className="room-row-acts">
        <Button
          size="sm"
          look="subtle"
          aria-label={t('workspace.awaiting.acceptPatient', { patient: patient.name })}
          onClick={() => room.accept(order)}
        >
          {t('workspace.awaiting.accept')}
        </Button>
        <Menu
          label={t('workspace.awaiting.more', { patient: patient.name })}
          align="end"
          entries={entries}
          onChoose={(name) => (name === 'remind' ? onRemind(order) : onDecline(order))}
          trigger={(carry) => (
            <IconButton {...carry} size="sm" label={t('workspace.awaiting.more', { patient: patient.name })}>
              <EllipsisVertical />
            </IconButton>
          )}
        />
      </span>
    </div>
  );
});
