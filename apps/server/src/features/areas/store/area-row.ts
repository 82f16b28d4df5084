import {
  areaColumnFields,
  areaFields,
  areaListItemSchema,
  areaTableFields,
  namesOf,
  noDefinitions,
} from '@parlance/contract'
import type { AreaField, AreaListItem } from '@parlance/contract'
import type { Insertable } from 'kysely'
import type { AreaRow, AreasTable } from '../../../store/schema.ts'
import type { ApprovedContent, ApprovedExposure, AreaRecord, AreaValues, PropertiesOf } from './area-record.ts'
import { settleFields } from './field-values.ts'

/* Converts an area to and from a row of the store, with the columns and encodings of `areaFields`. */

type Fields = typeof areaFields
type ListedField = AreaField & keyof AreaListItem
type ColumnOf<Field extends AreaField> = Fields[Field]['column']
type ValuesOf<Field extends AreaField> = Pick<AreaValues, PropertiesOf<Fields, Field>>

/** The values of an area's fields in lists. */
export type ListedValues = ValuesOf<ListedField>

export const listedFields = namesOf(areaFields).filter((name): name is ListedField => name in areaListItemSchema.shape)

export const listedColumns = listedFields.map(
  (name): `areas.${ColumnOf<ListedField>}` => `areas.${areaFields[name].column}`,
)

const codecs: Record<
  Fields[AreaField]['encoding'],
  { encode: (value: unknown) => unknown; decode: (column: unknown) => unknown }
> = {
  plain: { encode: (value) => value, decode: (column) => column },
  flag: { encode: (value) => (value === true ? 1 : 0), decode: (column) => column === 1 },
  json: {
    encode: (value) => (value === null ? null : JSON.stringify(value)),
    decode: (column) => (typeof column === 'string' ? JSON.parse(column) : null),
  },
}

/** Reads some of an area's fields from its row. */
export function decodeFields<Field extends AreaField>(
  names: readonly Field[],
  row: Pick<AreaRow, ColumnOf<Field>>,
): ValuesOf<Field> {
  const values = names.map((name) => {
    const { property, column, encoding } = areaFields[name]
    return [property, codecs[encoding].decode(row[column as ColumnOf<Field>])]
  })
  return Object.fromEntries(values) as ValuesOf<Field>
}

function encodeFields(area: AreaValues): Pick<Insertable<AreasTable>, ColumnOf<AreaField>> {
  const columns = Object.values(areaFields).map(({ property, column, encoding }) => [
    column,
    codecs[encoding].encode(area[property]),
  ])
  return Object.fromEntries(columns) as Pick<Insertable<AreasTable>, ColumnOf<AreaField>>
}

const emptyTable = settleFields(areaTableFields, {}, null)
const emptyColumn = settleFields(areaColumnFields, {}, null)

/** @returns the area of a row; fields that were added after its tables were stored have their initial values */
export function toRecord(row: AreaRow): AreaRecord {
  const { tables, ...values } = decodeFields(namesOf(areaFields), row)
  return {
    ...values,
    definitions: { ...noDefinitions, ...values.definitions },
    tables: tables.map((table) => ({
      ...emptyTable,
      ...table,
      columns: table.columns.map((column) => ({ ...emptyColumn, ...column })),
    })),
    id: row.id,
    ownerId: row.owner_id,
    approved: toApproved(row),
    declinedVersion: row.declined_version,
    version: row.version,
    definitionVersions: JSON.parse(row.definition_versions) as Record<string, number>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** @returns the whole row of an area */
export function toRow(area: AreaRecord): Insertable<AreasTable> {
  return {
    ...encodeFields(area),
    id: area.id,
    owner_id: area.ownerId,
    version: area.version,
    definition_versions: JSON.stringify(area.definitionVersions),
    table_count: area.tables.length,
    join_count: area.joins.length,
    created_at: area.createdAt,
    updated_at: area.updatedAt,
    ...toApprovedColumns(area.approved),
    declined_version: area.declinedVersion,
  }
}

function toApproved(row: AreaRow): ApprovedExposure | null {
  const { approved_visibility: visibility, approved_owner_id: ownerId, approved_content: content } = row
  if (visibility === null || content === null) return null
  return { visibility, ownerId, ...(JSON.parse(content) as ApprovedContent) }
}

function toApprovedColumns(approved: ApprovedExposure | null) {
  if (approved === null) return { approved_visibility: null, approved_owner_id: null, approved_content: null }
  const { visibility, ownerId, ...content } = approved
  return {
    approved_visibility: visibility,
    approved_owner_id: ownerId,
    approved_content: JSON.stringify(content satisfies ApprovedContent),
  }
}
