import type { GateRequest } from '@parlance/sql'

/** Run as a process of its own with a GateRequest as JSON: prints by how many MB it grew once 200 such queries were proven. */
const before = process.memoryUsage().rss
const [{ gate }, { parseSql }] = await Promise.all([import('@parlance/sql'), import('@parlance/sql/parse')])
const request = JSON.parse(process.argv[2] ?? '') as GateRequest
for (let query = 0; query < 200; query++) {
  const result = await gate(request, parseSql)
  if (!result.allowed) throw new Error(`${request.dialect} refused a typical query`)
}
console.log((process.memoryUsage().rss - before) / 1024 / 1024)
