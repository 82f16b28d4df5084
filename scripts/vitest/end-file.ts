import { afterAll, vi } from 'vitest'
import { endFile } from '../../apps/server/src/testing/after-file.ts'

// Files share their worker: none leaves a stopped clock or a changed global to the next.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await endFile()
})
