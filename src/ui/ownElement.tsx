import type { ReactNode } from 'react';

/**
 * A text in an element of its own: a browser that translates the page moves text nodes, and React must not have to
 * change or remove one beside other nodes. Elements stay as they are.
 */
export const ownElement = (content: ReactNode): ReactNode =>
  typeof content === 'string' || typeof content === 'number' ? <span>{content}</span> : content;
