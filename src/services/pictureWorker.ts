import { redraw } from './pictureWork.ts';

function createCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('nothing to draw on');
  return { context, encode: (type: string, quality: number) => canvas.convertToBlob({ type, quality }) };
}

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  redraw(data, createCanvas).then(
    (picture) => self.postMessage(picture),
    () => self.postMessage(null),
  );
};
