import { useSelector } from '@xstate/react';
import { memo, useMemo, useRef } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { shownPaneCount, sizeOf } from '../../machines/selectors/workspace.ts';
import { Splitter } from '../../ui/Splitter.tsx';
import { useWork } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useSetting } from '../hooks/useSetting.ts';
import { AwaitingList } from './AwaitingList.tsx';
import { ConversationList } from './ConversationList.tsx';
import type { RowPlace } from './room.ts';
import type { KnownOrders } from './useKnownOrders.ts';
import { useSize } from './useSize.ts';

/** Heights in pixels: what each list needs for all its rows, and what both have together. */
type Needs = { readonly above: number; readonly below: number; readonly height: number };

/** Extra height in pixels, so that the next row does not move the splitter. */
const spare = 90;

/**
 * Height of the upper list. Each list gets what it needs if there is room, otherwise a fair share; the splitter stays
 * at `before` unless one list lacks what the other can spare.
 */
export function upperListHeight(before: number | null, { above, below, height }: Needs): number {
  if (before === null) return Math.min(above, Math.max(height * 0.45, height - below));
  const lacks = { above: above - before, below: below - (height - before) };
  if (lacks.above > 0 && lacks.below < 0) return before + Math.min(lacks.above + spare, -lacks.below);
  if (lacks.below > 0 && lacks.above < 0) return before - Math.min(lacks.below + spare, -lacks.above);
  const [least, most] = [Math.min(above, height * 0.35), height - Math.min(below, height * 0.5)];
  return Math.max(least, Math.min(before, most));
}

type Props = {
  readonly known: KnownOrders;
  readonly focused: OrderId | null;
  readonly placeOf: (id: string) => RowPlace;
  readonly onDecline: (order: ConsultOrder) => void;
};

/** Heights of a list's header and row in pixels at the standard font size. */
const waits = { head: 40, row: 84 } as const;
const chats = { head: 76, row: 61 } as const;
const least = 120;
/** Folded or open by the doctor's choice, or folded when the room is needed. */
const folds = ['auto', 'folded', 'open'] as const;

/** Forces a layout, so it is called only when the number of rows changes. */
export const fontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
const requiredHeight = ({ head, row }: typeof waits | typeof chats, rows: number) => (head + row * rows) * fontScale();

/** Waiting patients above, running consultations below, with a splitter between them. */
export const PatientLists = memo(function PatientLists({ known, focused, placeOf, onDecline }: Props) {
  const { t } = useTranslation();
  const { workspace, awaiting } = useWork();
  const { waiting } = useLive(awaiting.list);
  const [box, { height, measured }] = useSize({ width: 288, height: 852 });
  const storedSize = useSelector(workspace, sizeOf('awaiting'));
  const most = Math.max(least, height - 200);
  const shared = useRef<number | null>(null);
  const above = useMemo(() => requiredHeight(waits, waiting.length), [waiting.length]);
  const below = useMemo(() => requiredHeight(chats, known.running.length), [known.running.length]);
  const usual = Math.round(upperListHeight(shared.current, { above, below, height }));
  shared.current = measured && waiting.length > 0 ? usual : null;
  const size = Math.max(least, Math.min(storedSize || usual, most));
  const shownCount = useSelector(workspace, shownPaneCount);
  // Beside several panes the conversations come first: they also have the panes that have no room.
  const isCramped = shownCount > 1 && below > height - size;
  const [fold, setFold] = useSetting('awaiting.fold', 'auto', folds);
  const folded = waiting.length > 0 && (fold === 'auto' ? isCramped : fold === 'folded');
  return (
    <div ref={box} className="room-list-pair">
      <AwaitingList
        height={waiting.length === 0 ? null : size}
        folded={folded}
        onFold={(next) => setFold(next === isCramped ? 'auto' : next ? 'folded' : 'open')}
        onDecline={onDecline}
      />
      {folded ? null : (
        <Splitter
          label={t('workspace.pane.awaitingSize')}
          controls="room-awaiting"
          pane="before"
          line="horizontal"
          size={size}
          min={least}
          max={most}
          usual={usual}
          // Moved back to its usual position, the splitter adapts to the number of rows again.
          onSize={(px) => workspace.send({ type: 'splitter.moved', sizes: { awaiting: px === usual ? 0 : px } })}
        />
      )}
      <ConversationList known={known} focused={focused} placeOf={placeOf} />
    </div>
  );
});
