// `npm run build`: builds dist/ unless it matches the current sources.
import { build, install } from './prepare.mjs';

await install();
await build();
