// What the first screens after the sign-in need; the build puts it into one file.
import '../cloudRoom/CloudRoom.tsx';
import '../session/RequireRole.tsx';

export { Shell } from './Shell.tsx';
