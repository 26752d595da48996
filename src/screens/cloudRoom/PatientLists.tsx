import { useSelector } from '@xstate/react';
import { memo, useMemo, useRef } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { deskOf } from '../../machines/workspace.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app.ts';
import { useLive } from '../useLive.ts';
import { AwaitingList } from './AwaitingList.tsx';
import { ConversationList } from './ConversationList.tsx';
import type { RowPlace } from './room.ts';
import { sharedHeight } from './sharedHeight.ts';
import type { KnownOrders } from './useKnownOrders.ts';
import { useSize } from './useSize.ts';

type Props = {
  readonly known: KnownOrders;
  readonly focused: OrderId | null;
  readonly placeOf: (id: string) => RowPlace;
};

/** In pixels of the usual font size: the head of a list and one of its rows. */
const waits = { head: 40, row: 84 } as const;
const chats = { head: 76, row: 61 } as const;
const least = 120;

/** Asking for it lays the page out: once for as many rows as there are. */
const fontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
const needOf = ({ head, row }: typeof waits | typeof chats, rows: number) => (head + row * rows) * fontScale();

/** Who waits above, who is being seen below; the line between them can be moved. */
export const PatientLists = memo(function PatientLists({ known, focused, placeOf }: Props) {
  const { t } = useTranslation();
  const { workspace, awaiting } = useWork();
  const { waiting } = useLive(awaiting.list);
  const [box, { height, measured }] = useSize({ width: 288, height: 852 });
  const wished = useSelector(workspace, (s) => deskOf(s).sizes.awaiting);
  const most = Math.max(least, height - 200);
  const shared = useRef<number | null>(null);
  const above = useMemo(() => needOf(waits, waiting.length), [waiting.length]);
  const below = useMemo(() => needOf(chats, known.running.length), [known.running.length]);
  const usual = Math.round(sharedHeight(shared.current, { above, below, height }));
  shared.current = measured && waiting.length > 0 ? usual : null;
  const size = Math.max(least, Math.min(wished || usual, most));
  return (
    <div ref={box} className="room-list-pair">
      <AwaitingList height={waiting.length === 0 ? null : size} />
      <Splitter
        label={t('workspace.pane.awaitingSize')}
        controls="room-awaiting"
        pane="before"
        line="horizontal"
        size={size}
        min={least}
        max={most}
        usual={usual}
        // Put back where it usually is, it goes with the rows again.
        onSize={(px) => workspace.send({ type: 'splitter.moved', sizes: { awaiting: px === usual ? 0 : px } })}
      />
      <ConversationList known={known} focused={focused} placeOf={placeOf} />
    </div>
  );
});
