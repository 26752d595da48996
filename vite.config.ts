import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const platform = `http://127.0.0.1:${process.env['PLATFORM_PORT'] ?? 8080}`;

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': platform,
      '/files': platform,
      '/config.json': platform,
      '/infra/im': { target: platform, ws: true },
    },
  },
});
