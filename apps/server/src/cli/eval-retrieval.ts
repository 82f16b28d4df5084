import type { Catalogue, CatalogueTable, ResultColumn } from '@parlance/contract'
import { driverFor, fileManifest } from '@parlance/drivers'
import { relatedNames } from '@parlance/engine'
import { isHeldOut, tableNamesOf } from '@parlance/evaluation'
import { indexCatalogue, relevantTables } from '@parlance/retrieval'
import { describeSchema } from '../agent/context.ts'
import { readDevelopmentData, type DevelopmentQuestion } from './development-data.ts'
import type { EvalArguments } from './eval-arguments.ts'
import type { EvalContext, EvalReport } from './eval-command.ts'
import { percent } from './eval-report.ts'
import { chooseQuestions } from './eval-sample.ts'
import { formatTable } from './print-table.ts'

/** The number of tables among which all needed ones should be found. */
const within = 10

/** Sizes of the catalogs that are filled up with generated tables. */
const largeSizes = [1_500, 10_000]

const fillerWords = ['sales', 'stock', 'invoice', 'ledger', 'shipment', 'vendor', 'asset', 'claim', 'policy', 'ticket']

/** A catalog to search in. */
interface Place {
  name: string
  catalogueOf: (database: string) => Catalogue
}

interface Searched {
  place: string
  question: DevelopmentQuestion
  isFound: boolean
  isInPrompt: boolean
}

/**
 * Checks for each question of the development data whether all tables of its expected SQL are among the first tables
 * found, and in a model's prompt.
 */
export async function run(options: EvalArguments, { dataFolder, signal, progress }: EvalContext): Promise<EvalReport> {
  const data = readDevelopmentData(dataFolder)
  const questions = chooseQuestions(data.questions, options)
  const databases = new Map<string, CatalogueTable[]>()
  for (const name of new Set(data.questions.map(({ database }) => database))) {
    databases.set(name, await readTables(data.fileOf(name), name))
  }
  const places = placesOf(databases)
  const searched: Searched[] = []
  for (const [at, question] of questions.entries()) {
    // Lets Ctrl-C in.
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) break
    for (const { name, catalogueOf } of places) searched.push(search(question, name, catalogueOf(question.database)))
    progress(at + 1, questions.length)
  }
  return report(searched, places, options)
}

async function readTables(path: string, database: string): Promise<CatalogueTable[]> {
  const connection = await (await driverFor(fileManifest.kind)).connect({ database: path })
  try {
    const tables = await Array.fromAsync(connection.introspect())
    return tables.map((table) => ({
      ...table,
      schema: database,
      foreignKeys: table.foreignKeys.map((key) => ({ ...key, referencedSchema: database })),
    }))
  } finally {
    await connection.close()
  }
}

function placesOf(databases: ReadonlyMap<string, CatalogueTable[]>): Place[] {
  const of = (tables: CatalogueTable[], defaultSchema: string | null): Catalogue => ({
    dialect: fileManifest.dialect,
    defaultSchema,
    tables,
  })
  const own = new Map([...databases].map(([name, tables]) => [name, of(tables, name)]))
  const pooled = [...databases.values()].flat()
  const large = largeSizes.map((size): Place => {
    const catalogue = of([...pooled, ...fillers(size - pooled.length)], null)
    return { name: `${size.toLocaleString('en-US')} tables`, catalogueOf: () => catalogue }
  })
  const all = of(pooled, null)
  return [
    { name: 'own database', catalogueOf: (database) => own.get(database)! },
    { name: `all ${pooled.length} tables`, catalogueOf: () => all },
    ...large,
  ]
}

/** Tables of a large company that no question needs. */
function fillers(count: number): CatalogueTable[] {
  const wordAt = (at: number) => fillerWords[at % fillerWords.length] ?? ''
  return Array.from({ length: Math.max(count, 0) }, (_, position) => ({
    schema: 'warehouse',
    name: `${wordAt(position)}_${position}`,
    objectType: 'TABLE',
    comment: null,
    columns: Array.from({ length: 20 }, (__, column) => ({
      name: `field_${column}_${wordAt(position + column)}`,
      dataType: 'TEXT',
      kind: 'text',
      nullable: true,
      comment: null,
    })),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  }))
}

const indexes = new WeakMap<Catalogue, ReturnType<typeof indexCatalogue>>()

function search(question: DevelopmentQuestion, place: string, catalogue: Catalogue): Searched {
  const index = indexes.get(catalogue) ?? indexCatalogue(catalogue)
  indexes.set(catalogue, index)
  const needed = tableNamesOf(question.expectedSql, fileManifest.dialect)
  const hasAll = (tables: readonly CatalogueTable[]) =>
    needed.every((name) =>
      tables.some((table) => table.schema === question.database && table.name.toLowerCase() === name),
    )
  return {
    place,
    question,
    isFound: hasAll(relevantTables(index, question.question, within, relatedNames).slice(0, within)),
    isInPrompt: hasAll(describeSchema(catalogue, question.question).tables),
  }
}

function report(searched: readonly Searched[], places: readonly Place[], { floor }: EvalArguments): EvalReport {
  const lines = places.flatMap(({ name }) =>
    (['all databases', 'held-out databases', 'other databases'] as const).map((databases) => {
      const these = searched.filter(
        ({ place, question }) =>
          place === name &&
          (databases === 'all databases' || isHeldOut(question.database) === (databases === 'held-out databases')),
      )
      const share = (test: (one: Searched) => boolean) =>
        these.length === 0 ? null : these.filter(test).length / these.length
      return {
        catalog: name,
        databases,
        questions: these.length,
        found: share(({ isFound }) => isFound),
        inPrompt: share(({ isInPrompt }) => isInPrompt),
      }
    }),
  )
  const names = ['catalog', 'questions about', 'questions', `within ${within}`, 'in the prompt']
  const columns = names.map((name, at): ResultColumn => ({ name, dataType: '', kind: at < 2 ? 'text' : 'number' }))
  const rows = lines.map(({ catalog, databases, questions, found, inPrompt }) => [
    catalog,
    databases,
    questions.toLocaleString('en-US'),
    percent(found),
    percent(inPrompt),
  ])
  const missed = lines.filter(
    ({ databases, inPrompt }) => databases === 'all databases' && floor !== null && (inPrompt ?? 0) * 100 < floor,
  )
  return {
    text: `Share of questions whose needed tables are all found.\n\n${formatTable(columns, rows)}`,
    json: { retrieval: lines },
    failures: missed.map(
      ({ catalog, inPrompt }) => `${catalog}: ${percent(inPrompt)} are in the prompt, which is below ${floor} %.`,
    ),
  }
}
