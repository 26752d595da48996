import { searchNonce } from './nonceSearch.ts';

self.onmessage = ({ data: { challenge, bits } }: MessageEvent<{ challenge: string; bits: number }>) => {
  self.postMessage(searchNonce(challenge, bits, 0, Number.MAX_SAFE_INTEGER));
};
