import { evaluationLimits, listedImportErrors, message } from '@parlance/contract'
import type { CsvQuestion } from '@parlance/evaluation'
import type {
  AddExamplesResponse,
  CheckEvaluationFileRequest,
  ExpectedRows,
  ImportEvaluationRequest,
  ImportEvaluationResponse,
  Message,
} from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { ActingPlace } from '../areas/service.ts'
import type { EvaluationCore } from './core.ts'
import { addQuestions, checkSql, dayOf, keyOf, requireShape, rowOf } from './question-rows.ts'
import type { NewQuestion } from './question-rows.ts'
import type { SetPlace } from './questions.ts'
import { listKeys } from './store/question-store.ts'
import type { SetDetails } from './store/set-store.ts'

/** Queries that are proven at the same time. */
const provenAtOnce = 4

export interface FillingService {
  /**
   * Adds the questions of a file, or none if one of them has an error. They wait for approval.
   * @param signal stops between two questions
   * @throws AppError as the checks of a preview refuse
   */
  importFile(
    principal: Principal,
    place: SetPlace,
    request: ImportEvaluationRequest,
    signal: AbortSignal,
  ): Promise<ImportEvaluationResponse>
  /**
   * Checks the questions of a file for a new set of the area. Stores nothing.
   * @throws AppError as the checks of a preview refuse
   */
  checkFile(
    principal: Principal,
    areaId: string,
    request: CheckEvaluationFileRequest,
    signal: AbortSignal,
  ): Promise<ImportEvaluationResponse>
  /** Adds the area's approved examples that the caller may decide about. They are approved already. */
  addExamples(principal: Principal, place: SetPlace, signal: AbortSignal): Promise<AddExamplesResponse>
}

/** A question of a file, and where it is. */
interface FileQuestion extends NewQuestion {
  line: number | null
}

interface FileError {
  line: number | null
  question: string | null
  message: Message
}

export function createFillingService(core: EvaluationCore): FillingService {
  async function placeOf(principal: Principal, set: SetDetails): Promise<ActingPlace> {
    return core.ownPlace(principal, set.area_id, core.requireConnection(set))
  }

  async function proveAll(
    place: ActingPlace,
    set: Pick<SetDetails, 'area_id' | 'today'>,
    questions: FileQuestion[],
    signal: AbortSignal,
  ): Promise<FileError[]> {
    const today = set.today ?? dayOf(core.context.now())
    const errors: { at: number; error: FileError }[] = []
    const waiting = questions.entries()
    const provers = Array.from({ length: provenAtOnce }, async () => {
      for (const [at, { line, question, expectedSql, expectedRows }] of waiting) {
        signal.throwIfAborted()
        try {
          if (expectedRows !== null) requireShape(expectedRows)
          if (expectedSql !== null) await checkSql(place, { areaId: set.area_id, sql: expectedSql, today })
        } catch (error) {
          if (!(error instanceof AppError) || !isAboutSql(error)) throw error
          errors.push({ at, error: { line, question, message: error.text } })
        }
      }
    })
    await Promise.all(provers)
    return errors.toSorted((one, other) => one.at - other.at).map(({ error }) => error)
  }

  /** Reads a file and proves its SQL. `fresh` are the questions to add. */
  async function check(
    place: ActingPlace,
    set: Pick<SetDetails, 'area_id' | 'today'> & { keys: Set<string> },
    request: CheckEvaluationFileRequest,
    signal: AbortSignal,
  ): Promise<{ answer: ImportEvaluationResponse; fresh: FileQuestion[] }> {
    const nothing = { added: 0, found: 0, known: 0, error_count: 1 }
    const read = await readFile(request)
    if ('error' in read) return { answer: { ...nothing, databases: [], errors: [read.error] }, fresh: [] }
    const { databases } = read
    const missing = missingDatabase(request, databases)
    if (missing !== null) return { answer: { ...nothing, databases, errors: [missing] }, fresh: [] }
    const { fresh, known } = withoutKnown(read.questions, set.keys)
    const errors = await proveAll(place, set, fresh, signal)
    const found = { added: 0, found: read.questions.length, known, databases }
    const answer = { ...found, error_count: errors.length, errors: errors.slice(0, listedImportErrors) }
    return { answer, fresh: errors.length > 0 ? [] : fresh }
  }

  return {
    checkFile: async (principal, areaId, request, signal) => {
      await core.areas.getEditable(principal, areaId)
      const place = await core.ownPlace(principal, areaId, null)
      return (await check(place, { area_id: areaId, today: null, keys: new Set() }, request, signal)).answer
    },
    importFile: async (principal, { areaId, setId }, request, signal) => {
      const set = await core.requireSet(principal, areaId, setId)
      const place = await placeOf(principal, set)
      const keys = await listKeys(core.context.store.db, setId)
      const { answer, fresh } = await check(place, { ...set, keys }, request, signal)
      if (request.dry_run || fresh.length === 0) return answer
      const rows = fresh.map((question) => rowOf(core, { setId, by: principal.userId, question }))
      await addQuestions(core, setId, rows)
      return { ...answer, added: rows.length }
    },
    addExamples: async (principal, { areaId, setId }, signal) => {
      const set = await core.requireSet(principal, areaId, setId)
      const place = await placeOf(principal, set)
      const approved = await core.examples.list(principal, { status: 'approved', areaId }, signal)
      const all = approved
        .filter(({ may_decide, database_config_id }) => may_decide && database_config_id === place.connectionId)
        .map(({ question, sql_query: expectedSql }): FileQuestion => ({
          ...withoutLine,
          question,
          tags: [],
          expectedSql,
          source: 'example',
          approvedBy: principal.userId,
        }))
      const { fresh, known } = withoutKnown(all, await listKeys(core.context.store.db, setId))
      // Approving an example removes values that its question doesn't name, so it no longer gives the right rows.
      const whole = fresh.filter(({ expectedSql }) => !expectedSql?.includes("'?'"))
      const refused = new Set((await proveAll(place, set, whole, signal)).map(({ question }) => question))
      const usable = whole.filter(({ question }) => !refused.has(question))
      const rows = usable.map((question) => rowOf(core, { setId, by: principal.userId, question }))
      if (rows.length > 0) await addQuestions(core, setId, rows)
      return { added: rows.length, known, refused: fresh.length - rows.length }
    },
  }
}

