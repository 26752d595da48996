import type { Api } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import { limits } from '../../contract/limits.ts';
import type { Failure } from '../../contract/operation.ts';
import type { Transmission, Upload } from '../domain/attachedFiles.ts';

type Sending = {
  readonly upload: Upload;
  readonly file: Blob;
  readonly report: (part: number) => void;
  readonly signal: AbortSignal;
};

/** Refusals after which a retry may succeed. */
const retryableCodes: ReadonlySet<number> = new Set([Code.tooManyRequests, Code.locked, Code.duplicateRequest]);

const isFinal = ({ kind, code }: Failure) =>
  (kind === 'business' && !retryableCodes.has(code ?? 0)) || kind === 'forbidden' || kind === 'notFound';

const failed = (failure: Failure): Transmission =>
  isFinal(failure) ? { outcome: 'refused', message: failure.message } : { outcome: 'lost' };

/** Rejected chunks before giving up: another tab is sending the same upload. */
const maxSetbacks = 5;

/** Uploads a file: small ones in one request, others in chunks that continue where the last attempt ended. */
export const createUploadTransport = (api: Pick<Api, 'uploadFile' | 'uploadPart' | 'uploadProgress'>) => {
  async function whole({ upload: { name, type }, file, report, signal }: Sending): Promise<Transmission> {
    const named = new File([file], name, { type });
    const answer = await api.uploadFile({}, { file: named, signal, quiet: true, onProgress: report });
    return answer.ok ? { outcome: 'stored', stored: answer.data } : failed(answer.failure);
  }

  async function inPieces(sending: Sending): Promise<Transmission> {
    const { upload, file, report, signal } = sending;
    const { id: uploadId, name } = upload;
    const size = file.size;
    let answer = await api.uploadProgress({ uploadId }, { signal, quiet: true });
    // A platform without chunked upload takes the file as a whole.
    if (!answer.ok && answer.failure.kind === 'notFound') return whole(sending);
    for (let setbacks = 0; answer.ok && setbacks < maxSetbacks; ) {
      const { received: offset, file: stored } = answer.data;
      if (stored) return { outcome: 'stored', stored };
      if (offset >= size) return { outcome: 'lost' };
      report(offset / size);
      const piece = file.slice(offset, offset + limits.filePartBytes);
      const onProgress = (part: number) => report((offset + part * piece.size) / size);
      answer = await api.uploadPart({ uploadId, offset, size, name }, { file: piece, signal, quiet: true, onProgress });
      if (answer.ok && !answer.data.file && answer.data.received <= offset) setbacks += 1;
    }
    return answer.ok ? { outcome: 'lost' } : failed(answer.failure);
  }

  return (sending: Sending): Promise<Transmission> =>
    sending.file.size <= limits.filePartBytes ? whole(sending) : inPieces(sending);
};

/**
 * Cancels an upload so that the platform can delete its chunks. A failure is ignored, because the platform deletes
 * unfinished uploads after a while.
 */
export const uploadEnd =
  (api: Pick<Api, 'cancelUpload'>) =>
  ({ id: uploadId, size }: Pick<Upload, 'id' | 'size'>): void => {
    if (size > limits.filePartBytes) void api.cancelUpload({ uploadId }, { quiet: true });
  };
