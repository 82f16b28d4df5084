import { defineConfig } from 'oxlint'

const tests = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', '**/testing/**', 'packages/sql/fuzz/**']

const noRegExp = {
  name: 'RegExp',
  message: 'R25: write a literal, which the lint can read. Say why if the pattern is ours.',
}
const useGuardedFetch =
  'R25: use guardedFetch from models/outbound.ts, which limits what the server reads from the web.'

/** Rules on imports are in scripts/lint/import-table.ts: overrides here replace each other, that table adds up. */
export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'promise', 'vitest'],
  jsPlugins: ['eslint-plugin-regexp', './scripts/lint/plugin.ts'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/*.generated.*', '**/node_modules/**'],
  rules: {
    'house/imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/consistent-type-imports': 'error',
    // A switch over one of our unions has no default, so a new member is an error in each place that matters.
    'typescript/switch-exhaustiveness-check': [
      'error',
      { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: false },
    ],
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
    'no-nested-ternary': 'error',
    'unicorn/no-nested-ternary': 'off',
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'no-console': 'error',
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'unicorn/no-abusive-eslint-disable': 'error',
    'no-restricted-globals': ['error', noRegExp],
    'regexp/no-super-linear-backtracking': 'error',
    'regexp/no-super-linear-move': 'error',
  },
  overrides: [
    {
      files: ['apps/web/src/**', 'apps/server/src/**', 'packages/*/src/**'],
      excludeFiles: ['apps/web/src/lib/i18n.ts', ...tests],
      rules: { 'house/literal-texts': 'error' },
    },
    {
      files: ['packages/engine/src/**'],
      rules: { complexity: ['error', { max: 15 }] },
    },
    {
      files: ['scripts/**', 'bench/**', 'apps/server/src/cli/**', '**/fuzz/**'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['**/*.config.ts', 'e2e/**', 'scripts/vitest/**', 'scripts/lint/plugin.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['apps/server/src/**', 'packages/*/src/**'],
      excludeFiles: ['apps/server/src/models/outbound.ts', ...tests, '**/stand-in.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            checkGlobalObject: true,
            globals: [
              noRegExp,
              ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: useGuardedFetch })),
            ],
          },
        ],
        // It would load what imports may not.
        'no-restricted-properties': [
          'error',
          { object: 'process', property: 'getBuiltinModule', message: 'Import the module.' },
        ],
      },
    },
    {
      files: tests,
      rules: {
        'max-lines': 'off',
        'max-lines-per-function': 'off',
        'no-console': 'off',
        'no-restricted-globals': 'off',
      },
    },
  ],
})
