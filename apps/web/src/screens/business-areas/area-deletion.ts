import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { areaAccessQuery, areaQuery } from '../../api/areas.ts'
import { examplesQuery } from '../../api/examples.ts'

/** What a deletion of the area takes with it, in sentences. What cannot be counted is left out. */
export async function areaDeletion(client: QueryClient, areaId: string, t: TFunction): Promise<string[]> {
  const [area, examples] = await Promise.all([
    client.fetchQuery(areaQuery(areaId)).catch(() => null),
    client.fetchQuery(examplesQuery(areaId)).catch(() => null),
  ])
  if (area === null) return []
  const isRestricted = area.visibility === 'restricted' && area.can_manage_access
  const access = isRestricted ? await client.fetchQuery(areaAccessQuery(areaId)).catch(() => null) : null
  const granted = access?.access_list.length ?? 0
  const proven = examples?.length ?? 0
  return [
    t(
      'Its selection of {n, plural, one {# table} other {# tables}} is deleted, with instructions, definitions, and question sets. The tables themselves stay.',
      { n: area.tables.length },
    ),
    ...(area.has_row_security || area.has_column_security
      ? [t('Its row rules and column masks are deleted. Protected tables stay protected.')]
      : []),
    ...(proven > 0
      ? [t('{n, plural, one {# verified example is} other {# verified examples are}} deleted.', { n: proven })]
      : []),
    ...(granted > 0
      ? [t('{n, plural, one {# user loses} other {# users lose}} their access to it.', { n: granted })]
      : []),
  ]
}
