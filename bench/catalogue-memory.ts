import { driverFor, type ConnectionConfig } from '@parlance/drivers'
import type { CatalogueTable, DatabaseKind } from '@parlance/contract'

/**
 * Runs as a separate process with a kind and its settings. Prints the MB that a catalogue takes: retained and at its
 * peak.
 */
const [kind, config] = process.argv.slice(2)
const driver = await driverFor(kind as DatabaseKind)
const connection = await driver.connect(JSON.parse(config ?? '') as ConnectionConfig)
globalThis.gc?.()
const before = process.memoryUsage()
let peak = before.rss
const tables: CatalogueTable[] = []
for await (const table of connection.introspect()) {
  tables.push(table)
  if (tables.length % 500 === 0) peak = Math.max(peak, process.memoryUsage().rss)
}
peak = Math.max(peak, process.memoryUsage().rss)
globalThis.gc?.()
const after = process.memoryUsage()
const megabytes = (bytes: number) => bytes / 1024 / 1024
const retained = megabytes(after.heapUsed + after.external - before.heapUsed - before.external)
console.log(JSON.stringify({ tables: tables.length, retained, peak: megabytes(peak - before.rss) }))
await connection.close()
