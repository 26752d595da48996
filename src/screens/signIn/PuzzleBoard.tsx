import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { lastX, puzzleSize } from '../../domain/puzzle.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PuzzleActor } from '../../machines/puzzle.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PngCanvas } from './PngCanvas.tsx';
import './signIn.css';

type Props = { readonly puzzle: PuzzleActor; readonly onDismiss: () => void };

const isEnter = ({ key }: KeyboardEvent) => key === 'Enter';

/** The slider puzzle: dragged, or moved with the arrow keys and confirmed with Enter. */
export function PuzzleBoard({ puzzle, onDismiss }: Props) {
  const { t } = useTranslation();
  const shown = useSelector(puzzle, (s) => s.context.puzzle);
  const x = useSelector(puzzle, (s) => s.context.x);
  const failed = useSelector(puzzle, (s) => s.context.failed);
  const busy = useSelector(puzzle, (s) => s.hasTag('busy'));
  const unavailable = useSelector(puzzle, (s) => s.hasTag('unavailable'));
  const release = () => puzzle.send({ type: 'piece.released' });
  const said = unavailable ? t('session.captcha.unavailable') : failed ? t('session.captcha.failed') : '';
  return (
    <fieldset className="puzzle" aria-busy={busy}>
      <legend>{t('session.captcha.title')}</legend>
      <div className="puzzle-picture" data-captcha-token={shown?.token}>
        {shown ? (
          <>
            <PngCanvas png={shown.picture} width={puzzleSize.width} height={puzzleSize.height} />
            <PngCanvas
              png={shown.piece}
              width={puzzleSize.pieceWidth}
              height={puzzleSize.height}
              className="puzzle-piece"
              left={`${(x / puzzleSize.width) * 100}%`}
            />
          </>
        ) : null}
      </div>
      <div className="puzzle-track">
        <input
          type="range"
          className="puzzle-slider"
          aria-label={t('session.captcha.slider')}
          aria-describedby="puzzle-hint"
          min={0}
          max={lastX}
          step={1}
          value={x}
          disabled={busy || unavailable}
          onChange={(event) => puzzle.send({ type: 'piece.moved', x: event.target.valueAsNumber })}
          onPointerUp={release}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            release();
          }}
        />
      </div>
      <p id="puzzle-hint" className="ui-hint">
        {t('session.captcha.hint')}
      </p>
      <p className="puzzle-said" role="alert">
        {said}
      </p>
      <div className="sign-in-row">
        <Button look="ghost" tone="neutral" size="sm" onClick={onDismiss}>
          {t('common.actions.cancel')}
        </Button>
        <IconButton
          size="sm"
          label={t('session.captcha.refresh')}
          onClick={() => puzzle.send({ type: 'puzzle.refreshed' })}
        >
          <RefreshCw />
        </IconButton>
      </div>
    </fieldset>
  );
}
