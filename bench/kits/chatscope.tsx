import { ChatContainer, MainContainer, Message, MessageList } from '@chatscope/chat-ui-kit-react';
import { type ListProps, reactLists } from '../pane/reactLists.tsx';
import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css';

function List({ items }: ListProps) {
  return (
    <MainContainer>
      <ChatContainer>
        <MessageList>
          {items.map(({ n, mine, text, at }) => (
            <Message
              key={n}
              model={{
                message: text,
                sentTime: new Date(at).toISOString(),
                sender: mine ? 'Doctor' : 'Patient',
                direction: mine ? 'outgoing' : 'incoming',
                position: 'single',
              }}
            />
          ))}
        </MessageList>
      </ChatContainer>
    </MainContainer>
  );
}

/** @chatscope/chat-ui-kit-react, used as its documentation shows. */
export const chatscope = () => reactLists(List, { scroller: '.cs-message-list__scroll-wrapper', rows: '.cs-message' });
