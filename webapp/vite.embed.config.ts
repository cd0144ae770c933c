import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Preloads the wasm module that the first render waits for. The others are loaded later. */
const preloadWasm: Plugin = {
  name: 'preload-wasm',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.includes('firmbook_embed_bg') && file.endsWith('.wasm'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'fetch', type: 'application/wasm', crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
};

const shared = {
  // Keep the files of the web app, which is built first.
  emptyOutDir: false,
  target: 'es2022',
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  assetsInlineLimit: 0,
  modulePreload: false as const,
  reportCompressedSize: false,
};

const BUILDS = {
  widget: {
    manifest: '.vite/widget-manifest.json',
    rolldownOptions: { input: here('./widget.html') },
  },
  loader: {
    lib: {
      entry: here('./embed/loader/main.ts'),
      name: 'FirmbookEmbed',
      formats: ['iife' as const],
      fileName: () => 'embed/v1.js',
    },
  },
  package: {
    outDir: 'dist-package',
    lib: {
      entry: { index: here('./embed/package/index.ts'), react: here('./embed/package/react.ts') },
      formats: ['es' as const],
    },
    rolldownOptions: { external: ['react'] },
  },
};

/**
 * Builds the files that partner sites load: the widget pages (mode `widget`), the classic script that embeds
 * them (mode `loader`), and the modules of the npm package (mode `package`).
 */
export default defineConfig(({ mode }) => ({
  publicDir: false as const,
  plugins: mode === 'widget' ? [wasm(), preloadWasm] : [],
  resolve: {
    alias: {
      '@': here('./src'),
      // Shared web app modules import `firmbook-wasm`. In widgets, this resolves to the widgets' own module.
      'firmbook-wasm': here('./pkg-embed/firmbook_embed.js'),
      'firmbook-embed': here('./pkg-embed/firmbook_embed.js'),
      'firmbook-embed-live': here('./pkg-embed-live/firmbook_embed_live.js'),
      'firmbook-embed-import': here('./pkg-embed-import/firmbook_embed_import.js'),
    },
  },
  build: { ...shared, ...BUILDS[mode as keyof typeof BUILDS] },
}));
