import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { deskOf } from '../../machines/workspace.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app.ts';
import { useLive } from '../useLive.ts';
import { AwaitingList } from './AwaitingList.tsx';
import { ConversationList } from './ConversationList.tsx';
import type { KnownOrders } from './useKnownOrders.ts';
import { useSize } from './useSize.ts';

type Props = {
  readonly known: KnownOrders;
  readonly focused: OrderId | null;
  readonly isShown: (id: string) => boolean;
};

const head = 40;
const row = 84;
const least = 120;

/** Who waits above, who is being seen below; the line between them can be moved. */
export const PatientLists = memo(function PatientLists({ known, focused, isShown }: Props) {
  const { t } = useTranslation();
  const { workspace, awaiting } = useWork();
  const { waiting } = useLive(awaiting.list);
  const [box, { height }] = useSize({ width: 288, height: 852 });
  const wished = useSelector(workspace, (s) => deskOf(s).sizes.awaiting ?? null);
  const most = Math.max(least, height - 200);
  const usual = Math.min(head + row * Math.min(waiting.length, 4), Math.floor(height * 0.45));
  const size = Math.max(least, Math.min(wished ?? usual, most));
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
        onSize={(px) => workspace.send({ type: 'splitter.moved', sizes: { awaiting: px } })}
      />
      <ConversationList known={known} focused={focused} isShown={isShown} />
    </div>
  );
});
