import {
  areaRuleTexts,
  formatMessage,
  message,
  type AreaProblem,
  type DefinitionKind,
  type Message,
} from '@parlance/contract'
import type { Parse } from '@parlance/sql'
import { wireMessage } from '@parlance/contract'
import type { CountAttributes } from '../../users/service.ts'
import { listNames } from '../scoping/list-names.ts'
import type { AreaDraft, AreaProof, TestedDatabase } from '../store/area-record.ts'
import type { ReadDatabases } from '../scoping/known-databases.ts'
import { proveAgainst, toFinding } from './prove-database.ts'
import { referenceFindings } from './prove-definitions.ts'
import type { DatabaseProof } from './prove-database.ts'
import type { Finding } from './finding.ts'
import type { IsVisible } from '../scoping/database-visibility.ts'

export interface ProveDependencies {
  readDatabases: ReadDatabases
  /** Parses SQL in the server's workers, which stop anything that takes too long. */
  parse: Parse
  /** Counts the active users who have each attribute. */
  countAttributes: CountAttributes
  /** Milliseconds for one draft over all databases. Anything left after that is a warning. */
  timeLimit?: number
  /** How to report a table that no database has. An area may keep a table that is gone, but a new name is refused. */
  unknownTables?: AreaProblem['severity']
  /**
   * Decides which databases the caller may know about. Problems in other databases are reported without names or
   * details.
   */
  isVisible?: IsVisible
  /** Proves only this definition, and no joins and rules. */
  only?: { kind: DefinitionKind; name: string }
}

/** Well within a browser's timeout. A text that hangs a parser takes two seconds of it. */
const defaultTimeLimit = 20_000
/** The most problems to report. No one reads more at once. */
const mostProblems = 300

/** A database under the name that the caller may see. */
interface Shown {
  name: string
  isVisible: boolean
}

type Proven = Shown & { proof: DatabaseProof }

/** One database's findings on one subject. */
interface Opinion {
  database: Shown
  findings: Finding[]
}

/**
 * Proves a draft's tables, joins and rules against every tested database of its application. A part that is valid in no
 * database that has the tables is an error. A part that fails in some is a warning that names them, because each query
 * proves it again for its own database. If no database can be read, nothing is proven and the list of names is empty.
 */
export async function proveArea(dependencies: ProveDependencies, draft: AreaDraft): Promise<AreaProof> {
  const { readDatabases, parse, timeLimit = defaultTimeLimit, isVisible = () => true } = dependencies
  const end = performance.now() + timeLimit
  const isOver = () => performance.now() > end
  const { read, unread } = await readDatabases(draft.applicationId)
  const attributeKeys = new Set((await dependencies.countAttributes()).counts.keys())
  const proven: Proven[] = []
  for (const { database, catalogue } of read) {
    proven.push({
      ...shown(database, isVisible),
      proof: await proveAgainst({ draft, catalogue, parse, isOver, attributeKeys, only: dependencies.only }),
    })
  }
  const problems = [...opinions(proven).values()].flatMap((each) => merge(each, proven))
  const absent = absences(draft, proven).map((problem) =>
    problem.table === null ? problem : { ...problem, severity: dependencies.unknownTables ?? 'warning' },
  )
  if (proven.length + unread.length === 0) absent.push(tableWarning(null, noDatabaseText, null))
  const all = [
    ...problems,
    ...(await contradictions(draft)),
    ...(await referenceFindings(draft)).map((finding) => toProblem(finding, null)),
    ...unread.map((database) => unreadProblem(shown(database, isVisible))),
    ...absent,
  ]
  return {
    problems: errorsFirst(all).slice(0, mostProblems),
    databases: [...new Set(proven.map(({ name }) => name))],
  }
}

/** An error must not be cut off by many warnings, because saving refuses only the errors it gets. */
function errorsFirst(problems: AreaProblem[]): AreaProblem[] {
  const isError = ({ severity }: AreaProblem) => severity === 'error'
  return [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))]
}

/** The problems of the rules that every database has, even if none can be read. */
async function contradictions({ rowRules, columnRules }: AreaDraft): Promise<AreaProblem[]> {
  if (rowRules === null && columnRules === null) return []
  const { checkConsistency } = await import('@parlance/sql')
  return checkConsistency({ rowRules, columnRules }).map((problem) => toProblem(toFinding(problem), null))
}

