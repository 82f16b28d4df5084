import { readOptions } from '../apps/server/src/cli/read-options.ts'
import { StartError } from '../apps/server/src/lib/errors.ts'

export interface BenchArguments {
  names: string[]
  /** How long mixed questions are asked. */
  minutes: number
}

/**
 * @param known the names of the benchmarks
 * @returns null if help was requested
 * @throws StartError on one line for arguments that it doesn't understand
 */
export function parseBenchArguments(argv: string[], known: readonly string[]): BenchArguments | null {
  const options = { minutes: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals: names } = readOptions(argv, options)
  if (values.help) return null
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new StartError(`Unknown benchmark ${unknown}. Choose from: ${known.join(', ')}.`)
  if (names.length === 0) throw new StartError(`Name a benchmark. Choose from: ${known.join(', ')}.`)
  const minutes = Number(values.minutes ?? 1)
  if (!(minutes > 0 && minutes <= 1440)) throw new StartError('--minutes needs a number up to 1440, for example 60.')
  return { names, minutes }
}

export function benchHelp(known: readonly string[]): string {
  return `Measure ratios to a floor. Prints a JSON line for each figure, and a table.

  npm run bench -- NAME [NAME ...] [options]

  --minutes N  how long memory asks mixed questions (default: 1)
  --help       show this help

Names: ${known.join(', ')}

Exit status: 0 everything was measured, 1 a benchmark failed, 2 wrong use.`
}
