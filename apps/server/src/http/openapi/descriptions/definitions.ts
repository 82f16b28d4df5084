import type { SchemaTexts } from './text.ts'

const described = { description: null, synonyms: ['turnover'], deprecated: null }
const computation = {
  kind: 'aggregate',
  table: 'orders',
  expression: 'SUM(total)',
  condition: "status = 'paid'",
  time_column: null,
}

const deprecated = 'Why it should no longer be used. Null: use it.'
const deprecation = {
  'deprecated.reason': ['Why it should no longer be used.', 'It contains canceled orders.'],
  'deprecated.use_instead': ['Name of the definition to use instead. Null: none.', 'Net revenue'],
} as const

/** Texts of the definitions of business areas. */
export const definitionTexts: SchemaTexts = {
  Definitions: {
    description: 'What the words of a business area mean. Names are unique per kind, whatever their case.',
    properties: {
      metrics: 'Numbers that the area defines.',
      dimensions: 'What numbers are grouped and filtered by.',
      filters: 'Conditions with a name.',
      time_columns: 'The date that a period means in a table. At most one for each table.',
      value_synonyms: 'Other words for stored values.',
    },
  },
  Metric: {
    description: 'A number that the area defines.',
    example: {
      ...described,
      name: 'Revenue',
      computation,
      dimensions: null,
      unit: 'EUR',
      format: { style: 'currency', decimals: 2 },
    },
    properties: {
      name: ['Name of the metric.', 'Revenue'],
      description: ['What it means.', 'Paid orders, without refunds.'],
      synonyms: ['Other words for it that users write in questions.', ['turnover']],
      computation: 'How it is computed.',
      dimensions: [
        'Names of the dimensions that it may be grouped by. Null: every one that counts no row twice.',
        ['Country'],
        null,
      ],
      unit: ['Unit of its values.', 'EUR'],
      format: 'How its values look. Null: like other numbers.',
      deprecated,
      ...deprecation,
    },
  },
  MetricComputation: {
    description:
      'Either an expression that summarizes the rows of one table, or a formula of other metrics, each summarized on its own.',
    example: computation,
    properties: {
      kind: 'Kind of the computation.',
      table: ['Table whose rows are summarized.', 'orders'],
      expression: ['Expression in SQL. It reads only columns of the table.', 'SUM(total)'],
      condition: ["Condition in SQL on the table's rows. Null: all rows.", "status = 'paid'"],
      time_column: "Date of a row, in the table or in one that each row belongs to. Null: the table's time column.",
      formula: ['Formula of metrics in braces.', '{Revenue} / {Orders}'],
    },
  },
  MetricFormat: {
    description: 'How the values of a metric look.',
    properties: {
      style: 'Style of the number.',
      decimals: ['Digits after the decimal point. Null: as they are, up to two.', 2],
    },
  },
  Dimension: {
    description: 'What numbers are grouped and filtered by.',
    example: {
      ...described,
      name: 'Country',
      table: 'customers',
      expression: 'country',
      parent: null,
      synonyms: ['nation'],
    },
    properties: {
      name: ['Name of the dimension.', 'Country'],
      description: ['What it means.', 'Country of the billing address.'],
      synonyms: ['Other words for it that users write in questions.', ['nation']],
      table: ['Table of the dimension.', 'customers'],
      expression: ["Column of the table, or an expression of the table's columns in SQL.", 'country'],
      parent: ['Next coarser dimension of a hierarchy. Null: none.', 'Region'],
      deprecated,
      ...deprecation,
    },
  },
  NamedFilter: {
    description: 'A condition with a name.',
    example: { ...described, name: 'Active customers', table: 'customers', condition: 'is_active = 1', synonyms: [] },
    properties: {
      name: ['Name of the filter.', 'Active customers'],
      description: ['What it means.', 'Customers with an order in the last year.'],
      synonyms: ['Other words for it that users write in questions.', ['current customers']],
      table: ['Table of the filter.', 'customers'],
      condition: ["Condition in SQL on the table's rows.", 'is_active = 1'],
      deprecated,
      ...deprecation,
    },
  },
  DefinedColumn: {
    description: 'A column of a table.',
    properties: { table: ['Table.', 'orders'], column: ['Column of the table.', 'ordered_on'] },
  },
  ValueSynonym: {
    description: 'Other words for a stored value.',
    properties: {
      table: ['Table.', 'customers'],
      column: ['Column of the table.', 'state'],
      value: ['Value, as it is stored.', 'Nordrhein-Westfalen'],
      synonyms: ['Other words for the value.', ['NRW']],
    },
  },
  Cardinality: { description: 'How many rows of the left table belong to how many rows of the right one.' },
  UsedDefinition: {
    description: 'A definition that an answer used, as it was then.',
    properties: {
      kind: 'Kind of the definition.',
      name: ['Name of the definition.', 'Revenue'],
      version: ["The area's version in which it last changed.", 3],
      definition: ['What it says: the expression, formula, or condition.', 'SUM(total)'],
      description: ['What it means.', 'Paid orders, without refunds.'],
    },
  },
}
