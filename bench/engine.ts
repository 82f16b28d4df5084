import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { askEngine, catalogueOf, processorTime } from './engine-question.ts'
import { median, type Figure } from './figure.ts'

const rounds = 10

/** The limits by the number of tables, in milliseconds of processor time: of a question, and of the longest one. */
const limits = new Map([
  [100, { question: 50, longest: 150 }],
  [1000, { question: 150, longest: 150 }],
])
const firstLimit = 500
const words = 200

const questions = [
  'How many sales customers are there?',
  'What is the average amount of stock items by city?',
  'Show the name and email of sales orders with status late since 2024',
  'Which sales customer has the most sales orders?',
]
/** 'vocalists' and 'salary' are in no name, so WordNet is asked. */
const unknown = ['How many sales buyers are there?', 'What is the salary of the vocalists in Berlin?']
const hostile = Array.from(
  { length: words },
  (_, at) => ['sales', 'customer', 'by', 'amount', 'vocalist'][at % 5],
).join(' ')

/** Like the product's own processes, it compiles nothing again. */
const compileCache = new URL('../apps/server/src/compile-cache.mjs', import.meta.url).href
const productOptions = ['--disable-warning=ExperimentalWarning', '--import', compileCache]

/** Measures the processor time of a question to the built-in engine by the number of tables. */
export async function run(): Promise<Figure[]> {
  return await measureEngine(limits, rounds)
}

/** @param sizes the limits by the number of tables */
export async function measureEngine(sizes: typeof limits, measuredRounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [size, { question, longest }] of sizes) {
    const catalogue = catalogueOf(size)
    const measure = async (name: string, asked: readonly string[], limit = question) => {
      const times: number[] = []
      for (let round = 0; round <= measuredRounds; round++)
        for (const one of asked) {
          const time = await processorTime(() => askEngine(catalogue, one))
          if (round > 0) times.push(time)
        }
      figures.push({ bench: 'engine', name: `${name}, ${size} tables`, value: median(times), unit: 'ms', limit })
    }
    await measure('a question', questions)
    await measure('a question with unknown words', unknown)
    await measure(`${words} words`, [hostile], longest)
    figures.push(await first(size))
  }
  return figures
}

async function first(size: number): Promise<Figure> {
  const script = fileURLToPath(new URL('engine-first.ts', import.meta.url))
  const options = [...productOptions, script, String(size), unknown[0] ?? '']
  const { stdout } = await promisify(execFile)(process.execPath, options)
  return {
    bench: 'engine',
    name: `first question of a process, ${size} tables`,
    value: Number(stdout),
    unit: 'ms',
    limit: firstLimit,
  }
}
