import { useEffect, useMemo } from 'react';
import type { ConversationId } from '../../../contract/ids.ts';
import { type Transcript, transcript } from '../../streams/transcript.ts';
import { useApp } from '../app.ts';

/** What was said in a conversation that has ended, as far as it has been asked for. */
export function useTranscript(conversationId: ConversationId): Transcript {
  const { api } = useApp();
  const read = useMemo(
    () => transcript(conversationId, (which, signal) => api.queryImMessages(which, { signal, quiet: true })),
    [api, conversationId],
  );
  useEffect(() => {
    read.open();
    return () => read.close();
  }, [read]);
  return read;
}
