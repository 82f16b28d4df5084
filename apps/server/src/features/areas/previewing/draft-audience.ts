import type { Catalogue, DatabaseConfiguration } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import type { AuditService } from '../../audit/service.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { ProtectionService } from '../../protection/service.ts'
import { parseFor } from '../../../door/parser-pool.ts'
import type { ParserPool } from '../../../door/parser-pool.ts'
import type { UsersService } from '../../users/service.ts'
import type { AreaScopes, DraftScopes } from '../scoping/area-scopes.ts'
import { listAudience } from './audience-users.ts'
import type { AudiencePart } from './audience-users.ts'
import { chooseDatabase } from './choose-database.ts'
import { examineTables } from './examine-tables.ts'
import type { Examined, Reader } from './examine-tables.ts'
import type { SettledDraft } from './settle-draft.ts'

/** Some users with access to a draft, and what they would see of a database. */
export interface DraftAudience extends Examined {
  connection: DatabaseConfiguration
  catalogue: Catalogue
  scopes: DraftScopes
  readers: Reader[]
  /** The number of users with access. */
  total: number
}

export interface AudienceDependencies {
  scopes: Pick<AreaScopes, 'draftScopes'>
  users: Pick<UsersService, 'principalsOf'>
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list' | 'usableIds'>
  catalog: Pick<CatalogService, 'get'>
  protection: Pick<ProtectionService, 'requireIdentified'>
  audit: Pick<AuditService, 'recordLook'>
  parse: ParserPool['parse']
}

export interface AudienceQuestion extends AudiencePart {
  viewer: Principal
  draft: SettledDraft
  /** The ID of the database; null for any of the application. */
  wanted: string | null
  signal: AbortSignal
}

/**
 * Works out who would see what of a draft, without reading rows of the database.
 * @throws AppError like choosing a database
 */
export async function readDraftAudience(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { scopes, users, connections, catalog, protection, parse }: AudienceDependencies,
  { viewer, draft, wanted, signal, ...part }: AudienceQuestion,
): Promise<DraftAudience> {
  const { area } = draft
  const connection = await chooseDatabase(viewer, area.applicationId, wanted, connections)
  await protection.requireIdentified(connection.id)
  const { total, members } = await listAudience(store.db, viewer, draft, part)
  const [made, catalogue] = await Promise.all([scopes.draftScopes(area, connection.id), catalog.get(connection.id)])
  const principalOf = await users.principalsOf(members.map(({ row }) => row))
  const readers = await Promise.all(
    members.map(async ({ row, isReachApproved }): Promise<Reader> => {
      const principal = principalOf(row)
      return {
        principal,
        scope: isReachApproved ? made.approved : made.other,
        showsValues: viewer.role === 'ADMIN' || row.id === viewer.userId,
        mayUseDatabase: (await connections.usableIds(principal)).has(connection.id),
        tables: [],
      }
    }),
  )
  const names = area.tables.map(({ name }) => name)
  const examined = await examineTables(names, readers, {
    catalogue,
    policies: made.approved.policies,
    now: now().toISOString(),
    parse: parseFor(parse, viewer.userId),
    signal,
  })
  return { connection, catalogue, scopes: made, readers, total, ...examined }
}

/** Records whose access an editor of a draft looked at. */
export async function recordLook(
  audit: AudienceDependencies['audit'],
  action: 'area.review-audience' | 'area.count-rows',
  { viewer, draft: { before } }: Pick<AudienceQuestion, 'viewer' | 'draft'>,
  { connection, readers, total }: DraftAudience,
): Promise<void> {
  await audit.recordLook(
    {
      action,
      outcome: 'allowed',
      userId: viewer.userId,
      targetKind: 'area',
      targetId: before?.id ?? null,
      targetName: before?.name ?? null,
      detail: { connection: connection.id, total },
    },
    readers.map(({ principal }) => principal.userId),
  )
}
