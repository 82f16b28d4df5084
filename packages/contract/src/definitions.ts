import { z } from 'zod'
import { schemaText } from './schema-text.ts'
import { message } from './messages.ts'
import { plainText } from './text.ts'

/*
 * What the words of a business area mean: metrics, dimensions, named filters, default time columns, and synonyms of
 * values. Tables are named as in the area. Expressions and conditions are SQL of the area's databases; the gate proves
 * them when they are saved and again in each query that uses them.
 */

export const definitionLimits = {
  metrics: 500,
  dimensions: 1000,
  filters: 500,
  timeColumns: 1000,
  valueSynonyms: 5000,
  synonyms: 50,
  name: 100,
  sql: 4000,
  description: 4000,
} as const

/** Letters of any language, digits, and signs that no notation needs. */
const nameSchema = plainText(definitionLimits.name)
  .trim()
  .min(1, 'Enter a name.')
  .regex(/^[^{}[\]"`]*$/u, 'A name must not contain braces, brackets, double quotes, or backticks.')
const synonymsSchema = z
  .array(plainText(200).trim().min(1))
  .max(definitionLimits.synonyms, schemaText(message('Enter at most {n} synonyms.', { n: definitionLimits.synonyms })))
const tableNameSchema = plainText(500).trim().min(1, 'Choose a table.')
const columnNameSchema = plainText(500).trim().min(1, 'Choose a column.')
const sqlSchema = plainText(definitionLimits.sql).trim().min(1, 'Write an expression.')

const described = {
  name: nameSchema,
  description: plainText(definitionLimits.description).nullable().default(null),
  synonyms: synonymsSchema.default([]),
}

/** A column of a table. */
export const definedColumnSchema = z.strictObject({ table: tableNameSchema, column: columnNameSchema })
export type DefinedColumn = z.infer<typeof definedColumnSchema>

/** How a metric's values look. */
export const metricFormats = ['number', 'percent', 'currency'] as const
export const metricFormatSchema = z.strictObject({
  style: z.enum(metricFormats),
  /** Digits after the decimal point. Null leaves them as they are, up to two. */
  decimals: z.int().min(0).max(10).nullable().default(null),
})
export type MetricFormat = z.infer<typeof metricFormatSchema>

/** Why a definition should no longer be used. */
const deprecationSchema = z.strictObject({
  reason: plainText(500).trim().min(1, 'Say why it should no longer be used.'),
  /** The name of the definition of the same kind to use instead. */
  use_instead: nameSchema.nullable().default(null),
})

/**
 * How a metric is computed. `aggregate` summarizes the rows of one table: `SUM(quantity * price)`. Its expression reads
 * only columns of that table. `formula` computes with other metrics after each was summarized on its own:
 * `{Net revenue} / {Orders}`.
 */
export const metricComputationSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('aggregate'),
    table: tableNameSchema,
    expression: sqlSchema,
    /** A condition on the table's rows, in SQL. Null counts all of them. */
    condition: sqlSchema.nullable().default(null),
    /** The date of a row, in this table or in one that each row has exactly one row of. Null uses the table's default. */
    time_column: definedColumnSchema.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('formula'), formula: sqlSchema }),
])
export type MetricComputation = z.infer<typeof metricComputationSchema>

/** A number that the area defines. */
export const metricSchema = z.strictObject({
  ...described,
  computation: metricComputationSchema,
  /** Names of the dimensions that it may be grouped by. Null allows each one that counts no row twice. */
  dimensions: z.array(nameSchema).max(definitionLimits.dimensions).nullable().default(null),
  /** Such as `EUR` or `hours`. */
  unit: plainText(50).trim().min(1).nullable().default(null),
  format: metricFormatSchema.nullable().default(null),
  deprecated: deprecationSchema.nullable().default(null),
})
export type Metric = z.infer<typeof metricSchema>

/** What numbers are grouped and filtered by. */
export const dimensionSchema = z.strictObject({
  ...described,
  table: tableNameSchema,
  /** A column or an expression of the table's columns, without an aggregate. */
  expression: sqlSchema,
  /** The next coarser dimension of a hierarchy: `Country` for `City`. */
  parent: nameSchema.nullable().default(null),
  deprecated: deprecationSchema.nullable().default(null),
})
export type Dimension = z.infer<typeof dimensionSchema>

/** A condition with a name: "active customers". */
export const namedFilterSchema = z.strictObject({
  ...described,
  table: tableNameSchema,
  condition: sqlSchema,
  /** Whether it applies to each question about the table that doesn't say otherwise. */
  applies_by_default: z.boolean().default(false),
  deprecated: deprecationSchema.nullable().default(null),
})
export type NamedFilter = z.infer<typeof namedFilterSchema>

