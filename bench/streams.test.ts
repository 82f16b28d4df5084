import { expect, test } from 'vitest'
import { startServedApp } from '../apps/server/src/testing/served-app.ts'
import { startSlowModel } from './slow-model.ts'
import { measureStreams } from './streams.ts'

test('each of a few chats receives every sentence', async () => {
  const model = await startSlowModel()
  const served = await startServedApp({ provider: 'openai-compatible', model: 'scripted', base_url: model.baseUrl })
  try {
    const server = {
      address: served.url,
      residentBytes: () => process.memoryUsage.rss(),
      cpuMs: () => process.cpuUsage().user / 1000,
      collect: async () => undefined,
    }
    const { p50, p99, cpuMs } = await measureStreams(server, model, {
      chats: 2,
      speech: { sentences: 2, pauseMs: 1 },
    })
    expect(p50).toBeGreaterThanOrEqual(0)
    expect(p99).toBeGreaterThanOrEqual(p50)
    expect(cpuMs).toBeGreaterThan(0)
  } finally {
    await served.close()
    await model.close()
  }
})
