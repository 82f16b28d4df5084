import { defineConfig } from '@playwright/test'
import config from '../playwright.config.ts'

/** Takes pictures of the chat in every width and theme. Run it before and after a change of its look. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: 'chat.screens.ts',
  outputDir: '../../test-results',
  globalSetup: '../build-pages.ts',
  workers: 1,
  reporter: [['list']],
})