/** Errors of one query. Others, such as an unreachable database, end the whole import. */
function isAboutSql({ code }: AppError): boolean {
  return code === 'query_refused' || code === 'bad_request'
}

const withoutLine = { line: null, expectedRows: null }

type ReadFile = { questions: FileQuestion[]; databases: { db_id: string; questions: number }[] } | { error: FileError }

async function readFile({
  format,
  text,
  file_name: fileName,
  db_id: wanted,
}: CheckEvaluationFileRequest): Promise<ReadFile> {
  const { FormatError, parseQuestionCsv, readBenchmarkQuestions } = await import('@parlance/evaluation')
  try {
    if (format === 'csv')
      return { questions: parseQuestionCsv(text, fileName ?? 'questions.csv').map(ofCsv), databases: [] }
    const all = readBenchmarkQuestions(format, text, fileName ?? `${format}.json`)
    const counts = new Map<string, number>()
    for (const { database } of all) counts.set(database, (counts.get(database) ?? 0) + 1)
    const databases = [...counts].map(([db_id, questions]) => ({ db_id, questions }))
    const questions = all
      .filter(({ database }) => database === wanted)
      .map(({ question, context, expectedSql, tags }): FileQuestion => ({
        ...withoutLine,
        question,
        context,
        tags,
        expectedSql,
        source: format,
      }))
    return { questions, databases }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { error: { line: null, question: null, message: error.detail } }
  }
}

function ofCsv({ line, question, expectedSql, expectedRows, tags }: CsvQuestion): FileQuestion {
  return {
    line,
    question,
    expectedSql,
    expectedRows: expectedRows === null ? null : rowsOf(expectedRows),
    tags: tags.slice(0, evaluationLimits.tags),
    source: 'csv',
  }
}

function rowsOf({
  columns,
  rows,
}: {
  columns: readonly { name: string }[]
  rows: readonly ExpectedRows['rows'][number][]
}) {
  return { columns: columns.map(({ name }) => name), rows: [...rows], ordered: false }
}

function missingDatabase(
  { format, db_id: wanted }: CheckEvaluationFileRequest,
  databases: { db_id: string }[],
): FileError | null {
  if (format === 'csv' || databases.some(({ db_id }) => db_id === wanted)) return null
  const text =
    wanted === undefined
      ? message('Choose the database whose questions you want to add.')
      : message('The file has no questions of the database {name}. Choose another one.', { name: wanted })
  return { line: null, question: null, message: text }
}

/** Leaves out questions that the set or an earlier line has. */
function withoutKnown(questions: FileQuestion[], keys: Set<string>): { fresh: FileQuestion[]; known: number } {
  const seen = new Set(keys)
  const fresh = questions.filter(({ question, context }) => {
    const key = keyOf(question, context ?? null)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return { fresh, known: questions.length - fresh.length }
}
