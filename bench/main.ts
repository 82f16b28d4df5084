import { parseArgs } from 'node:util'
import { isWithinLimit, type Figure } from './figure.ts'

/** Options of the command line. */
interface Options {
  minutes?: string
}

const benches: Record<string, () => Promise<{ run(options: Options): Promise<Figure[]> }>> = {
  cancel: () => import('./cancel.ts'),
  catalogue: () => import('./catalogue.ts'),
  engine: () => import('./engine.ts'),
  export: () => import('./export.ts'),
  gate: () => import('./gate.ts'),
  install: () => import('./install.ts'),
  load: () => import('./load.ts'),
  memory: () => import('./memory.ts'),
  people: () => import('./people.ts'),
  start: () => import('./start.ts'),
  streams: () => import('./streams.ts'),
  throughput: () => import('./throughput.ts'),
  tokens: () => import('./tokens.ts'),
  turn: () => import('./turn.ts'),
  web: () => import('./web.ts'),
}

const { values: options, positionals: names } = parseArgs({
  options: { minutes: { type: 'string' } },
  allowPositionals: true,
})
const unknown = names.filter((name) => !(name in benches))
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`Unknown benchmark: ${unknown.join(', ')}.`)
  console.error(`Usage: npm run bench -- NAME [NAME …] [--minutes N]\nNames: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}

const figures: Figure[] = []
for (const name of names) {
  const bench = await benches[name]?.()
  const measured = (await bench?.run(options)) ?? []
  for (const figure of measured) console.log(JSON.stringify(figure))
  figures.push(...measured)
}
console.table(
  figures.map((figure) => ({
    bench: figure.bench,
    figure: figure.name,
    value: Number(figure.value.toFixed(2)),
    unit: figure.unit,
    limit: figure.limit === null ? '' : `≤ ${figure.limit}`,
    'within limit': figure.limit === null ? '' : isWithinLimit(figure),
  })),
)
process.exit(0)
