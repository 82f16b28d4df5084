import { translate, type Translation } from '@parlance/engine'
import type { Catalogue, CatalogueTable, ColumnKind } from '@parlance/contract'

const areas =
  'sales purchase stock billing shipping support marketing training travel repair quality energy fleet garden kitchen medical legal security project campus event library sport museum'.split(
    ' ',
  )
const things =
  'customer order item product invoice payment supplier employee department contract shipment return discount region visit ticket campaign course room vehicle machine sensor reading budget account ledger review message document task team shift tour guide artist song album loan member branch'.split(
    ' ',
  )
const columns: readonly (readonly [string, ColumnKind])[] = [
  ['name', 'text'],
  ['status', 'text'],
  ['city', 'text'],
  ['amount', 'number'],
  ['quantity', 'integer'],
  ['start_date', 'date'],
  ['email', 'text'],
  ['rating', 'number'],
]
const values = ['open', 'closed', 'paid', 'late', 'Berlin', 'Lima', 'Oslo', 'gold', 'silver']

/** A catalogue of everyday names in which each table belongs to the one before it and to the first one of its area. */
export function catalogueOf(size: number): Catalogue {
  const names = areas.flatMap((area) => things.map((thing) => `${area}_${thing}`)).slice(0, size)
  const tables = names.map((name, at): CatalogueTable => {
    const before = at % things.length === 0 ? null : names[at - 1]
    const first = names[at - (at % things.length)]
    const parents = [...new Set([before, first])].filter((one) => one !== null && one !== undefined && one !== name)
    const own: readonly (readonly [string, ColumnKind])[] = [
      [`${name}_id`, 'integer'],
      ...columns,
      ...parents.map((parent): readonly [string, ColumnKind] => [`${parent}_id`, 'integer']),
    ]
    return {
      schema: null,
      name,
      objectType: 'TABLE',
      comment: null,
      columns: own.map(([column, kind]) => ({ name: column, dataType: '', kind, nullable: false, comment: null })),
      primaryKey: [`${name}_id`],
      foreignKeys: parents.map((parent) => ({
        columns: [`${parent}_id`],
        referencedSchema: null,
        referencedTable: parent ?? '',
        referencedColumns: [`${parent}_id`],
      })),
      rowEstimate: null,
      definition: null,
    }
  })
  return { dialect: 'sqlite', defaultSchema: null, tables }
}

/** Asks one question, with the same few values for every text column. */
export async function askEngine(catalogue: Catalogue, question: string): Promise<Translation> {
  const valuesOf = async () => ({ values })
  return await translate({ question, catalogue, today: '2025-06-15', history: [], valuesOf })
}

/** Processor time of an action, in milliseconds. */
export async function processorTime(action: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(before)
  const microseconds = 1000
  return (user + system) / microseconds
}
