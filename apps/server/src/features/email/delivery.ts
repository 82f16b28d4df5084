import { AsyncResource } from 'node:async_hooks'
import type { AppContext } from '../../context/context.ts'
import type { OutgoingMailRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import { claimMail, hasMails, nextMailAt, openMail, postponeMail, removeMail } from './outbox.ts'
import type { SealedMail } from './outbox.ts'
import { describeSmtpFailure } from './smtp-failure.ts'

const atOnce = 4
/** Milliseconds between checks of the store for emails that another process left behind. */
const pollMs = 15_000

/** Sends queued emails. Each is sent by one process. */
export interface MailDelivery {
  /** Sends everything that is due now or becomes due later. */
  wake(): void
  /** Resolves when no email is waiting or being sent. */
  settled(): Promise<void>
  /** Aborts running deliveries. The emails stay in the store for this server's next start or for another server. */
  close(): Promise<void>
}

export interface MailDeliveryOptions {
  /** Milliseconds before each retry. After the last one an email is dropped. */
  retryDelaysMs: number[]
  audit: Pick<AuditService, 'record'>
  /** Delivers one email. */
  deliver: (id: string, mail: SealedMail, signal: AbortSignal) => Promise<void>
}

export function createMailDelivery(
  context: Pick<AppContext, 'store' | 'keys' | 'now' | 'log'>,
  options: MailDeliveryOptions,
): MailDelivery {
  return new StoredMailDelivery(context, options)
}

class StoredMailDelivery implements MailDelivery {
  readonly #context: Pick<AppContext, 'store' | 'keys' | 'now' | 'log'>
  readonly #options: MailDeliveryOptions
  readonly #stop = new AbortController()
  /** Deliveries belong to no request, so their records must not name the request that woke this up. */
  readonly #outside = new AsyncResource('mail-delivery')
  readonly #sending = new Set<Promise<void>>()
  #claiming: Promise<void> | null = null
  #isWanted = false
  #timer: NodeJS.Timeout | null = null
  #round = Promise.withResolvers<void>()

  constructor(context: Pick<AppContext, 'store' | 'keys' | 'now' | 'log'>, options: MailDeliveryOptions) {
    this.#context = context
    this.#options = options
  }

  wake(): void {
    if (this.#stop.signal.aborted) return
    this.#isWanted = true
    this.#claiming ??= this.#outside.runInAsyncScope(() => this.#claim())
  }

  async settled(): Promise<void> {
    for (;;) {
      const round = this.#round.promise
      if (this.#stop.signal.aborted || !(await hasMails(this.#context.store.db))) return
      this.wake()
      await round
    }
  }

  async close(): Promise<void> {
    this.#stop.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#claiming
    await Promise.all(this.#sending)
    this.#endRound()
  }

  async #claim(): Promise<void> {
    const { store, now, log } = this.#context
    try {
      while (this.#isWanted && !this.#stop.signal.aborted) {
        this.#isWanted = false
        while (this.#sending.size < atOnce && !this.#stop.signal.aborted) {
          const mail = await claimMail(store.db, now())
          if (mail === null) break
          this.#begin(mail)
        }
      }
      if (!this.#stop.signal.aborted) this.#wakeIn(await this.#pause())
    } catch (error) {
      log.error({ err: error }, 'could not read the queued emails')
      this.#wakeIn(pollMs)
    } finally {
      this.#claiming = null
    }
  }

  #begin(mail: OutgoingMailRow): void {
    const sending = this.#send(mail)
      .catch((error: unknown) => this.#context.log.error({ err: error }, 'could not update a queued email'))
      .finally(() => {
        this.#sending.delete(sending)
        this.#endRound()
        this.wake()
      })
    this.#sending.add(sending)
  }

  async #send(row: OutgoingMailRow): Promise<void> {
    const { store, keys, now } = this.#context
    const { signal } = this.#stop
    try {
      await this.#options.deliver(row.id, openMail(row, keys), signal)
    } catch (error) {
      // This try does not count, because the server was stopped and the email was not refused.
      if (signal.aborted) return postponeMail(store.db, row.id, { tries: row.tries, nextTryAt: now() })
      return this.#fail(row, error)
    }
    return removeMail(store.db, row.id)
  }

  async #fail(row: OutgoingMailRow, error: unknown): Promise<void> {
    const { store, log } = this.#context
    const { code, isTransient } = describeSmtpFailure(error)
    const tries = row.tries + 1
    const nextTryAt = isTransient ? this.#nextTry(row) : null
    log.error({ template: row.template, reason: code, tries, isLast: nextTryAt === null }, 'an email was not sent')
    if (nextTryAt !== null) return postponeMail(store.db, row.id, { tries, nextTryAt })
    const { template, user_id } = row
    const user = await store.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', user_id ?? '')
      .executeTakeFirst()
    await this.#options.audit.record({
      action: 'email.send',
      outcome: 'failed',
      userId: null,
      targetKind: 'user',
      targetId: user?.id ?? null,
      targetName: user?.email ?? null,
      detail: { template, reason: code, tries },
    })
    return removeMail(store.db, row.id)
  }

  /** Null if no try is left, or if the email's content would have expired by then. */
  #nextTry({ tries, valid_until }: OutgoingMailRow): Date | null {
    const delay = this.#options.retryDelaysMs[tries]
    if (delay === undefined) return null
    const moment = new Date(this.#context.now().getTime() + delay)
    return valid_until !== null && moment.toISOString() >= valid_until ? null : moment
  }

  async #pause(): Promise<number> {
    // If all places are busy, the next free one checks again at once.
    if (this.#sending.size >= atOnce) return pollMs
    const { store, now } = this.#context
    const next = await nextMailAt(store.db)
    return next === null ? pollMs : Math.min(pollMs, Math.max(0, next.getTime() - now().getTime()))
  }

  #wakeIn(milliseconds: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => this.wake(), milliseconds).unref()
  }

  #endRound(): void {
    this.#round.resolve()
    this.#round = Promise.withResolvers<void>()
  }
}
