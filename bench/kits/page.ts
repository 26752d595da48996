import { offer } from '../pane/offer.ts';
import { chatElements } from './chatElements.tsx';
import { chatscope } from './chatscope.tsx';

offer({ chatscope: async () => chatscope(), chatElements: async () => chatElements() });
