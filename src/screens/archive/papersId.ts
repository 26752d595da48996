/** The papers beside the transcript, for links from the chat to the record. */
export const papersId = 'archive-papers';
