// `npm run build`: dist/ from today's sources, when it is not that already.
import { build, install } from './prepare.mjs';

await install();
await build();