/** Other words for a stored value: "NRW" for 'Nordrhein-Westfalen'. */
export const valueSynonymSchema = z.strictObject({
  ...definedColumnSchema.shape,
  /** As it is stored. */
  value: plainText(500).min(1, 'Enter the stored value.'),
  synonyms: synonymsSchema.min(1, 'Enter at least one synonym.'),
})
export type ValueSynonym = z.infer<typeof valueSynonymSchema>

/** All definitions of an area. Names are unique per kind, whatever their case. */
export const definitionsSchema = z.strictObject({
  metrics: z.array(metricSchema).max(definitionLimits.metrics).default([]),
  dimensions: z.array(dimensionSchema).max(definitionLimits.dimensions).default([]),
  filters: z.array(namedFilterSchema).max(definitionLimits.filters).default([]),
  /** At most one per table: the date that "last year" means. */
  time_columns: z.array(definedColumnSchema).max(definitionLimits.timeColumns).default([]),
  value_synonyms: z.array(valueSynonymSchema).max(definitionLimits.valueSynonyms).default([]),
})
export type Definitions = z.infer<typeof definitionsSchema>
/** Definitions as files and requests may write them: what has a default may be absent. */
export type DefinitionsInput = z.input<typeof definitionsSchema>

/** No definitions. */
export const noDefinitions: Definitions = {
  metrics: [],
  dimensions: [],
  filters: [],
  time_columns: [],
  value_synonyms: [],
}

/** How many rows of one side of a relationship belong to a row of the other, from left to right. */
export const cardinalities = ['many_to_one', 'one_to_one', 'one_to_many', 'many_to_many'] as const
export const cardinalitySchema = z.enum(cardinalities)
export type Cardinality = (typeof cardinalities)[number]

/** The kinds of definitions that have a name. */
export const definitionKinds = ['metric', 'dimension', 'filter'] as const
export type DefinitionKind = (typeof definitionKinds)[number]

/** A definition that an answer used, as it was then. */
export const usedDefinitionSchema = z.object({
  kind: z.enum(definitionKinds),
  name: z.string(),
  /** The area's version in which it last changed. Null if it is only in a draft. */
  version: z.number().nullable(),
  /** What it says: the expression, formula, or condition. */
  definition: z.string(),
  description: z.string().nullable(),
})
export type UsedDefinition = z.infer<typeof usedDefinitionSchema>

export const timeGrains = ['day', 'week', 'month', 'quarter', 'year'] as const
export type TimeGrain = (typeof timeGrains)[number]

/**
 * A question in the area's own terms. It is compiled to SQL in which each metric is summarized over its own table before
 * the results are joined, so no row counts twice.
 */
export const metricQuerySchema = z.strictObject({
  /** Names of metrics. */
  metrics: z.array(nameSchema).min(1).max(10),
  /** Names of dimensions, in the order of the columns. */
  group_by: z.array(nameSchema).max(10).default([]),
  /** Also groups by a stretch of each metric's time column. */
  grain: z.enum(timeGrains).nullable().default(null),
  /** Names of filters that all apply. */
  filters: z.array(nameSchema).max(20).default([]),
  /** Names of default filters that don't apply. */
  without_filters: z.array(nameSchema).max(definitionLimits.filters).default([]),
  /** Values of dimensions. All conditions apply. `not_in` includes rows without a value. */
  where: z
    .array(
      z.strictObject({
        dimension: nameSchema,
        operator: z.enum(['in', 'not_in', 'at_least', 'at_most', 'above', 'below']),
        values: z
          .array(z.union([plainText(500), z.number()]))
          .min(1)
          .max(1000),
      }),
    )
    .max(20)
    .default([]),
  /** Dates of each metric's time column: from the first day, before the other, as yyyy-mm-dd. */
  period: z
    .strictObject({ from: z.iso.date().nullable().default(null), before: z.iso.date().nullable().default(null) })
    .nullable()
    .default(null),
  /** Orders by a metric or a dimension. Null orders by time, else by the first metric from the highest. */
  order: z.strictObject({ by: nameSchema, descending: z.boolean() }).nullable().default(null),
  limit: z.int().min(1).max(100_000).nullable().default(null),
})
export type MetricQuery = z.infer<typeof metricQuerySchema>
export type MetricQueryInput = z.input<typeof metricQuerySchema>
