import { openVerifyPage } from './page.ts';
import './verify.css';

const host = document.getElementById('verify');
if (!host) throw new Error('no #verify');

const { location, navigator } = window;
const page = openVerifyPage({ host, location, fetch: window.fetch.bind(window), languages: navigator.languages });
// Scanning a second code in the same tab changes only what follows #.
window.addEventListener('hashchange', () => void page.check());
void page.check();
