import { firstLanguage, textFiles } from './locales/textFiles.ts';
import { requestLogin } from './screens/login/importLogin.ts';
import { createSafeStorage } from './services/safeStorage.ts';
import { readAppearance } from './services/storedAppearance.ts';

// Runs while the larger files load, and requests what the first view shows; `main.tsx` asks again, with several tries.
const { language } = readAppearance(createSafeStorage(() => localStorage));
const texts = textFiles[firstLanguage(language, navigator.languages)];
const isSignIn = location.pathname === '/login';
if (isSignIn) requestLogin();
for (const load of isSignIn ? [texts.core, texts.entrance] : [texts.core]) load().catch(() => {});
