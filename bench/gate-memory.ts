import { gate, type GateRequest } from '@parlance/sql'
import { createParserPool } from '../apps/server/src/door/parser-pool.ts'

/**
 * Runs as a separate process with a list of GateRequests as JSON, and how often to prove each. Prints its peak growth in MB while the server's
 * parser threads, each with its spare, read queries like each of them and V8 compiled the hot code.
 */
const before = process.memoryUsage().rss
const pool = createParserPool()
const requests = JSON.parse(process.argv[2] ?? '') as GateRequest[]
const queries = Number(process.argv[3])
for (const request of requests) {
  for (let query = 0; query < queries; query++) {
    const result = await gate(request, pool.parse)
    if (!result.allowed) throw new Error(`${request.dialect} refused a typical query`)
  }
}
console.log((process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024)
await pool.close()
