/** The process that opens SQLite databases. It runs one job at a time and may be killed at any moment. */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { fileIdentity, openReadOnly, type OpenDatabase } from './database.ts'
import { describeFailure } from './errors.ts'
import { countTables, introspectTables } from './introspect.ts'
import { openInMemory } from './memory.ts'
import { initialCredit, type CheckStage, type Reply, type Request } from './protocol.ts'
import { runQuery, type Batch, type Job } from './query.ts'
import { listTables, refuseHarmful, removeLogNote } from './uploaded-file.ts'

const harmlessFailures = new Set(['syntax', 'missing-object', 'permission'])

let open: OpenDatabase | null = null
let batches: Iterator<Batch> | null = null
let credit = 0
let current: { path: string; sql: string | null } = { path: '', sql: null }

process.on('message', (request: Request) => {
  try {
    handle(request)
  } catch (error) {
    batches = null
    const failure = describeFailure(error, current.path, current.sql)
    // After a failed read, the engine's cached data may be as wrong as the file was.
    if (!harmlessFailures.has(failure.kind)) closeDatabase()
    send({ type: 'failed', failure })
  }
})
process.on('disconnect', () => process.exit(0))
// The parent sends its own id: by now it may be gone, and this process reparented.
new Worker(new URL('./watchdog.mjs', import.meta.url), { workerData: process.argv[2] }).unref()
// The server and its other users go first when statements take every processor.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
send({ type: 'ready' })
flushCompileCache()

function handle(request: Request): void {
  if (request.type === 'next') {
    credit += request.count
    return pump()
  }
  if (request.type === 'close') return closeDatabase()
  if (request.type === 'compute') {
    closeDatabase()
    current = { path: ':memory:', sql: request.sql }
    open = { db: openInMemory(request.tables), path: ':memory:', identity: '' }
    return start(runQuery(open.db, request))
  }
  if (request.type === 'inspect') return inspect(request)
  current = { path: request.path, sql: request.type === 'run' ? request.sql : null }
  const database = useDatabase(request.path, request.busyMs)
  if (request.type === 'check') return check(database, request.stage)
  start(
    request.type === 'run' ? runQuery(database.db, request) : { columns: [], batches: introspectTables(database.db) },
  )
}

function start(job: Job): void {
  batches = job.batches
  credit = initialCredit
  send({ type: 'head', columns: job.columns })
  pump()
}

function pump(): void {
  while (batches && credit > 0) {
    const next = batches.next()
    if (next.done) return void (batches = null)
    credit -= 1
    if (next.value.end) endJob()
    send('items' in next.value ? { type: 'batch', ...next.value } : { type: 'rows', ...next.value })
  }
}

/** A result's rows are not kept for longer than the job that reads them. */
function endJob(): void {
  batches = null
  if (open?.path === ':memory:') closeDatabase()
}

function useDatabase(path: string, busyMs: number): OpenDatabase {
  batches = null
  if (open && (open.path !== path || open.identity !== fileIdentity(path))) closeDatabase()
  open ??= openReadOnly(path, busyMs)
  open.db.setAuthorizer(null)
  return open
}

function closeDatabase(): void {
  batches = null
  open?.db.close()
  open = null
}

function check({ db }: OpenDatabase, stage: CheckStage): void {
  // Reading the version forces the engine to read and check the file's header.
  db.prepare('PRAGMA schema_version').all()
  if (stage === 'read-only') proveReadOnly(db)
  const tableCount = stage === 'list-tables' ? countTables(db) : 0
  send({ type: 'checked', engine: `SQLite ${process.versions.sqlite}`, tableCount })
}

function inspect({ path, name, isOwn }: Extract<Request, { type: 'inspect' }>): void {
  closeDatabase()
  current = { path: name, sql: null }
  const hadLog = removeLogNote(path)
  const { db } = useDatabase(path, 0)
  if (!isOwn) refuseHarmful(db)
  send({ type: 'inspected', tables: listTables(db), hadLog })
}

function proveReadOnly(db: OpenDatabase['db']): void {
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch {
    return
  }
  db.exec('ROLLBACK')
  throw new Error('The database file could not be opened read-only.')
}

function send(reply: Reply): void {
  process.send?.(reply)
}
