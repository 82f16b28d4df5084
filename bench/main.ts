import { StartError } from '../apps/server/src/lib/errors.ts'
import { benchHelp, parseBenchArguments, type BenchArguments } from './arguments.ts'
import { isWithinLimit, type Figure } from './figure.ts'

const benches: Record<string, () => Promise<{ run(options: Pick<BenchArguments, 'minutes'>): Promise<Figure[]> }>> = {
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

const { names, minutes } = readArguments()
const figures: Figure[] = []
for (const name of names) {
  const bench = await benches[name]?.()
  const measured = (await bench?.run({ minutes })) ?? []
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

/** Ends the process if there is nothing to measure. */
function readArguments(): BenchArguments {
  const known = Object.keys(benches)
  try {
    const given = parseBenchArguments(process.argv.slice(2), known)
    if (given !== null) return given
    console.log(benchHelp(known))
    process.exit(0)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
