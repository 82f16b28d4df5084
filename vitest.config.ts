import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Client libraries, Vite, and libraries for the browser change what all code of a process shares. */
const ownProcess = [
  'apps/web/**/*.test.ts',
  'apps/server/src/web/*.test.ts',
  'packages/drivers/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
]

export default defineConfig({
  test: {
    // A worker runs one file after the other: loading the product's modules again for each took half of the time.
    isolate: false,
    globalSetup: ['./scripts/vitest/servers.ts'],
    reporters: ['default', './scripts/vitest/summary-reporter.ts'],
    // Many tests wait for a server or a child process: with as many workers as cores one would stand idle.
    maxWorkers: availableParallelism() + 1,
    // They end what hangs, and say nothing about speed: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // `npm test` names whatever passed only then.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 60_000 } },
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          exclude: [...configDefaults.exclude, ...ownProcess],
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts'],
          setupFiles: ['./scripts/vitest/end-file.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'own-process', include: ownProcess, setupFiles: ['./scripts/vitest/end-file.ts'], isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: true,
        },
      },
    ],
  },
})
