import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { accessQuery, storedValuesQuery, type Database } from '../../api/databases.ts'

/** What a deletion of the connection takes with it, in sentences. What cannot be counted is left out. */
export async function connectionDeletion(client: QueryClient, database: Database, t: TFunction): Promise<string[]> {
  const isRestricted = database.visibility === 'restricted' && database.can_manage_access
  const [access, values] = await Promise.all([
    isRestricted ? client.fetchQuery(accessQuery(database.id)).catch(() => null) : null,
    client.fetchQuery(storedValuesQuery(database.id)).catch(() => null),
  ])
  const granted = access?.length ?? 0
  const stored = values?.value_count ?? 0
  return [
    ...(granted > 0 ? [t('{n, plural, one {# user loses} other {# users lose}} their access.', { n: granted })] : []),
    ...(database.table_count === null
      ? []
      : [
          t(
            'Parlance forgets its {n, plural, one {# table} other {# tables}}, its protected tables, and its verified examples.',
            { n: database.table_count },
          ),
        ]),
    ...(stored > 0
      ? [t('{n, plural, one {# stored value is} other {# stored values are}} deleted.', { n: stored })]
      : []),
    t('Conversations and business areas stay.'),
  ]
}
