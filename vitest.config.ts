import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
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
    setupFiles: ['./scripts/vitest/end-file.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: ['apps/web/**/*.test.tsx'], environment: 'jsdom' } },
    ],
  },
})
