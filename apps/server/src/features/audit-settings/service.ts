import { randomUUID } from 'node:crypto'
import {
  message,
  type AuditEntry,
  type AuditRetention as RetentionRequest,
  type AuditSettings,
  type Message,
  type SaveAuditSink,
  type TestAuditSink,
} from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { createGuardedFetch } from '../../models/outbound.ts'
import { changesBetween, type AuditService } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import { createAuditRetention, type AuditRetention } from './retention.ts'
import { openSinkSecret } from './sink-secret.ts'
import { createSinks } from './sinks.ts'

export { sinkPurpose } from './sink-secret.ts'

/** How long the audit log is kept, and which other systems receive it. */
export interface AuditSettingsService {
  read(): Promise<AuditSettings>
  /** Takes effect with the next daily deletion. */
  keepFor(admin: Principal, request: RetentionRequest): Promise<AuditSettings>
  /** A new sink receives what happens from now on. @throws AppError conflict if there are two, bad_request */
  addSink(admin: Principal, request: SaveAuditSink): Promise<AuditSettings>
  /** @throws AppError not_found, bad_request */
  changeSink(admin: Principal, id: string, request: SaveAuditSink): Promise<AuditSettings>
  /** @throws AppError not_found */
  removeSink(admin: Principal, id: string): Promise<AuditSettings>
  /** Sends one record, and says what happened. */
  testSink(admin: Principal, request: TestAuditSink): Promise<{ success: boolean; text: Message }>
  retention: AuditRetention
  delivery: Delivery
  close(): Promise<void>
}

export interface AuditSettingsDependencies {
  audit: AuditService
  settings: Pick<SettingsService, 'get' | 'set'>
  /** Sends to webhooks. */
  fetchFrom?: typeof globalThis.fetch
}

export function createAuditSettings(
  context: AppContext,
  { audit, settings, fetchFrom = createGuardedFetch() }: AuditSettingsDependencies,
): AuditSettingsService {
  const { now, keys } = context
  const retention = createAuditRetention(context, { settings, audit })
  const delivery = createDelivery(context, { audit, fetchFrom })
  const sinks = createSinks(context, audit)

  async function read(): Promise<AuditSettings> {
    return { retention_days: await settings.get('audit_retention_days'), sinks: await sinks.list() }
  }

  async function storedSecret(id: string): Promise<string | null> {
    return openSinkSecret(keys, await sinks.require(id))
  }

  return {
    read,
    keepFor: async (admin, { days }) => {
      const before = await settings.get('audit_retention_days')
      await settings.set('audit_retention_days', days, admin.userId)
      await audit.record({
        action: 'audit.update-retention',
        outcome: 'allowed',
        userId: admin.userId,
        changes: changesBetween({ retention_days: before }, { retention_days: days }),
      })
      return read()
    },
    addSink: async (admin, request) => {
      await sinks.add(admin, request)
      return read()
    },
    changeSink: async (admin, id, request) => {
      await sinks.change(admin, id, request)
      return read()
    },
    removeSink: async (admin, id) => {
      await sinks.remove(admin, id)
      return read()
    },
    testSink: async (admin, { sink_id: id, settings: wanted, secret: given }) => {
      const secret = given ?? (id === undefined ? null : await storedSecret(id))
      try {
        await delivery.send({ settings: wanted, secret }, [sampleOf(admin, now())])
        return { success: true, text: message('The other system received a test entry.') }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { success: false, text: error.text }
      }
    },
    retention,
    delivery,
    close: async () => {
      await retention.close()
      await delivery.close()
    },
  }
}

function sampleOf(admin: Principal, now: Date): AuditEntry {
  return {
    id: randomUUID(),
    at: now.toISOString(),
    user_id: admin.userId,
    user_email: admin.email,
    action: 'audit.test-sink',
    outcome: 'allowed',
    target_kind: null,
    target_id: null,
    target_name: null,
    detail: {},
    changes: [],
    names: {},
    sentence: `${admin.email} tested where the audit log is sent.`,
    address: null,
    request_id: null,
  }
}
