import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** These load client libraries or Vite, which change state that a whole process shares. */
const ownProcess = [
  'apps/server/src/web/*.test.ts',
  'packages/drivers/src/{oracle,snowflake}/*.test.ts',
  'packages/drivers/src/*/tls.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['./scripts/vitest/servers.ts'],
    reporters: ['default', './scripts/vitest/summary-reporter.ts'],
    // Many tests wait for a server or a child process: with as many workers as cores, cores would be idle.
    maxWorkers: availableParallelism() + 2,
    // They end what hangs, and say nothing about speed: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // `npm test` names whatever passed only then.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 60_000 } },
    // With a larger young generation from the start, fewer objects are copied. A still larger one costs more again.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32', '--min-semi-space-size=32'],
    setupFiles: ['./scripts/vitest/end-file.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ownProcess],
          // A worker loads the server and the parsers once, not again for each file.
          isolate: false,
          // Node loads these files as it does for the product. Transforming them first costs a tenth of a narrow run.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, test: { name: 'own-process', include: ownProcess } },
      {
        extends: true,
        test: {
          name: 'pages-without-dom',
          include: ['apps/web/**/*.test.ts'],
          setupFiles: ['./apps/web/src/testing/start-translations.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'web',
          // The React that the product ships.
          env: { NODE_ENV: 'production' },
          include: ['apps/web/**/*.test.tsx'],
          // Tests find parts by the class names that the style sheets write.
          css: { modules: { classNameStrategy: 'non-scoped' } },
          environment: './scripts/vitest/one-window.ts',
          setupFiles: ['./apps/web/src/testing/react-act.ts', './apps/web/src/testing/start-translations.ts'],
          isolate: false,
        },
      },
    ],
  },
})
