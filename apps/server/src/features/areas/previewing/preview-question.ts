import type { Catalogue } from '@parlance/contract'
import { translate } from '@parlance/engine'
import { valuesFor } from '../../../agent/value-lookup.ts'
import type { ValueLookup } from '../../../agent/value-lookup.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { QueryDoor } from '../../../door/contract.ts'
import type { AreaRecord } from '../store/area-record.ts'
import type { AreaScope } from '../scoping/area-scopes.ts'
import { visibleCatalogue } from '../../../door/visible-catalogue.ts'

export interface PreviewQuestion {
  /** Null for an area that isn't saved yet. */
  areaId: string | null
  person: Principal
  connectionId: string
  area: AreaRecord
  scope: AreaScope
  catalogue: Catalogue
  door: QueryDoor
  lookUpValues: ValueLookup
  /** yyyy-mm-dd */
  today: string
  signal: AbortSignal
}

/**
 * Reads a question as SQL with the built-in engine. It knows only what the other user may know, and looks up values as
 * that user.
 * @throws AppError bad_request with what the engine did not understand
 */
export async function readQuestion(question: string, place: PreviewQuestion): Promise<string> {
  const { areaId, person: principal, connectionId, area, scope, door, lookUpValues, today, signal } = place
  const catalogue = await visibleCatalogue(scope, place.catalogue)
  const translation = await translate({
    question,
    catalogue,
    today,
    history: [],
    descriptions: descriptionsOf(area),
    ...valuesFor(lookUpValues, door, { principal, connectionId, scope: { ...scope, areaId }, catalogue, signal }),
    signal,
  })
  if (translation.understood) return translation.sql
  throw new AppError('bad_request', { detail: translation.reason })
}

/** The administrator's words for the area's tables and columns. */
export function descriptionsOf({ tables }: AreaRecord) {
  return tables.flatMap(({ name: table, description, synonyms, columns }) => [
    { table, column: null, text: description ?? '', synonyms },
    ...columns.map((column) => ({
      table,
      column: column.name,
      text: column.description ?? '',
      synonyms: column.synonyms,
    })),
  ])
}
