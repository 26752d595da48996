import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The minimal React page for comparison: one input field. */
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
