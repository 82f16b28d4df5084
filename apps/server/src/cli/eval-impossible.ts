import type { Catalogue } from '@parlance/contract'
import { driverFor, fileManifest, type Connection } from '@parlance/drivers'
import { translate } from '@parlance/engine'
import { isHeldOut } from '@parlance/evaluation'
import type { Config } from '../config/config.ts'
import type { DevelopmentQuestion } from './development-data.ts'
import { valuesReader } from './eval-builtin.ts'
import { makeImpossible, type ImpossibleKind } from './impossible-questions.ts'

/** One of this many questions is also asked in a way that the data can't answer. */
const everyNth = 4

/** How many of the impossible questions of a kind were answered. */
export interface ImpossibleScore {
  kind: ImpossibleKind
  heldOut: boolean
  questions: number
  answered: number
}

interface Means {
  config: Config
  signal: AbortSignal
  fileOf: (database: string) => string
  today: string
}

/** Asks questions whose table or column was removed, or which are about another database. No answer to them is right. */
export async function askImpossible(
  questions: readonly DevelopmentQuestion[],
  means: Means,
): Promise<ImpossibleScore[]> {
  const scores = new Map<string, ImpossibleScore>()
  const byDatabase = Map.groupBy(
    questions.filter((one) => one.at % everyNth === 0),
    (one) => one.database,
  )
  const databases = [...byDatabase.keys()].toSorted()
  for (const [at, database] of databases.entries()) {
    if (means.signal.aborted) break
    const next = databases[(at + 1) % databases.length] ?? database
    const [own, other] = await Promise.all([open(database, means), open(next, means)])
    try {
      for (const question of byDatabase.get(database) ?? []) {
        const made = makeImpossible(question, own.catalogue, other.catalogue)
        if (made === null) continue
        const heldOut = isHeldOut(database)
        const key = `${made.kind} ${heldOut}`
        const score = scores.get(key) ?? { kind: made.kind, heldOut, questions: 0, answered: 0 }
        const { valuesOf } = made.catalogue === other.catalogue ? other : own
        const request = { question: question.question, catalogue: made.catalogue, today: means.today, history: [] }
        const { understood } = await translate({ ...request, valuesOf, signal: means.signal })
        scores.set(key, { ...score, questions: score.questions + 1, answered: score.answered + (understood ? 1 : 0) })
      }
    } finally {
      await Promise.all([own.connection.close(), other.connection.close()])
    }
  }
  return [...scores.values()].toSorted((a, b) => Number(a.heldOut) - Number(b.heldOut) || (a.kind < b.kind ? -1 : 1))
}

interface Place {
  connection: Connection
  catalogue: Catalogue
  valuesOf: ReturnType<ReturnType<typeof valuesReader>>
}

async function open(database: string, { config, signal, fileOf }: Means): Promise<Place> {
  const driver = await driverFor(fileManifest.kind)
  const connection = await driver.connect({ database: fileOf(database) })
  const tables = await Array.fromAsync(connection.introspect())
  const catalogue: Catalogue = { dialect: fileManifest.dialect, defaultSchema: null, tables }
  return { connection, catalogue, valuesOf: valuesReader(connection, config)(signal) }
}
