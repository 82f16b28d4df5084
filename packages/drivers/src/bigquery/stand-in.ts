import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Cell } from '@parlance/contract'
import { GoogleRefusal, startGoogle, type GoogleRequest } from '../testing/google-stand-in.ts'
import { SqlModel, type Answer } from '../testing/stand-ins/sql-model.ts'
import { createInformationSchema, toSqlite } from './stand-in-sql.ts'
import type { FieldSchema } from './types.ts'

/** A statement's answer in the API's format, for features that the embedded engine behind the stand-in lacks. */
export interface Fixture {
  fields: FieldSchema[]
  rows: unknown[][]
  /** Bytes that the dry run reports. */
  bytes?: number
}

interface StandInJob {
  answer: Answer | Fixture
  pages: Iterator<unknown> | null
  isRunning: boolean
  /** Resolves when the job is stopped. */
  stopped: PromiseWithResolvers<void>
  reason: string | null
}

interface QueryConfiguration {
  query: string
  queryParameters?: { parameterType: { type: string }; parameterValue: { value?: string } }[]
  maximumBytesBilled?: string
}

interface JobBody {
  jobReference: { jobId: string; location?: string }
  configuration: { dryRun?: boolean; jobTimeoutMs?: string; query: QueryConfiguration }
}

const base = '/bigquery/v2/projects/stand-in'
const region = 'europe-west3'
export const endless = 'SELECT COUNT(*) FROM UNNEST(GENERATE_ARRAY(1, 1000000)) a, UNNEST(GENERATE_ARRAY(1, 1000000)) b'

/** Starts a server that speaks the parts of the BigQuery API v2 for query jobs, their results and the dataset. */
export async function startBigquery(fixtures: Record<string, Fixture>) {
  const model = new SqlModel(toSqlite)
  createInformationSchema(model.database)
  const jobs = new Map<string, StandInJob>()
  const state = {
    access: [] as object[],
    refusal: null as GoogleRefusal | null,
    bodies: [] as JobBody[],
    /** Whether a page of results never ends. */
    floods: false,
  }

  function answer({ method, url, body }: GoogleRequest, isGone: () => boolean): unknown {
    if (state.refusal) throw state.refusal
    const path = url.pathname
    if (!path.startsWith(`${base}/`)) {
      throw new GoogleRefusal(
        403,
        'PERMISSION_DENIED',
        'Access Denied: Project: User does not have access',
        'accessDenied',
      )
    }
    const rest = path.slice(base.length)
    if (rest === '/datasets/suite') return { location: region, access: state.access }
    if (rest === '/datasets/suite/tables') return { totalItems: 5, tables: [] }
    if (rest === '/jobs' && method === 'POST') return insertJob(JSON.parse(body) as JobBody)
    const [, kind, id = '', action] = /^\/(jobs|queries)\/([\w-]+)(\/cancel)?$/.exec(rest) ?? []
    const job = jobs.get(id)
    if (!job || url.searchParams.get('location') !== region) {
      throw new GoogleRefusal(404, 'NOT_FOUND', `Not found: ${rest}`, 'notFound')
    }
    if (action) return stop(job, 'stopped')
    return kind === 'queries'
      ? readResults(job, url, isGone)
      : { status: { state: job.isRunning ? 'RUNNING' : 'DONE' } }
  }

  function insertJob(body: JobBody): unknown {
    state.bodies.push(body)
    const { query, dryRun, jobTimeoutMs } = { ...body.configuration, ...body.configuration }
    const { statementType, answer: found } = analyse(query)
    const jobReference = { projectId: 'stand-in', location: region, ...(!dryRun && { jobId: body.jobReference.jobId }) }
    const bytes = 'fields' in found ? (found.bytes ?? 1024) : 1024
    const statistics = { totalBytesProcessed: String(bytes), query: { statementType } }
    if (dryRun) return { jobReference, statistics, status: { state: 'DONE' } }
    if (bytes > Number(query.maximumBytesBilled ?? Infinity)) {
      throw new GoogleRefusal(
        400,
        'INVALID_ARGUMENT',
        'Query exceeded limit for bytes billed',
        'bytesBilledLimitExceeded',
      )
    }
    const isEndless = 'kind' in found && found.kind === 'endless'
    const job = {
      answer: found,
      pages: null,
      isRunning: isEndless,
      stopped: Promise.withResolvers<void>(),
      reason: null,
    }
    jobs.set(body.jobReference.jobId, job)
    if (isEndless) setTimeout(() => stop(job, 'timeout'), Number(jobTimeoutMs)).unref()
    return { jobReference, statistics, status: { state: isEndless ? 'RUNNING' : 'DONE' } }
  }

  function analyse(query: QueryConfiguration): { statementType: string; answer: Answer | Fixture } {
    const sql = query.query
    const fixture = fixtures[sql]
    if (fixture) return { statementType: 'SELECT', answer: fixture }
    const statementType = typeOf(sql)
    if (statementType !== 'SELECT') return { statementType, answer: { kind: 'rows', columns: [], rows: [] } }
    if (sql === endless) return { statementType, answer: { kind: 'endless' } }
    if (/REPEAT\('x', 150000000\)/.test(sql)) {
      throw invalid('Output of REPEAT exceeds max allowed output size of 1MB')
    }
    const found = model.answer(sql, (query.queryParameters ?? []).map(parameterValue))
    if (found.kind === 'failure') throw describeProblem(found, sql)
    return { statementType, answer: found }
  }

  const google = await startGoogle((request, response) => {
    if (state.floods && request.url.pathname.startsWith(`${base}/queries/`)) return flood(response)
    return answer(request, () => response.destroyed)
  })
  return {
    ...google,
    state,
    countRunning: () => [...jobs.values()].filter((job) => job.isRunning).length,
  }
}

