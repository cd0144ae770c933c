const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  moduleNameMapper: {
    '^firmbook-wasm$': '<rootDir>/pkg/firmbook_wasm.js',
    '^firmbook-later$': '<rootDir>/pkg-later/firmbook_later.js',
    '^firmbook-reading$': '<rootDir>/pkg-reading/firmbook_reading.js',
    '^firmbook-workbook$': '<rootDir>/pkg-workbook/firmbook_workbook.js',
    '^firmbook-embed$': '<rootDir>/pkg-embed/firmbook_embed.js',
    '^firmbook-embed-live$': '<rootDir>/pkg-embed-live/firmbook_embed_live.js',
    '^firmbook-embed-import$': '<rootDir>/pkg-embed-import/firmbook_embed_import.js',
    '^@/(.*)$': '<rootDir>/src/$1',
    '\\.module\\.css$': '<rootDir>/src/testing/css-module.ts',
    '\\.css$': '<rootDir>/src/testing/empty.ts',
  },
};

export default {
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'wasm',
      roots: ['<rootDir>/wasm-tests'],
      testEnvironment: 'node',
    },
    {
      ...shared,
      displayName: 'webapp',
      roots: ['<rootDir>/src', '<rootDir>/embed'],
      testEnvironment: '<rootDir>/src/testing/environment.js',
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      roots: ['<rootDir>/e2e'],
      testEnvironment: 'node',
    },
  ],
};
