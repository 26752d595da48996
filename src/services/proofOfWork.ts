import { searchNonce } from './nonceSearch.ts';
import nonceWorkerUrl from './nonceWorker.ts?worker&url';
import { ownWorker } from './ownWorker.ts';

/** Hashes in one turn of the event loop where there is no worker: a few milliseconds. */
const hashesAtOnce = 2_000;
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** Searches in short turns, so that typing and pointing go on. */
export async function searchInTurns(challenge: string, bits: number, signal: AbortSignal): Promise<string> {
  for (let from = 0; ; from += hashesAtOnce) {
    signal.throwIfAborted();
    const nonce = searchNonce(challenge, bits, from, from + hashesAtOnce);
    if (nonce !== null) return nonce;
    await nextTurn();
  }
}

/** Finds the nonce that a puzzle demands, in a worker where the browser has one. */
export function findNonce(challenge: string, bits: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const byTurns = () => searchInTurns(challenge, bits, signal).then(resolve, reject);
    let worker: Worker;
    try {
      worker = ownWorker(nonceWorkerUrl);
    } catch {
      void byTurns();
      return;
    }
    const end = () => worker.terminate();
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      end();
      resolve(data);
    };
    worker.onerror = () => {
      end();
      void byTurns();
    };
    worker.postMessage({ challenge, bits });
  });
}
