import { expect, onTestFinished, test, vi } from 'vitest';
import { type PictureCanvas, redraw } from '../../src/services/pictureWork.ts';

const context = { drawImage() {}, fillRect() {}, fillStyle: '', globalCompositeOperation: 'source-over' };
/** A canvas that draws nothing and writes the kind it was asked for. */
const createCanvas = (): PictureCanvas => ({
  context: context as unknown as PictureCanvas['context'],
  encode: async (type) => new Blob(['redrawn'], { type }),
});

function prepare(head: string, type: string) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close() {} }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const bytes = Uint8Array.from(head, (letter) => letter.charCodeAt(0));
  return redraw(new Blob([bytes, 'with a position'], { type }), createCanvas);
}

test.each([
  ['a photo that is named as an animation is redrawn', '\xff\xd8\xff\xe1', 'image/gif', 'image/jpeg'],
  ['a photo that is named as a screenshot becomes a photo', '\xff\xd8\xff\xe1', 'image/png', 'image/jpeg'],
  ['a screenshot that is named as a photo stays crisp', '\x89PNG', 'image/jpeg', 'image/png'],
])('%s', async (_, head, type, expected) => {
  const { file } = await prepare(head, type);
  expect([file.type, await file.text()]).toEqual([expected, 'redrawn']);
});

test('an animation is sent unchanged, whatever it is named', async () => {
  const { file } = await prepare('GIF89a', 'image/jpeg');
  expect(await file.text()).toBe('GIF89awith a position');
});
