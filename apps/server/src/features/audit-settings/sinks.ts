import { randomUUID } from 'node:crypto'
import {
  message,
  messageSchema,
  type AuditChange,
  type AuditSink,
  type AuditSinkSettings,
  type SaveAuditSink,
} from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { changesBetween, hiddenChange, type AuditService } from '../audit/service.ts'
import { sealSinkSecret } from './sink-secret.ts'
import { findSink, listSinks, settingsOf, type SinkRow } from './sink-store.ts'

const mostSinks = 2

/** The systems that receive the audit log. */
export interface Sinks {
  list(): Promise<AuditSink[]>
  /** @throws AppError not_found */
  require(id: string): Promise<SinkRow>
  /** A new sink receives what happens from now on. @throws AppError conflict if there are two, bad_request */
  add(admin: Principal, request: SaveAuditSink): Promise<void>
  /** @throws AppError not_found, bad_request */
  change(admin: Principal, id: string, request: SaveAuditSink): Promise<void>
  /** @throws AppError not_found */
  remove(admin: Principal, id: string): Promise<void>
}

export function createSinks({ store, now, keys }: AppContext, audit: AuditService): Sinks {
  const sealed = (id: string, secret: string) => sealSinkSecret(keys, id, secret)

  async function require(id: string): Promise<SinkRow> {
    const row = await findSink(store.db, id)
    if (row === null) throw new AppError('not_found')
    return row
  }

  return {
    list: async () => Promise.all((await listSinks(store.db)).map((row) => present(audit, row))),
    require,
    add: async (admin, request) => {
      requireSecret(request, false)
      const id = randomUUID()
      const moment = now().toISOString()
      const row: SinkRow = {
        id,
        ...storedFields(request),
        secret: request.secret === undefined ? null : sealed(id, request.secret),
        cursor_at: moment,
        cursor_id: '',
        sent_at: null,
        leased_by: null,
        leased_until: null,
        created_at: moment,
        updated_at: moment,
      }
      await store.transaction(async (transaction) => {
        if ((await listSinks(transaction)).length >= mostSinks) throw new AppError('conflict', { detail: twoText })
        await transaction.insertInto('audit_sinks').values(row).execute()
      })
      await record(audit, 'audit.create-sink', admin, row)
    },
    change: async (admin, id, request) => {
      const before = await require(id)
      requireSecret(request, before.secret !== null)
      const { secret } = request
      const after: SinkRow = {
        ...before,
        ...storedFields(request),
        secret: secret === undefined ? before.secret : sealed(id, secret),
        updated_at: now().toISOString(),
      }
      const { secret: stored, updated_at } = after
      const changed = { ...storedFields(request), secret: stored, updated_at }
      await store.db.updateTable('audit_sinks').set(changed).where('id', '=', id).execute()
      const changes = changesBetween(shown(before), shown(after))
      const all = secret === undefined ? changes : [...changes, hiddenChange('secret')]
      await record(audit, 'audit.update-sink', admin, after, all)
    },
    remove: async (admin, id) => {
      const row = await require(id)
      await store.db.deleteFrom('audit_sinks').where('id', '=', id).execute()
      await record(audit, 'audit.delete-sink', admin, row)
    },
  }
}

async function present(audit: AuditService, row: SinkRow): Promise<AuditSink> {
  const [waiting] = await audit.readAfter({ at: row.cursor_at, id: row.cursor_id }, { limit: 1 })
  return {
    sink_id: row.id,
    settings: settingsOf(row),
    is_active: row.is_active === 1,
    has_secret: row.secret !== null,
    sent_at: row.sent_at,
    waiting_since: waiting?.at ?? null,
    last_error: row.last_error === null ? null : messageSchema.parse(JSON.parse(row.last_error)),
    failed_at: row.failed_at,
    next_try_at: row.next_try_at,
  }
}

/** What a form decides. A saved change is tried at once. */
function storedFields({ settings, is_active: isActive }: SaveAuditSink) {
  return {
    kind: settings.kind,
    is_active: isActive ? 1 : 0,
    settings: JSON.stringify(settings),
    failures: 0,
    last_error: null,
    failed_at: null,
    next_try_at: null,
  } as const
}

function record(
  audit: AuditService,
  action: 'audit.create-sink' | 'audit.update-sink' | 'audit.delete-sink',
  admin: Principal,
  row: SinkRow,
  changes: AuditChange[] = [],
): Promise<void> {
  const target = { targetKind: 'sink', targetId: row.id, targetName: addressOf(settingsOf(row)) } as const
  return audit.record({ action, outcome: 'allowed', userId: admin.userId, ...target, changes })
}

function shown(row: SinkRow) {
  return { target: addressOf(settingsOf(row)), is_active: row.is_active === 1 }
}

const twoText = message('The audit log can be sent to at most two systems. Delete one first.')

/** @throws AppError bad_request for a webhook without a secret */
function requireSecret({ settings, secret }: SaveAuditSink, hasStored: boolean): void {
  if (settings.kind !== 'webhook' || secret !== undefined || hasStored) return
  throw new AppError('bad_request', { detail: message('Enter a secret, with which the webhook checks the sender.') })
}

function addressOf(settings: AuditSinkSettings): string {
  return settings.kind === 'webhook'
    ? settings.url.slice(0, 200)
    : `${settings.transport}://${settings.host}:${settings.port}`
}
