import { message } from '@parlance/contract'
import type { CatalogueTable } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import type { Database } from '../../store/schema.ts'

const ownTables: (keyof Database)[] = [
  'refresh_tokens',
  'sign_ins',
  'connection_access',
  'catalogues',
  'turn_events',
  'audit_log',
]

/**
 * R05: the product's own store is never a data source. Its tables identify it, because one server has many names.
 * @throws AppError forbidden
 */
export function refuseOwnStore(tables: Pick<CatalogueTable, 'schema' | 'name'>[]): void {
  const schemas = new Map<string | null, Set<string>>()
  for (const { schema, name } of tables) {
    const names = schemas.get(schema) ?? new Set<string>()
    schemas.set(schema, names.add(name))
  }
  if (![...schemas.values()].some((names) => ownTables.every((table) => names.has(table)))) return
  throw new AppError('forbidden', {
    detail: message('This database contains the data of Parlance itself. Choose another database.'),
  })
}
