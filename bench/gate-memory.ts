import { gate, type GateRequest } from '@parlance/sql'
import { createParserPool } from '../apps/server/src/door/parser-pool.ts'

/**
 * Run as a process of its own with a list of GateRequests as JSON: prints by how many MB it grew at its peak, while the
 * server's parser threads, each with its spare, read 1,000 such queries of each and V8 compiled what it found to be hot.
 */
const before = process.memoryUsage().rss
const pool = createParserPool({ spareDelay: 0 })
const requests = JSON.parse(process.argv[2] ?? '') as GateRequest[]
for (const request of requests) {
  for (let query = 0; query < 1_000; query++) {
    const result = await gate(request, pool.parse)
    if (!result.allowed) throw new Error(`${request.dialect} refused a typical query`)
  }
}
console.log((process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024)
await pool.close()
