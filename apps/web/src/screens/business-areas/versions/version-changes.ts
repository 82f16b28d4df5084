import { message, type AreaJoin, type AreaVersionContent, type Definitions, type Message } from '@parlance/contract'
import { joinText } from '../form/area-joins.ts'

type Content = AreaVersionContent['content']

/** A difference between two versions, in words. */
export interface VersionChange {
  /** What changed, such as "Metric Net revenue". */
  what: Message
  /** The field that changed. Null if the whole thing was added or removed. */
  field: Message | null
  /** Empty if it did not exist. */
  before: string
  after: string
}

/** Lists what changed from one version to the next. */
export function versionChanges(before: Content, after: Content): VersionChange[] {
  return [
    ...textChanges(before, after),
    ...hintChanges(before, after),
    ...itemChanges(before.joins, after.joins, {
      what: (join) => message('Relationship {name}', { name: joinText(join) }),
      keyOf: joinText,
      fieldsOf: joinFields,
    }),
    ...definitionChanges(before.definitions, after.definitions),
  ]
}

function textChanges(before: Content, after: Content): VersionChange[] {
  const parts = [
    { what: message('Description'), of: (content: Content) => content.description ?? '' },
    { what: message('Instructions to the AI'), of: (content: Content) => content.ai_instructions ?? '' },
    { what: message('Synonyms'), of: (content: Content) => content.synonyms.join(', ') },
    { what: message('Sample questions'), of: (content: Content) => content.sample_questions.join(' · ') },
  ]
  return parts.flatMap(({ what, of }) =>
    of(before) === of(after) ? [] : [{ what, field: null, before: of(before), after: of(after) }],
  )
}

interface Hint {
  name: string
  description: string | null
  synonyms: string[]
}

function hintChanges(before: Content, after: Content): VersionChange[] {
  const hintsOf = ({ tables }: Content): Hint[] =>
    tables.flatMap(({ table_name: name, description, synonyms, columns }) => [
      { name, description, synonyms },
      ...columns.map((column) => ({ ...column, name: `${name}.${column.name}` })),
    ])
  // Adding a table without hints changes nothing that the area says.
  const filled = (content: Content) =>
    hintsOf(content).filter(({ description, synonyms }) => (description ?? '') !== '' || synonyms.length > 0)
  return itemChanges(filled(before), filled(after), {
    what: ({ name }) => message('Hints for {name}', { name }),
    keyOf: ({ name }) => name,
    fieldsOf: ({ description, synonyms }) => [
      [message('Description'), description ?? ''],
      [message('Synonyms'), synonyms.join(', ')],
    ],
  })
}

type Field = [label: Message, text: string]

interface Named<Item> {
  what: (item: Item) => Message
  keyOf: (item: Item) => string
  fieldsOf: (item: Item) => Field[]
}

function itemChanges<Item>(before: readonly Item[], after: readonly Item[], named: Named<Item>): VersionChange[] {
  const old = new Map(before.map((item) => [named.keyOf(item).toLowerCase(), item]))
  const now = new Map(after.map((item) => [named.keyOf(item).toLowerCase(), item]))
  const changed = [...now].flatMap(([key, item]) => {
    const known = old.get(key)
    const what = named.what(item)
    if (known === undefined) return [{ what, field: null, before: '', after: wholeText(named.fieldsOf(item)) }]
    return fieldChanges(what, named.fieldsOf(known), named.fieldsOf(item))
  })
  const removed = [...old].flatMap(([key, item]) =>
    now.has(key) ? [] : [{ what: named.what(item), field: null, before: wholeText(named.fieldsOf(item)), after: '' }],
  )
  return [...changed, ...removed]
}

function fieldChanges(what: Message, before: Field[], after: Field[]): VersionChange[] {
  const textIn = (fields: Field[], label: Message) => fields.find(([one]) => one.text === label.text)?.[1] ?? ''
  const labels = new Map([...before, ...after].map(([label]) => [label.text, label]))
  return [...labels.values()].flatMap((field) => {
    const change = { what, field, before: textIn(before, field), after: textIn(after, field) }
    return change.before === change.after ? [] : [change]
  })
}

function wholeText(fields: Field[]): string {
  return fields
    .map(([, text]) => text)
    .filter((text) => text !== '')
    .join(' · ')
}

function joinFields({ join_type: type, cardinality, description, ...join }: AreaJoin): Field[] {
  return [
    [message('Relationship'), joinText(join)],
    [message('Join type'), type ?? ''],
    [message('Rows on each side'), (cardinality ?? '').replaceAll('_', ' ')],
    [message('Description'), description ?? ''],
  ]
}

interface Described {
  description: string | null
  synonyms: string[]
  deprecated: { reason: string; use_instead: string | null } | null
}

function describedFields({ description, synonyms, deprecated }: Described): Field[] {
  return [
    [message('Description'), description ?? ''],
    [message('Synonyms'), synonyms.join(', ')],
    [
      message('Deprecated'),
      deprecated === null ? '' : [deprecated.reason, deprecated.use_instead ?? ''].join(' ').trim(),
    ],
  ]
}

type Metric = Definitions['metrics'][number]

function metricFields(metric: Metric): Field[] {
  const { computation, unit, format, dimensions } = metric
  const time = computation.kind === 'aggregate' ? computation.time_column : null
  const computed: Field[] =
    computation.kind === 'formula'
      ? [[message('Formula'), computation.formula]]
      : [
          [message('Table'), computation.table],
          [message('Expression'), computation.expression],
          [message('Condition'), computation.condition ?? ''],
          [message('Time column'), time === null ? '' : `${time.table}.${time.column}`],
        ]
  return [
    ...computed,
    [message('Unit'), unit ?? ''],
    [message('Format'), format === null ? '' : [format.style, format.decimals ?? ''].join(' ').trim()],
    [message('Grouped by'), dimensions?.join(', ') ?? ''],
    ...describedFields(metric),
  ]
}

function definitionChanges(before: Definitions, after: Definitions): VersionChange[] {
  const nameOf = ({ name }: { name: string }) => name
  const columnOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
  return [
    ...itemChanges(before.metrics, after.metrics, {
      what: ({ name }) => message('Metric {name}', { name }),
      keyOf: nameOf,
      fieldsOf: metricFields,
    }),
    ...itemChanges(before.dimensions, after.dimensions, {
      what: ({ name }) => message('Dimension {name}', { name }),
      keyOf: nameOf,
      fieldsOf: (dimension) => [
        [message('Table'), dimension.table],
        [message('Expression'), dimension.expression],
        [message('Belongs to'), dimension.parent ?? ''],
        ...describedFields(dimension),
      ],
    }),
    ...itemChanges(before.filters, after.filters, {
      what: ({ name }) => message('Filter {name}', { name }),
      keyOf: nameOf,
      fieldsOf: (filter) => [
        [message('Table'), filter.table],
        [message('Condition'), filter.condition],
        [message('Apply by default'), filter.applies_by_default ? 'yes' : ''],
        ...describedFields(filter),
      ],
    }),
    ...itemChanges(before.time_columns, after.time_columns, {
      what: ({ table }) => message('Default date of {table}', { table }),
      keyOf: ({ table }) => table,
      fieldsOf: ({ column }) => [[message('Column'), column]],
    }),
    ...itemChanges(before.value_synonyms, after.value_synonyms, {
      what: (one) => message('Synonyms of {value} in {column}', { value: one.value, column: columnOf(one) }),
      keyOf: (one) => JSON.stringify([columnOf(one), one.value]),
      fieldsOf: ({ synonyms }) => [[message('Synonyms'), synonyms.join(', ')]],
    }),
  ]
}
