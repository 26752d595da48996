import type { Pace } from './useLive.ts';

const besideChatsMs = 500;

/**
 * What is shown beside busy chats is drawn at once and then at most every half second: each time costs the chats a part of
 * a frame.
 */
export const besideChats: Pace = {
  start(show) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waits = false;
    function due() {
      waits = timer !== undefined;
      if (waits) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (waits) due();
      }, besideChatsMs);
      show();
    }
    return { due, stop: () => clearTimeout(timer) };
  },
};
