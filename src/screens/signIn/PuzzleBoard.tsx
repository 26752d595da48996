import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { lastX, puzzleSize } from '../../domain/puzzle.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PuzzleActor } from '../../machines/puzzle.ts';
import {
  isPuzzleBusy,
  isPuzzleUnavailable,
  pieceX,
  shownPuzzle,
  wasTryWrong,
} from '../../machines/selectors/puzzle.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import './signIn.css';

type PngCanvasProps = {
  /** Base64 of a PNG file. */
  readonly png: string;
  readonly width: number;
  readonly height: number;
  readonly className?: string;
  readonly left?: string;
};

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Draws the bytes on a canvas, so that the content security policy need not allow data URLs. */
function PngCanvas({ png, width, height, className, left }: PngCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let current = true;
    const draw = async () => {
      const picture = await createImageBitmap(new Blob([bytesOf(png)], { type: 'image/png' }));
      if (current) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, width, height);
      picture.close();
    };
    // If decoding fails the board stays empty; "New puzzle" is beside it.
    draw().catch(() => {});
    return () => {
      current = false;
    };
  }, [png, width, height]);
  return (
    <canvas ref={canvas} key={png} width={width} height={height} className={className} style={{ left }} aria-hidden />
  );
}

type Props = { readonly puzzle: PuzzleActor; readonly onDismiss: () => void };

const isEnter = ({ key }: KeyboardEvent) => key === 'Enter';

/** The slider puzzle: dragged, or moved by arrow keys and confirmed with Enter. */
export function PuzzleBoard({ puzzle, onDismiss }: Props) {
  const { t } = useTranslation();
  const shown = useSelector(puzzle, shownPuzzle);
  const x = useSelector(puzzle, pieceX);
  const failed = useSelector(puzzle, wasTryWrong);
  const busy = useSelector(puzzle, isPuzzleBusy);
  const unavailable = useSelector(puzzle, isPuzzleUnavailable);
  const release = () => puzzle.send({ type: 'piece.released' });
  const works = busy && x > 0 && shown !== null && shown.bits > 0;
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
      <p className="ui-hint" role="status">
        {works ? t('session.captcha.working') : ''}
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
          onClick={() => puzzle.send({ type: 'puzzle.requested' })}
        >
          <RefreshCw />
        </IconButton>
      </div>
    </fieldset>
  );
}
