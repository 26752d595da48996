import { useEffect, useRef } from 'react';

type Props = {
  /** A PNG file, base64. */
  readonly png: string;
  readonly width: number;
  readonly height: number;
  readonly className?: string;
  readonly left?: string;
};

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A picture drawn from its bytes: no address is fetched, so the content security policy need not allow data addresses. */
export function PngCanvas({ png, width, height, className, left }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let current = true;
    const draw = async () => {
      const picture = await createImageBitmap(new Blob([bytesOf(png)], { type: 'image/png' }));
      if (current) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, width, height);
      picture.close();
    };
    // A picture that cannot be drawn leaves the board empty; "New puzzle" is beside it.
    draw().catch(() => {});
    return () => {
      current = false;
    };
  }, [png, width, height]);
  return (
    <canvas ref={canvas} key={png} width={width} height={height} className={className} style={{ left }} aria-hidden />
  );
}