function toProblem(finding: Finding, database: string | null): AreaProblem {
  const { subject: _, isAbsent: __, message: text, ...problem } = finding
  return { ...problem, ...wireMessage(text), database }
}

const otherText = message(
  "This has a problem in another database of the application, which you don't have access to. Ask an administrator.",
)

function shown({ connectionId, name }: TestedDatabase, isVisible: IsVisible): Shown {
  return isVisible(connectionId)
    ? { name, isVisible: true }
    : { name: areaRuleTexts.otherDatabase.text, isVisible: false }
}

const noDatabaseText = message('This application has no tested database, so nothing was checked.')

function opinions(proven: Proven[]): Map<string, Opinion[]> {
  const bySubject = new Map<string, Opinion[]>()
  for (const { proof, ...database } of proven) {
    for (const [subject, findings] of Map.groupBy(proof.findings, (finding) => finding.subject)) {
      const known = bySubject.get(subject) ?? []
      bySubject.set(subject, known)
      known.push({ database, findings })
    }
  }
  return bySubject
}

/** Merges the databases' findings on one subject. A database without the table is ignored, unless none has it. */
function merge(all: Opinion[], proven: Proven[]): AreaProblem[] {
  const absent = all.filter(({ findings }) => findings.some(({ isAbsent }) => isAbsent))
  const asked = proven.length - absent.length
  if (asked === 0) return once(all, proven.length)
  const opinionsOfAsked = all.filter((opinion) => !absent.includes(opinion))
  const failing = opinionsOfAsked.filter(({ findings }) => findings.some(({ severity }) => severity === 'error'))
  const problems = once(opinionsOfAsked, proven.length)
  return failing.length === asked ? problems : problems.map((problem) => ({ ...problem, severity: 'warning' }))
}

/**
 * Lists each problem once, without a database name if all databases agree. A message may contain names that exist only
 * in its database, so a generic text replaces it if the caller may not know that database.
 */
function once(all: Opinion[], databases: number): AreaProblem[] {
  const knownMessages = new Set(
    all.flatMap(({ database, findings }) =>
      database.isVisible ? findings.map((finding) => formatMessage(finding.message)) : [],
    ),
  )
  const seen = new Map<string, { finding: Finding; names: string[] }>()
  for (const { database, findings } of all) {
    for (const found of findings) {
      const finding = knownMessages.has(formatMessage(found.message)) ? found : { ...found, message: otherText }
      const key = JSON.stringify([finding.severity, finding.part, formatMessage(finding.message), finding.position])
      const known = seen.get(key) ?? { finding, names: [] }
      seen.set(key, known)
      known.names.push(database.name)
    }
  }
  return [...seen.values()].flatMap(({ finding, names }) => {
    const named = names.length >= databases ? [null] : new Set(names)
    return [...named].map((database) => toProblem(finding, database))
  })
}

/** Lists each table that no database has, and summarizes the tables that one of several databases lacks in one line. */
function absences(draft: AreaDraft, proven: Proven[]): AreaProblem[] {
  const holders = new Map(draft.tables.map(({ name }) => [name, proven.length]))
  for (const { proof } of proven) for (const name of proof.absent) holders.set(name, (holders.get(name) ?? 0) - 1)
  const nowhere = proven.length === 0 ? [] : [...holders].filter(([, count]) => count === 0).map(([name]) => name)
  const somewhere = proven.flatMap(({ name: database, proof }) => {
    const names = proof.absent.filter((name) => (holders.get(name) ?? 0) > 0)
    return names.length === 0
      ? []
      : [
          tableWarning(
            null,
            message('Not in this database: {tables}.', { tables: listNames(names, mostNames) }),
            database,
          ),
        ]
  })
  const text = message('No tested database of this application has this table. Questions that need it are refused.')
  return [...nowhere.map((name) => tableWarning(name, text, null)), ...somewhere]
}

/** The most names to list in a message. */
const mostNames = 5

function unreadProblem({ name, isVisible }: Shown): AreaProblem {
  const text = isVisible
    ? message('The tables of {database} could not be read, so nothing was checked there.', { database: name })
    : message('The tables of another database could not be read, so nothing was checked there.')
  return tableWarning(null, text, name)
}

function tableWarning(table: string | null, text: Message, database: string | null): AreaProblem {
  const place = { section: 'tables', rule: null, table, part: 'table', position: null, database } as const
  return { severity: 'warning', ...place, ...wireMessage(text) }
}
