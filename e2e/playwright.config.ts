import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserPath } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './build-pages.ts',
  // How long a broken journey takes to fail, not how long a good one may take: other programs use the machine too.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  // Each journey has a server, a port and a data folder of its own.
  workers: Math.min(2, availableParallelism()),
  // `npm test` names whatever passed only then.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  use: {
    browserName: 'chromium',
    // Motion costs an eighth of the browser's work and changes no outcome.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every journey would cost a third of the time. `--trace on` asks for one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserPath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
