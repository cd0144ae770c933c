import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Preloads the wasm module and the font that the first render waits for. */
function preloadFirstRender(): Plugin {
  const wanted = [
    { match: /firmbook_wasm.*\.wasm$/, as: 'fetch', type: 'application/wasm' },
    { match: /inter-latin-wght-normal.*\.woff2$/, as: 'font', type: 'font/woff2' },
  ];
  return {
    name: 'preload-first-render',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        wanted.flatMap(({ match, as, type }) =>
          Object.keys(bundle ?? {})
            .filter((file) => match.test(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'preload', href: `/${file}`, as, type, crossorigin: '' },
              injectTo: 'head' as const,
            })),
        ),
    },
  };
}

/** Leaves out parts of libraries that the app does not use, to keep the first load small. */
function trimLibraries(): Plugin {
  const router = 'node_modules/react-router/dist/production';
  return {
    name: 'trim-libraries',
    apply: 'build',
    enforce: 'pre',
    // The package exports only its development build, which has warnings for developers.
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: here(`./${router}/index.mjs`) },
          { find: /^react-router\/dom$/, replacement: here(`./${router}/dom-export.mjs`) },
        ],
      },
    }),
    load(id) {
      // Each button imports it as `Button.GroupSection`.
      const [, unused] = /\/((?:Button|ActionIcon)GroupSection)\.mjs$/.exec(id) ?? [];
      if (unused)
        return `export const ${unused} = () => { throw new Error('${unused} is left out of the build'); };`;
      // The CSS variables are in theme.css (`withCssVariables={false}`).
      if (!id.endsWith('MantineCssVariables/MantineCssVariables.mjs')) return null;
      return 'export const MantineCssVariables = () => null;';
    },
  };
}

const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|oidc-client-ts|jwt-decode|react-oidc-context|@tanstack\/(react-query|query-core))\//;

/** List code that every list page needs. Pages that link to lists need parts of it. */
const LISTS =
  /src\/list\/(list-page|list-header|use-add-panel|filters\/(filter-bar|describe-filter)|state\/|grid\/format-cell)/;

/** Matches modules whose path contains one of the names. */
const anyOf = (...names: string[]) => new RegExp(names.join('|'));

/** Small modules that the first page needs and later pages share. Otherwise each would be its own chunk. */
const COMMON = anyOf(
  'icons/Icon(ArrowMerge|Bell|CloudUpload|Link|ReportAnalytics|Star|Trash)\\.mjs',
  '/(VisuallyHidden|noop|px)\\.mjs',
  'src/app/auth/(manager-context|use-sign-in)',
  'src/app/pages/(bare-page|error-actions|save-as)',
  'src/app/session/(ending|forget)',
  'src/app/shell/narrow-menu',
  'src/components/(icons|menu-button|page-loader|page-message)',
  'src/features/cohorts/add-to/(add-to-cohort-panel|save-as-cohort)',
  'src/features/contacts/add/add-contact-panel',
  'src/features/contacts/api/(delete-contact|restore-contact|use-contacts-changed)',
  'src/features/contacts/attach/attach-panel',
  'src/features/contacts/list/attachable',
  'src/features/notifications/api/notifications',
  'src/features/reports/save-as/(save-as-panel|save-as-report)',
  'src/features/settings/use-parts',
  'src/lib/(contact-kinds|paths|tabs|unsaved|use-document-title)',
  'src/list/(contact-source|import-button)',
);

/** Icons of several later pages, in one chunk, because each chunk name adds 10 bytes to the first load. */
const LATER_ICONS =
  /icons\/Icon(ArrowRight|Coin|Copy|Dots|ExternalLink|Eye|EyeOff|FileCheck|Filter|InfoCircle|Mail|Pencil|Refresh|Send|Share|Unlink|User|UserMinus)\.mjs/;

const server = process.env.FIRMBOOK_SERVER ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), wasm(), preloadFirstRender(), trimLibraries()],
  resolve: {
    alias: {
      '@': here('./src'),
      'firmbook-wasm': here('./pkg/firmbook_wasm.js'),
      'firmbook-later': here('./pkg-later/firmbook_later.js'),
      'firmbook-reading': here('./pkg-reading/firmbook_reading.js'),
      'firmbook-workbook': here('./pkg-workbook/firmbook_workbook.js'),
    },
  },
  worker: { format: 'es', plugins: () => [wasm()] },
  server: { proxy: { '/api': server, '/download': server, '/config.json': server } },
  build: {
    target: 'es2022',
    // These browsers support light-dark(), so the minifier must not rewrite it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: {
      // All supported browsers have module preload.
      polyfill: false,
      // Preload only styles of lazy modules. Scripts are loaded while the browser is idle, and
      // listing their names would enlarge the page.
      resolveDependencies: (_file, parts, { hostId, hostType }) =>
        hostType === 'html' || /\/index-[^/]*$/.test(hostId)
          ? parts
          : parts.filter((part) => part.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Modules that every page needs compress better in one chunk.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES },
            { name: 'lists', test: LISTS },
            { name: 'common', test: COMMON },
            { name: 'later-icons', test: LATER_ICONS },
          ],
        },
      },
    },
  },
});
