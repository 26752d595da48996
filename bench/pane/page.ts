import { offer } from './offer.ts';

offer({
  limit24: async () => (await import('./vanilla.ts')).vanilla(24),
  limit200: async () => (await import('./vanilla.ts')).vanilla(200),
  plain1000: async () => (await import('./vanilla.ts')).vanilla(1_000),
  virtuoso: async () => (await import('./virtuoso.tsx')).virtuoso(),
  conversation: async () => (await import('./ours.tsx')).conversation(),
  room: async () => (await import('./ours.tsx')).room(),
});
