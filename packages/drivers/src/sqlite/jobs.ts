import { message } from '@parlance/contract'
import type { Row } from '@parlance/contract'
import { DriverError, type JsonRows, type QueryOutcome, type QueryResult } from '../contract.ts'
import { withDeadline } from '../deadline.ts'
import type { SqliteChild } from './child-process.ts'
import { returnChild, takeChild } from './pool.ts'
import { initialCredit, type Reply, type Request } from './protocol.ts'

interface Limits {
  timeoutMs: number
  signal?: AbortSignal
}

interface Lease {
  child: SqliteChild
  end: () => void
}

/** The jobs of one connection in child processes. Jobs may run in parallel: each has its own child. */
export class SqliteJobs {
  readonly #path: string
  readonly #running = new Set<(reason: DriverError) => void>()
  readonly #closing = new AbortController()

  /** @param path the database file; a child that has it open is preferred */
  constructor(path: string) {
    this.#path = path
  }

  /** Ends all jobs. Later ones are refused. */
  close(): void {
    this.#closing.abort()
    for (const stop of this.#running) stop(new DriverError('cancelled', message('The connection was closed.')))
  }

  /** Starts a streaming job, which occupies its child until the stream ends, fails, or is abandoned. */
  async open(request: Request, limits: Limits): Promise<Stream> {
    const lease = await this.#lease(limits)
    try {
      lease.child.send(request)
      const { columns } = expectReply(await lease.child.receive(), 'head')
      return new Stream(lease, columns)
    } catch (error) {
      lease.end()
      throw error
    }
  }

  async withChild<Result>(limits: Limits, work: (child: SqliteChild) => Promise<Result>): Promise<Result> {
    const lease = await this.#lease(limits)
    try {
      return await work(lease.child)
    } finally {
      lease.end()
    }
  }

  async #lease({ timeoutMs, signal }: Limits): Promise<Lease> {
    const started = performance.now()
    const closing = this.#closing.signal
    this.#refuseWhenOver(signal)
    const stopWaiting = signal === undefined ? closing : AbortSignal.any([closing, signal])
    const child = await takeChild(this.#path, { timeoutMs, signal: stopWaiting })
    try {
      this.#refuseWhenOver(signal)
    } catch (error) {
      returnChild(child)
      throw error
    }
    const limits = { signal, timeoutMs: Math.max(1, timeoutMs - (performance.now() - started)) }
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      stopWatching()
      this.#running.delete(stop)
      returnChild(child)
    }
    // This frees its slot even if no one reads the result.
    const stop = (reason: DriverError) => {
      child.kill(reason)
      end()
    }
    const stopWatching = withDeadline(limits, stop)
    this.#running.add(stop)
    return { child, end }
  }

  #refuseWhenOver(signal: AbortSignal | undefined): void {
    if (this.#closing.signal.aborted) throw new DriverError('cancelled', message('The connection was closed.'))
    if (signal?.aborted) throw new DriverError('cancelled', message('The query was canceled.'))
  }
}

/** Batches that one message requests. Most results need no message. */
const requestedAtOnce = initialCredit / 2

type Piece = Extract<Reply, { type: 'batch' | 'rows' }>

/** The columns and batches of a streaming job. One reader reads it, in the form that it likes. */
class Stream {
  readonly columns: QueryResult['columns']
  readonly #pieces = this.#read()
  readonly outcome = (): QueryOutcome | null => this.#outcome
  #lease: Lease
  #outcome: QueryOutcome | null = null

  constructor(lease: Lease, columns: QueryResult['columns']) {
    this.#lease = lease
    this.columns = columns
  }

  /** What the child lists. */
  async *items(): AsyncGenerator<unknown[]> {
    for await (const piece of this.#pieces) if (piece.type === 'batch') yield piece.items
  }

  async *rows(): AsyncGenerator<Row[]> {
    for await (const { rows } of this.json()) yield JSON.parse(`[${rows}]`) as Row[]
  }

  async *json(): AsyncGenerator<JsonRows> {
    for await (const piece of this.#pieces) if (piece.type === 'rows') yield piece
  }

  async *#read(): AsyncGenerator<Piece> {
    const { child, end } = this.#lease
    let isComplete = false
    let received = 0
    try {
      while (!isComplete) {
        const piece = expectReply(await child.receive(), 'batch', 'rows')
        isComplete = piece.end !== null
        received += 1
        if (isComplete) this.#finish(piece.end)
        else if (received % requestedAtOnce === 0) child.send({ type: 'next', count: requestedAtOnce })
        if ((piece.type === 'batch' ? piece.items.length : piece.count) > 0) yield piece
      }
    } finally {
      if (!isComplete) child.kill(new DriverError('cancelled', message('The result was not read completely.')))
      end()
    }
  }

  #finish(outcome: QueryOutcome | null): void {
    this.#outcome = outcome
    this.#lease.end()
  }
}

/** @throws DriverError for a reply of another type */
export function expectReply<Type extends Reply['type']>(
  reply: Reply,
  ...types: Type[]
): Extract<Reply, { type: Type }> {
  if (!types.some((type) => type === reply.type)) {
    const text = message('The SQLite process sent {reply} instead of {expected}.', {
      reply: reply.type,
      expected: types.join(),
    })
    throw new DriverError('unknown', text)
  }
  return reply as Extract<Reply, { type: Type }>
}