/** Sends the beginning of a page and then rows until the client stops reading. */
async function flood(response: ServerResponse): Promise<null> {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"jobComplete":true,"schema":{"fields":[{"name":"n","type":"STRING"}]},"rows":[')
  const rows = Buffer.from('{"f":[{"v":"x"}]},'.repeat(20_000))
  while (!response.destroyed) {
    if (!response.write(rows)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  return null
}

/** The statement type as the service reports it; SCRIPT for more than one statement. */
function typeOf(sql: string): string {
  if (/;\s*\S/.test(sql.replaceAll(/`(?:\\.|[^`])*`|'(?:\\.|[^'])*'/g, ''))) return 'SCRIPT'
  const [word = '', second = ''] = sql
    .trim()
    .toUpperCase()
    .split(/[\s(]+/)
  if (word === 'SELECT' || word === 'WITH' || word === '') return 'SELECT'
  const types: Record<string, string> = {
    CREATE: `CREATE_${second === 'TEMP' ? 'TABLE' : second}`,
    DROP: `DROP_${second}`,
    EXPORT: 'EXPORT_DATA',
    TRUNCATE: 'TRUNCATE_TABLE',
    BEGIN: 'SCRIPT',
  }
  const known = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'CALL', 'EXECUTE']
  if (known.includes(word)) return word
  return types[word] ?? 'SELECT'
}

async function readResults(job: StandInJob, url: URL, isGone: () => boolean): Promise<unknown> {
  if (job.isRunning) {
    const waited = Promise.withResolvers<void>()
    const timer = setTimeout(waited.resolve, Number(url.searchParams.get('timeoutMs')))
    await Promise.race([job.stopped.promise, waited.promise])
    clearTimeout(timer)
    if (job.isRunning || isGone()) return { jobComplete: false }
  }
  if (job.reason !== null) {
    throw new GoogleRefusal(400, 'CANCELLED', 'Job execution was cancelled: User requested cancellation', job.reason)
  }
  job.pages ??= rowsOf(job.answer)
  const count = Number(url.searchParams.get('maxResults'))
  const rows: unknown[] = []
  let bytes = 0
  let isLast = false
  // The service ends a page at about 20 MB, whatever size was requested.
  while (rows.length < count && bytes < 20_000_000 && !isLast) {
    const next = job.pages.next()
    if (next.done) isLast = true
    else {
      rows.push(next.value)
      bytes += JSON.stringify(next.value).length
    }
  }
  const schema = { fields: fieldsOf(job.answer, rows[0]) }
  return { jobComplete: true, schema, rows, ...(!isLast && { pageToken: 'next' }) }
}

function stop(job: StandInJob, reason: string): object {
  if (job.isRunning) {
    job.isRunning = false
    job.reason = reason
    job.stopped.resolve()
  }
  return { kind: 'bigquery#jobCancelResponse', job: { status: { state: 'DONE' } } }
}

function* rowsOf(answer: Answer | Fixture): Iterator<unknown> {
  const rows: Iterable<unknown[]> = 'rows' in answer ? answer.rows : []
  for (const row of rows) yield { f: row.map((value) => ({ v: wireValue(value) })) }
}

/** The API sends every scalar as text. */
function wireValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
}

function fieldsOf(answer: Answer | Fixture, first: unknown): FieldSchema[] {
  if ('fields' in answer) return answer.fields
  const row = (first as { f: { v: unknown }[] } | undefined)?.f ?? []
  return answer.kind !== 'rows'
    ? []
    : answer.columns.map(({ name, type }, index) => ({
        name: name || `f${index}_`,
        type: typeOfColumn(type, row[index]?.v),
        mode: 'NULLABLE',
      }))
}

function typeOfColumn(declared: string, value: unknown): string {
  if (/INT/.test(declared)) return 'INTEGER'
  if (/CHAR|TEXT/.test(declared)) return 'STRING'
  if (/DEC/.test(declared)) return 'NUMERIC'
  if (/DATE/.test(declared)) return 'DATE'
  return value === undefined || value === null || (typeof value === 'string' && /^-?\d+$/.test(value))
    ? 'INTEGER'
    : 'STRING'
}

function parameterValue(parameter: { parameterType: { type: string }; parameterValue: { value?: string } }): Cell {
  const { value } = parameter.parameterValue
  if (value === undefined) return null
  return parameter.parameterType.type === 'STRING' ? value : Number(value)
}

function invalid(message: string): GoogleRefusal {
  return new GoogleRefusal(400, 'INVALID_ARGUMENT', message, 'invalidQuery')
}

/** An error in the service's own words, with the position counted as the service counts it. */
function describeProblem({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): GoogleRefusal {
  const before = sql.slice(0, Math.max(0, sql.indexOf(near)))
  const lines = before.split('\n')
  const place = `at [${lines.length}:${Array.from(lines.at(-1) ?? '').length + 1}]`
  if (problem === 'table') {
    const message = `Not found: Table stand-in:suite.${near} was not found in location ${region}`
    return new GoogleRefusal(404, 'NOT_FOUND', message, 'notFound')
  }
  if (problem === 'column') return invalid(`Unrecognized name: ${near} ${place}`)
  if (problem === 'function') return invalid(`Function not found: ${near} ${place}`)
  if (near === '') return invalid(`Syntax error: Unexpected end of script at [1:${sql.length + 1}]`)
  return invalid(`Syntax error: Unexpected identifier "${near}" ${place}`)
}
