import { afterAll, vi } from 'vitest'
import { endFile } from '../../apps/server/src/testing/after-file.ts'

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await endFile()
})
