import { firstLanguage, textFiles } from './locales/textFiles.ts';
import { loginImport } from './screens/login/loginImport.ts';
import { configRequest } from './services/configRequest.ts';
import { importFormRecord } from './services/formRecordImport.ts';
import { createSafeStorage } from './services/safeStorage.ts';
import { readAppearance } from './services/storedAppearance.ts';

// Runs before all other code, and requests at once what the first view shows; who needs it asks again, with several tries.
const { language } = readAppearance(createSafeStorage(() => localStorage));
const texts = textFiles[firstLanguage(language, navigator.languages)];
const isSignIn = location.pathname === '/login';
configRequest.askAhead(fetch);
if (isSignIn) loginImport.askAhead();
const parts = isSignIn ? [texts.core, texts.entrance, importFormRecord] : [texts.core];
for (const load of parts) load().catch(() => {});
