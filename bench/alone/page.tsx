import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a page made with React can be: one box to write in. */
function Alone() {
  const [text, setText] = useState('');
  return (
    <label>
      Account
      <input value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Alone />);
