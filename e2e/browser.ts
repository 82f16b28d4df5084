import { existsSync } from 'node:fs'

/**
 * The machine's browser; without one Playwright takes its own. The shell comes first: it draws no windows, so a journey
 * takes a fifth less time.
 */
export const browserPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))
