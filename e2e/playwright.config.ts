import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserPath } from './browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './build-pages.ts',
  // This is how long a broken journey takes to fail, not a goal for good ones: other programs use the machine too.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  // Each journey has its own server, port and data folder.
  workers: Math.min(2, availableParallelism()),
  // `npm test` lists every journey that passed only on retry.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : [])],
  use: {
    browserName: 'chromium',
    // Motion costs an eighth of the browser's work and changes no outcome.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every journey would add a third to the time. Use `--trace on` to get a trace.
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
