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
    example: {
      ...described,
      name: 'Active customers',
      table: 'customers',
      condition: 'is_active = 1',
      applies_by_default: true,
      synonyms: [],
    },
    properties: {
      name: ['Name of the filter.', 'Active customers'],
      description: ['What it means.', 'Customers with an order in the last year.'],
      synonyms: ['Other words for it that users write in questions.', ['current customers']],
      table: ['Table of the filter.', 'customers'],
      condition: ["Condition in SQL on the table's rows.", 'is_active = 1'],
      applies_by_default: ['Whether it applies to each question about the table that does not say otherwise.', false],
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
  MetricQuery: {
    description: "A question in the area's own terms.",
    example: {
      metrics: ['Revenue'],
      group_by: ['Country'],
      grain: 'month',
      filters: [],
      without_filters: [],
      where: [],
      period: { from: '2026-01-01', before: null },
      order: null,
      limit: 100,
    },
    properties: {
      metrics: ['Names of metrics.', ['Revenue']],
      group_by: ['Names of dimensions, in the order of the columns.', ['Country']],
      grain: "Also groups by a stretch of each metric's time column. Null: not by time.",
      filters: ['Names of filters. All apply.', ['Active customers']],
      without_filters: ['Names of default filters that do not apply.', []],
      where: ['Values of dimensions. All conditions apply.', []],
      'where.dimension': ['Name of the dimension.', 'Country'],
      'where.operator': 'How its value is compared. `not_in` includes rows without a value.',
      'where.values': ['Values to compare with.', ['Germany']],
      period: "Dates of each metric's time column. Null: all.",
      'period.from': ['First day, as yyyy-mm-dd. Null: from the beginning.', '2026-01-01'],
      'period.before': ['Day after the last one, as yyyy-mm-dd. Null: until the end.', '2027-01-01'],
      order: 'Order of the rows. Null: by time, else by the first metric from the highest.',
      'order.by': ['Name of a metric or a dimension.', 'Revenue'],
      'order.descending': ['Whether the highest comes first.', true],
      limit: ['Maximum number of rows. Null: no limit of its own.', 100],
    },
  },
  RunMetricQueryRequest: {
    description: 'A metric query to run.',
    properties: {
      query: 'The query.',
      database_config_id: [
        "ID of the connection. The default is your selected one, else the first one of the area's application.",
        '7b1d2c3e-9f40-4a68-b2d5-6c8e0f1a2b3c',
      ],
    },
  },
  MetricQueryResponse: {
    description: 'The answer to a metric query.',
    properties: {
      database: 'The connection that was queried.',
      'database.config_id': ['ID of the connection.', '7b1d2c3e-9f40-4a68-b2d5-6c8e0f1a2b3c'],
      'database.name': ['Name of the connection.', 'Shop'],
      columns: 'Columns of the result.',
      meanings: 'What each column is, in the order of `columns`.',
      'meanings.kind': 'What the column shows.',
      'meanings.name': ['Name of the definition. For time, the grain.', 'Revenue'],
      'meanings.unit': ['Unit of the metric. Null: none.', 'EUR'],
      'meanings.format': 'How the values look. Null: like other numbers.',
      results: ['Rows of the result.', [['Germany', 1250]]],
      truncated: ['Whether there are more rows than the response has.', false],
      used: 'The definitions that the query used, as they are now.',
      sql_query: ['The compiled query.', 'SELECT 1'],
      executed_sql: ['The query that ran, with your rules.', 'SELECT 1'],
      receipt: 'What was read, filtered, and masked.',
    },
  },
  UsedDefinition: {
    description: 'A definition that an answer used, as it was then.',
    properties: {
      kind: 'Kind of the definition.',
      name: ['Name of the definition.', 'Revenue'],
      version: ["The area's version in which it last changed. Null if it is only in a draft.", 3],
      definition: ['What it says: the expression, formula, or condition.', 'SUM(total)'],
      description: ['What it means.', 'Paid orders, without refunds.'],
    },
  },
  PreviewDefinitionRequest: {
    description: 'Unsaved definitions to preview.',
    properties: {
      definitions: 'All definitions, as they would be saved.',
      joins: 'Relationships, as they would be saved. Absent: as saved.',
      query: 'What to show.',
      rows_of: 'Instead of a query: how many rows each value of a dimension has, or how many rows match a filter.',
      'rows_of.kind': 'Kind of the definition.',
      'rows_of.name': ['Name of the definition.', 'Country'],
      user_id: ['ID of the user whose rules apply. The default is yourself.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      database_config_id: ['ID of the connection.', '7b1d2c3e-9f40-4a68-b2d5-6c8e0f1a2b3c'],
    },
    example: {
      definitions: { metrics: [], dimensions: [], filters: [], time_columns: [], value_synonyms: [] },
      query: { metrics: ['Revenue'] },
    },
  },
  CheckDefinitionRequest: {
    description: 'An unsaved definition to check.',
    properties: {
      definitions: 'All definitions, as they would be saved.',
      joins: 'Relationships, as they would be saved. Absent: as saved.',
      definition: 'The definition to check.',
      'definition.kind': 'Kind of the definition.',
      'definition.name': ['Name of the definition.', 'Revenue'],
    },
  },
  CheckDefinitionResponse: {
    description: 'What is wrong with the definition.',
    properties: { problems: 'Problems. Empty if there is none.' },
  },
  DefinitionUsageResponse: {
    description: 'How often answers used the definitions of an area.',
    properties: {
      definitions: 'Definitions that answers used in the last 90 days.',
      'definitions.kind': 'Kind of the definition.',
      'definitions.name': ['Name of the definition.', 'Revenue'],
      'definitions.recent_answers': ['Answers in the last 30 days.', 12],
      'definitions.last_day': ['Last day, as yyyy-mm-dd in UTC.', '2026-11-23'],
      'definitions.days': 'Days with answers, oldest first.',
      'definitions.days.day': ['The day, as yyyy-mm-dd in UTC.', '2026-11-23'],
      'definitions.days.answers': ['Answers on that day.', 12],
    },
  },
  AreaVersion: {
    description: 'A change of what an area says.',
    properties: {
      number: ["The area's version after the change.", 3],
      created_at: ['When it was changed.', '2026-11-23T09:30:00.000Z'],
      user_name: ['Who changed it. Null if it is not known.', 'ann'],
      reason: ['Why it was changed. Null: no reason was given.', 'Revenue excludes refunds'],
      restored_from: ['The version that the change restored. Null for other changes.', 1, null],
      changes: ['The parts that it changed. Empty for the state before the first stored change.', ['definitions']],
    },
  },
  AreaVersionsResponse: {
    description: 'The versions of an area.',
    properties: { versions: 'The versions, newest first.' },
  },
  AreaWords: {
    description: 'What an area says. It contains no rules.',
    properties: {
      description: ['Description of the area.', 'Orders of the shop.'],
      ai_instructions: ['Instructions for the model.', 'Revenue means the sum of orders.total.'],
      synonyms: ['Other words for the area.', ['sales']],
      sample_questions: ['Questions that a new conversation offers first.', ['What is the revenue by month?']],
      tables: 'Descriptions of tables.',
      'tables.table_name': ['Name of the table.', 'orders'],
      'tables.description': ['What the table contains.', 'One row per order'],
      'tables.synonyms': ['Other words for the table.', ['sales']],
      'tables.columns': 'Descriptions of columns.',
      'tables.columns.name': ['Name of the column.', 'total'],
      'tables.columns.description': ['What the column contains.', 'Total of the order'],
      'tables.columns.synonyms': ['Other words for the column.', ['revenue']],
      joins: 'Relationships.',
      definitions: 'Definitions.',
    },
  },
  AreaVersionContent: {
    description: 'What an area said in a version. It contains no rules.',
    like: ['AreaVersion'],
    properties: {
      content: 'What the area said.',
      definition_versions: 'The version in which each definition last changed.',
      'definition_versions.kind': 'Kind of the definition.',
      'definition_versions.name': ['Name of the definition.', 'Revenue'],
      'definition_versions.version': ['The version.', 3],
    },
  },
  RestoreAreaVersionRequest: {
    description: 'Why a version is restored.',
    properties: { reason: ['The reason, for the list of versions.', 'The change was wrong'] },
  },
}
