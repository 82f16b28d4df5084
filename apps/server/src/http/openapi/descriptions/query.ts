import type { SchemaTexts } from './text.ts'

const schema = ['Schema of the table. Null if the database has none.', 'public'] as const
const table = ['Name of the table.', 'orders'] as const
const rule = ['Name of the rule.', 'Own region'] as const

/** Texts of queries, results, and errors. */
export const queryTexts: SchemaTexts = {
  Error: {
    description: 'An error.',
    example: {
      detail: 'Item not found. It may have been deleted.',
      code: 'not_found',
      request_id: '6f0c1f0e-6a3e-4b1c-9a55-0c8f1d0a7e21',
    },
    properties: {
      detail: ['What happened and what to do, for people.', 'Item not found. It may have been deleted.'],
      code: ['What happened, for programs.', 'not_found'],
      request_id: ['ID of the request, as in the server log.', '6f0c1f0e-6a3e-4b1c-9a55-0c8f1d0a7e21'],
      pattern: [
        'The ICU pattern of `detail`, if it has values. To translate it, format a translation of the pattern.',
        'The business area “{area}” already exists.',
      ],
      values: ['The values of the pattern, by name.', { area: 'Sales' }],
      problems: 'Problems of the business area. Only for `area_invalid`.',
      step: 'The step that failed. Only for saving a business area. Nothing is stored, except when it is `reload`.',
      position: ['Position in your SQL, from 0. Only for `query_refused`, if known.', 7],
      file: ['Position of the refused file in the message, from 0.', 0],
    },
  },
  Cell: {
    description:
      'One value. Integers beyond 2^53, decimals, times, and JSON are text. Binary is text: `\\x` and hexadecimal digits.',
    example: 'delivered',
  },
  ColumnKind: { description: 'Kind of the values of a column, whatever the database calls it.' },
  ColumnFormat: {
    description: 'How the numbers of a column look. The values themselves are never rounded.',
    properties: {
      style: 'Style of the numbers. Percentages are fractions: 0.123 is shown as 12.3%.',
      decimals: ['Digits after the decimal point. Null: as they are, up to two.', 2],
      unit: ['A currency such as EUR, or a word such as hours. Null for neither.', 'EUR'],
    },
  },
  ResultColumn: {
    description: 'A column of a result.',
    properties: {
      name: ['Name of the column.', 'orders'],
      dataType: ['Type of the column in the database. Empty if unknown.', 'INTEGER'],
      kind: 'Kind of the values.',
      format: 'How the numbers look. Absent unless the column is a metric that says it.',
    },
  },
  ResultFormat: { description: 'Format of an exported file.' },
  CustomFormat: {
    description: 'How to write a text file of the format `custom`. The defaults are those of CSV.',
    properties: {
      delimiter: 'Character between values.',
      decimal: 'Decimal separator.',
      header: 'Whether the first line contains the names of the columns.',
      null_text: ['Text for NULL.', ''],
      line_end: 'Line ending.',
      byte_order_mark: 'Whether the file starts with a byte order mark, which Excel needs to detect UTF-8.',
    },
  },
  RunQueryRequest: {
    description: 'A query, and where to run it. By default it runs on your selected connection in your default area.',
    example: { sql_query: 'SELECT status, COUNT(*) AS orders FROM orders GROUP BY status' },
    properties: {
      session_id: [
        'ID of a conversation. The query runs where this conversation asks.',
        '2b1f7d9e-4a0c-4b65-8f0e-1d2c3b4a5f60',
      ],
      turn_id: [
        'ID of a turn. The query runs where this question was asked, which can be a file.',
        '9d1c2f4a-0b6e-4c47-9a4f-7f5f2f1f6c11',
      ],
      step: [
        'Name of a result of the turn that was computed from others. They are read again as you, and the SQL runs over their rows, in the dialect of SQLite.',
        'r3',
      ],
      database_config_id: ['ID of the connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      format: 'Format of the file. If absent, the response is JSON.',
      custom: 'How to write the file. Only for the format `custom`.',
      column_formats:
        'How the numbers of columns look, as the columns of the answer say. The result and Excel files use it.',
      'column_formats.name': ['Name of the column.', 'revenue'],
      'column_formats.format': 'How its numbers look.',
      max_rows: ['Maximum number of rows. If there are more, the answer is truncated; a file fails.', 1000],
    },
  },
  QueryResult: {
    description: 'The result of a query.',
    properties: { query: ['Your SQL.', 'SELECT status, COUNT(*) AS orders FROM orders GROUP BY status'] },
  },
  ExportFormats: { description: 'Export formats of the installed edition.', properties: { formats: 'The formats.' } },
  StarterQuestions: {
    description: 'Questions to start with.',
    properties: {
      questions: ['The questions, the most telling one first.', ['What is the revenue by month?']],
      empty_reason: [
        'Why there are none: `no_questions` fit the tables, they returned `no_rows`, or they are `unchecked` because the database did not answer in time. Null if there are questions.',
        null,
      ],
    },
  },
  ChartRowsRequest: { description: 'A query whose rows make a chart.' },
  ChartRowsHead: { description: 'The first line: the columns.' },
  ChartRowsBatch: {
    description: 'A line with rows.',
    properties: { rows: ['Rows. Each row is an array of cells.', [['delivered', 1240]]] },
  },
  ChartRowsEnd: {
    description: 'The last line.',
    properties: {
      end: 'End of the rows.',
      'end.truncated': ['Whether there are more than 100,000 rows.', false],
    },
  },
  Receipt: {
    description: 'What was done to run a query: tables read, rules applied, columns masked.',
    properties: {
      tables: 'Tables that the query read.',
      'tables.schema': schema,
      'tables.table': table,
      views: 'The tables that are views.',
      'views.schema': schema,
      'views.table': ['Name of the view.', 'orders_by_day'],
      columns: 'Columns that the query read, by table.',
      'columns.table': 'The table.',
      'columns.table.schema': schema,
      'columns.table.table': table,
      'columns.columns': ['Names of the columns.', ['id', 'status']],
      rowRules: 'Row rules that were applied.',
      'rowRules.rule': rule,
      'rowRules.table': 'The table.',
      'rowRules.table.schema': schema,
      'rowRules.table.table': table,
      masks: 'Column masks that were applied.',
      'masks.rule': ['Name of the rule.', 'Hide contacts'],
      'masks.table': 'The table.',
      'masks.table.schema': schema,
      'masks.table.table': ['Name of the table.', 'customers'],
      'masks.column': ['Name of the column.', 'email'],
      'masks.maskType': ['Type of the mask.', 'partial'],
      leftOut: 'Rules that removed columns from a `*`. The columns are not named.',
      'leftOut.rule': ['Name of the rule.', 'Hide contacts'],
      'leftOut.table': 'The table.',
      'leftOut.table.schema': schema,
      'leftOut.table.table': ['Name of the table.', 'customers'],
      maskedOutputs: 'Columns of the result with masked values.',
      'maskedOutputs.index': ['Position of the column, from 0.', 2],
      'maskedOutputs.column': ['Name of the column.', 'email'],
      'maskedOutputs.rule': ['Name of the rule.', 'Hide contacts'],
      limit: 'Row limit of the query. Null: none.',
      'limit.rows': ['Number of rows.', 1000],
      'limit.addedBy': 'Whether the server (`gate`) or the query itself (`query`) set the limit.',
      parameters: 'Parameters of the rules.',
      'parameters.bound': ['Parameters with a value.', ['user.region']],
      'parameters.unresolved': ['Parameters of rules without a value, so that no row is visible.', ['current_dept_id']],
      in_draft: ['Whether it was computed in the draft of the business area.', false],
      definitions:
        'The definitions of the area that the query contains. Absent if there are none, and for SQL written by a user or a model.',
      sentences: ['The same for people, one sentence each.', ['The rule “Own region” limits the rows of orders.']],
      messages: [
        'The sentences as ICU patterns with their values. To translate one, format a translation of its pattern.',
        [{ text: 'The rule “{rule}” limits the rows of {table}.', values: { rule: 'Own region', table: 'orders' } }],
      ],
    },
  },
  ResultWarning: {
    description: 'What could make a result wrong although the query ran.',
    properties: {
      kind: 'Kind of the warning.',
      message: ['The warning, for people.', 'No row of orders has the status "shiped".'],
      pattern: [
        'ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.',
        'No row of {table} has the {column} "{value}".',
      ],
      values: ['Values of the pattern, by name.', { table: 'orders', column: 'status', value: 'shiped' }],
      table: ['The table that it is about.', 'orders'],
      column: ['The column that it is about.', 'status'],
      value: ['The value that no row has.', 'shiped'],
      nearest: ['Similar values that exist.', ['shipped']],
    },
  },
}
