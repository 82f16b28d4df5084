import { existsSync } from 'node:fs'

/**
 * The machine's browser. If there is none, Playwright uses its own. The headless shell comes first, because it makes
 * journeys a fifth faster.
 */
export const browserPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))
