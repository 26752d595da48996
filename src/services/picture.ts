import { limits } from '../../contract/limits.ts';
import { type Preparation, renamed, type Upload } from '../domain/attachedFiles.ts';
import { ownWorker } from './ownWorker.ts';
import { type Picture, redraw } from './pictureWork.ts';
import pictureWorkerUrl from './pictureWorker.ts?worker&url';

const timeoutMs = 60_000;

/** `unable`: this browser has no workers that can draw; the file itself may still be a valid picture. */
function inWorker(file: Blob): Promise<Picture | 'unable' | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = ownWorker(pictureWorkerUrl);
    } catch {
      resolve('unable');
      return;
    }
    const end = (result: Picture | 'unable' | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => end('unable'), timeoutMs);
    worker.onmessage = ({ data }: MessageEvent<Picture | null>) => end(data);
    worker.onerror = () => end('unable');
    worker.postMessage(file);
  });
}

function createCanvas(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('nothing to draw on');
  const encode = (type: string, quality: number) =>
    new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`no ${type}`))), type, quality);
    });
  return { context, encode };
}

/** Prepares a picture for sending, in a worker if possible; null if the file is not a readable picture. */
async function preparePicture(file: Blob): Promise<Picture | null> {
  const canUseWorker = typeof Worker === 'function' && typeof OffscreenCanvas === 'function';
  const done = canUseWorker ? await inWorker(file) : 'unable';
  if (done !== 'unable') return done;
  return redraw(file, createCanvas).catch(() => null);
}

/** Prepares a file for sending: a picture is redrawn, and a file above the size limit is refused. */
export async function prepareUpload(file: Blob, { kind, name }: Pick<Upload, 'kind' | 'name'>): Promise<Preparation> {
  if (kind === 'image') {
    const picture = await preparePicture(file);
    if (!picture) return { outcome: 'unreadable' };
    if (picture.file.size > limits.fileBytes) return { outcome: 'tooLarge' };
    const { type } = picture.file;
    return { outcome: 'prepared', ...picture, name: renamed(name, type), type };
  }
  if (file.size > limits.fileBytes) return { outcome: 'tooLarge' };
  return { outcome: 'prepared', file, name, type: file.type, width: 0, height: 0 };
}
