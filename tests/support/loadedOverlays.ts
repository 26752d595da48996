import { dialogLayer } from '../../src/ui/Dialog.tsx';
import { menuLayer } from '../../src/ui/Menu.tsx';
import { toastLayer } from '../../src/ui/Toasts.tsx';

// Loads on-demand parts before any test, because a busy machine compiles them for longer than a test waits.
await Promise.all([dialogLayer.load(), menuLayer.load(), toastLayer.load()]);
