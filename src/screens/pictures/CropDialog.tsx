import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { boundedFrame, type CropFrame, centred, draggedFrame, mostZoom, squareOf } from '../../domain/cropFrame.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Pixels of the cut picture's sides; the largest place that shows a photo has 84 CSS pixels. */
const sidePx = 512;
const quality = 0.9;

type Slide = { readonly name: keyof CropFrame; readonly min: number; readonly max: number };
const slides: readonly Slide[] = [
  { name: 'zoom', min: 1, max: mostZoom },
  { name: 'across', min: 0, max: 1 },
  { name: 'down', min: 0, max: 1 },
];

/** The opened picture of a file; null until it is decoded. */
function useBitmap(file: File, onUnreadable: () => void): ImageBitmap | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const failed = useRef(onUnreadable);
  useEffect(() => {
    let current = true;
    let opened: ImageBitmap | null = null;
    const open = async () => {
      opened = await createImageBitmap(file, { imageOrientation: 'from-image' });
      if (current) setBitmap(opened);
      else opened.close();
    };
    open().catch(() => current && failed.current());
    return () => {
      current = false;
      opened?.close();
    };
  }, [file]);
  return bitmap;
}

function draw(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap, frame: CropFrame) {
  const context = canvas?.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(bitmap, frame);
  // Transparent areas would turn black in a photo.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, sidePx, sidePx);
  context.drawImage(bitmap, left, top, side, side, 0, 0, sidePx, sidePx);
}

type Props = {
  readonly file: File;
  readonly title: string;
  readonly onCut: (file: File) => void;
  readonly onUnreadable: () => void;
  readonly onCancel: () => void;
};

/** Cuts a square from a picture: dragged with a pointer, or placed by sliders. */
export function CropDialog({ file, title, onCut, onUnreadable, onCancel }: Props) {
  const { t } = useTranslation();
  const bitmap = useBitmap(file, onUnreadable);
  // The dialog's code loads on demand, so the canvas may come after the picture.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [frame, setFrame] = useState(centred);
  useEffect(() => {
    if (bitmap) draw(canvas, bitmap, frame);
  }, [canvas, bitmap, frame]);
  const drag = ({ buttons, currentTarget, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
    const { width } = currentTarget.getBoundingClientRect();
    if (bitmap && buttons === 1 && width > 0)
      setFrame(draggedFrame(bitmap, frame, movementX / width, movementY / width));
  };
  const cut = () =>
    canvas?.toBlob(
      (blob) => {
        const name = file.name.replace(/\.\w+$/, '');
        if (blob) onCut(new File([blob], `${name}.jpg`, { type: 'image/jpeg' }));
        else onUnreadable();
      },
      'image/jpeg',
      quality,
    );
  return (
    <Dialog
      open
      size="sm"
      title={title}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onCancel}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={onCancel}>
            {t('common.actions.cancel')}
          </Button>
          <Button disabled={bitmap === null} onClick={cut}>
            {t('profile.crop.use')}
          </Button>
        </>
      }
    >
      <div className="crop">
        <p className="card-note">{t('profile.crop.text')}</p>
        <canvas
          ref={setCanvas}
          width={sidePx}
          height={sidePx}
          role="img"
          aria-label={t('profile.crop.preview')}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
        {slides.map(({ name, min, max }) => (
          <label key={name}>
            <span>{t(`profile.crop.${name}`)}</span>
            <input
              type="range"
              min={min}
              max={max}
              step={(max - min) / 50}
              value={frame[name]}
              onChange={({ target }) => setFrame(boundedFrame({ ...frame, [name]: Number(target.value) }))}
            />
          </label>
        ))}
      </div>
    </Dialog>
  );
}
