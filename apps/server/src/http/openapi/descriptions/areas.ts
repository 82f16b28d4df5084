import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const waiting = 'Only present in a 202 response: a part is waiting for an administrator.'

/** Texts of business areas. */
export const areaTexts: SchemaTexts = {
  AreaListItem: {
    description: 'A business area, as lists show it.',
    properties: {
      table_count: ['Number of tables.', 6],
      join_count: ['Number of relationships.', 5],
      owner_name: ['Name of the owner. Null if there is none, or you are not allowed to see it.', 'Ann'],
      is_owner: 'Whether you own the area.',
      can_edit: 'Whether you can edit and delete the area.',
      is_active: 'Whether questions can use the area.',
      is_default: 'Whether it is your default area in its application.',
    },
  },
  Area: {
    description: 'A business area with its tables, relationships, and rules.',
    like: ['AreaListItem'],
    properties: {
      user_id: ['ID of the owner. Null if the owner no longer exists.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      ai_instructions: ['Instructions for the model.', 'Revenue means the sum of orders.total.'],
      synonyms: ['Other words for the area that users write in questions.', ['sales', 'purchases']],
      sample_questions: [
        'Questions that a new conversation offers first, to users who get an answer.',
        ['What is the revenue by month?'],
      ],
      tables: 'Tables of the area.',
      joins: 'Relationships between tables.',
      definitions:
        'What the words of the area mean: metrics, dimensions, filters, time columns, and synonyms of values.',
      row_security_rules: 'Row rules. Empty if there are none or you can only view the area.',
      column_security_rules: 'Column masks. Empty if there are none or you can only view the area.',
      has_row_security: ['Whether the area has row rules.', false],
      has_column_security: ['Whether the area has column masks.', false],
      can_manage_access: 'Whether you can grant access to the area.',
      version: ['Version of the area. Each change increases it. Send it as `If-Match`.', 3],
      warnings: ['Problems that did not prevent saving. Empty when you read an area.', []],
      pending_approval: [
        'Change that is waiting for an administrator. Null if there is none or you cannot edit the area.',
        null,
      ],
      waiting_tables: ['Tables that the area does not show until an administrator approves them.', ['salaries'], []],
      status: waiting,
      created_at: ['When the area was created.', time],
      updated_at: ['When the area was last changed.', time],
    },
  },
  CreateAreaRequest: {
    description: 'A new business area.',
    like: ['Area', 'AreaListItem'],
    properties: {
      row_security_rules: 'Row rules. Null or empty: none.',
      column_security_rules: 'Column masks. Null or empty: none.',
      access: 'Users who get or lose access. Only for a restricted area.',
    },
  },
  UpdateAreaRequest: {
    description: 'A change to a business area. Absent optional fields keep their values.',
    like: ['CreateAreaRequest', 'Area', 'AreaListItem'],
    properties: {
      change_reason: ['Why the area is changed, for the list of its versions.', 'Revenue excludes refunds'],
      removed_examples: [
        'IDs of verified examples to delete, because they need a table that this change removes.',
        ['0a1b2c3d-1111-4222-8333-444455556666'],
      ],
    },
  },
  AreaAccessChange: {
    description: 'Users and groups that get or lose access to a restricted business area.',
    properties: {
      add: ['IDs of users who get access.', ['5d0c7d0e-1111-4222-8333-444455556666']],
      remove: ['IDs of users who lose access.', []],
      add_groups: ['IDs of groups that get access. Only for administrators.', []],
      remove_groups: ['IDs of groups that lose access. Only for administrators.', []],
    },
  },
  CheckAreaRequest: { description: 'A draft of a business area.', like: ['CreateAreaRequest', 'Area'] },
  CheckAreaResponse: {
    description: 'Problems of a draft.',
    properties: {
      problems: 'Problems that were found.',
      databases: ['Names of the connections that the draft was checked with.', ['Shop']],
    },
  },
  AreaTables: { description: 'Tables of a business area.' },
  AreaRelationships: { description: 'Relationships of a business area.' },
  AreaTableSettings: {
    description: 'A table to save in a business area, with descriptions for the model.',
    properties: {
      description: ['What the table contains.', 'One row per order'],
      synonyms: ['Other words for the table that users write in questions.', ['sales']],
      columns: 'Descriptions of columns.',
      confirmed: 'Whether an administrator allows this view although its definition cannot be read.',
    },
  },
  AreaTable: {
    description: 'A table of a business area.',
    like: ['AreaTableSettings'],
    properties: {
      display_name: ['Name of the table, as the interface shows it.', 'orders'],
      object_type: 'Kind of the object. Null if no connection of the application has it now.',
      is_synonym: ['Whether the object is a synonym of a table in the database.', false],
      is_missing: [
        'Whether no connection of the application has the table now. Queries that need it are refused.',
        false,
      ],
      'columns.name': ['Name of the column.', 'total'],
      'columns.description': ['What the column contains.', 'Total of the order in US dollars'],
      'columns.synonyms': ['Other words for the column.', ['revenue']],
    },
  },
  AreaColumnHint: {
    description: 'A description of a column for the model.',
    properties: {
      name: ['Name of the column.', 'total'],
      description: ['What the column contains.', 'Total of the order in US dollars'],
      synonyms: ['Other words for the column.', ['revenue']],
    },
  },
  AreaRelationship: {
    description: 'A relationship between tables: two tables and columns, or a custom condition, or only a description.',
    example: {
      join_type: 'LEFT',
      left_table: 'orders',
      left_column: 'customer_id',
      right_table: 'customers',
      right_column: 'id',
    },
    properties: {
      join_type: 'Type of the join.',
      left_table: ['Left table.', 'orders'],
      left_column: ['Column of the left table.', 'customer_id'],
      right_table: ['Right table.', 'customers'],
      right_column: ['Column of the right table.', 'id'],
      join_condition: [
        'Custom join condition, if one pair of columns is not enough.',
        'orders.customer_id = customers.id',
      ],
      description: ['Description of the relationship for the model.', 'Each order has one customer.'],
      cardinality: 'How many rows belong together. Without it, the keys of the tables decide.',
    },
  },
  AreaProblem: {
    description: 'A problem of a business area.',
    properties: {
      severity: 'Whether the problem prevents saving (`error`) or not (`warning`).',
      section: 'Part of the area that has the problem.',
      rule: ['Name of the rule. Null outside of rules.', 'Own region'],
      table: ['Name of the table. Null if it is about no single table.', 'orders'],
      definition: 'The definition that has the problem. Absent outside of definitions.',
      'definition.kind': 'Kind of the definition.',
      'definition.name': ['Name of the definition. For a column: `table.column`.', 'Revenue'],
      part: [
        'Part of the rule: `condition`, `join_condition`, `requires`, `when_column_exists`, `table`, or the name of a column. In definitions, the field, such as `expression`.',
        'condition',
      ],
      message: ['What is wrong, for people.', 'There is no column regin.'],
      pattern: [
        'The ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.',
        'There is no column {column}.',
      ],
      values: ['The values of the pattern, by name.', { column: 'regin' }],
      position: ['Position in the condition or mask, from 0. Null if unknown.', 0],
      database: ['Name of the connection that has the problem. Null: all.', 'Shop'],
    },
  },
  AreaAccessList: {
    description: 'Users and groups that can use a restricted business area.',
    properties: {
      access_list: 'Users with access.',
      group_count: ['Number of groups with access.', 1],
      groups: 'Groups with access. Only for administrators.',
      status: waiting,
    },
  },
  GrantAreaAccessRequest: { description: 'The user to grant access to.' },
  TransferAreaRequest: {
    description: 'The new owner.',
    properties: { user_id: ['ID of the new owner.', '81b7d3f2-1c4a-4f0e-b6d9-2a5e8c7f4013'] },
  },
  DeleteAreaResponse: { description: 'The deleted business area.' },
  AreaEditionLimits: {
    description: 'Limits of the edition, and the number of business areas.',
    properties: {
      edition: ['Installed edition.', 'enterprise'],
      max_business_areas: ['Allowed areas. -1: unlimited.', 20],
      current_business_areas: ['Number of areas.', 4],
      max_tables_per_area: ['Allowed tables per area. -1: unlimited.', 100],
      row_security_enabled: 'Whether the edition includes row rules.',
      column_security_enabled: 'Whether the edition includes column masks.',
      restricted_visibility_enabled: 'Whether the edition includes restricted areas.',
      max_databases: ['Allowed connections. -1: unlimited.', 10],
    },
  },
  AreaRecommendation: {
    description: 'A business area that fits a question.',
    properties: {
      confidence_score: ['How well the area fits, from 0 to 1.', 0.87],
      matched_tables: ['Tables that fit the question.', ['orders']],
    },
  },
  RecommendAreaRequest: {
    description: 'A question.',
    properties: { query: ['The question.', 'How many orders are there?'] },
  },
  RecommendAreaResponse: {
    description: 'The business area that fits a question best.',
    properties: { recommendation: 'The recommended area. Null if none fits.' },
  },
  SuggestRelationshipsRequest: {
    description: 'Tables to find relationships between.',
    properties: { database_config_id: ['ID of the connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'] },
  },
  SuggestRelationshipsResponse: {
    description: 'Suggested relationships.',
    properties: { joins: 'The relationships.' },
  },
  UserAttributeCounts: {
    description: 'The attributes of active users, without values.',
    example: { active_users: 12, attributes: [{ key: 'region', users: 10 }] },
    properties: {
      active_users: ['Number of active users.', 12],
      attributes: 'The attributes that at least one active user has, the most frequent first.',
      'attributes.key': ['Name of the attribute. A rule reads it as `:user.<key>`.', 'region'],
      'attributes.users': ['Number of active users who have a value for it.', 10],
    },
  },
  PreviewAreaRequest: {
    description: 'Whom and what to preview: exactly one of `table_name`, `sql_query`, and `question`.',
    example: { user_id: '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318', table_name: 'orders' },
    properties: {
      user_id: ['ID of the user to preview.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      sql_query: ['SQL to run as the user.', 'SELECT * FROM orders'],
      question: ['Question to ask as the user. The built-in engine answers it.', 'How many orders are there?'],
      draft: 'Unsaved changes that apply only to this preview.',
    },
  },
  PreviewNewAreaRequest: {
    description: 'An area that is not saved yet, and whom and what to preview.',
    like: ['PreviewAreaRequest'],
    example: {
      application_id: '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24',
      user_id: '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318',
      table_name: 'orders',
      draft: { tables: [{ table_name: 'orders' }] },
    },
    properties: {
      application_id: ['ID of the application.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      draft: 'The area. Absent parts are empty.',
    },
  },
  PreviewAreaResponse: {
    description: 'What a user sees in a business area.',
    properties: {
      user: 'The user.',
      'user.role': 'Role of the user. Only administrators see it.',
      may_use: 'Whether the user can use the area. If not, the user sees nothing of the result.',
      database: 'Connection that ran the query.',
      'database.name': ['Name of the connection.', 'Shop'],
      executed_sql: [
        'SQL that the database ran, after rules were applied. Values are placeholders.',
        'SELECT id FROM orders WHERE region = $1',
      ],
      visible_rows: ['Number of rows that the user sees. Null if no table was previewed.', 412],
      hidden_columns: ['Columns that the user does not see.', ['margin']],
      empty_tables: 'Tables that the query reads and that show the user no rows.',
      'empty_tables.table_name': ['Name of the table.', 'customers'],
      'empty_tables.reason': ['Why the user sees no rows.', 'No rows, because region is not set.'],
      'empty_tables.pattern': [
        'ICU pattern of `reason`, if it has values.',
        'No rows, because {names} {n, plural, one {is} other {are}} not set.',
      ],
      'empty_tables.values': ['Values of the pattern, by name.', { names: 'region', n: 1 }],
      'empty_tables.without_value': ['Parameters that need a value, or a suitable one.', ['region']],
    },
  },
  AreaFile: {
    description: 'A file exported from a business area.',
    properties: {
      format: 'Format of the file.',
      format_version: 'Version of the format.',
      area: 'The business area.',
      'area.area_name': ['Name of the business area.', 'Orders'],
      'area.ai_instructions': ['Instructions for the model.', 'Revenue means the sum of orders.total.'],
      'area.sample_questions': ['Questions that a new conversation offers first.', ['What is the revenue by month?']],
      'area.is_active': 'Whether questions can use the area.',
      'area.tables': 'Tables of the area.',
      'area.joins': 'Relationships between tables.',
      'area.definitions': 'What the words of the area mean.',
      'area.row_security_rules': 'Row rules.',
      'area.column_security_rules': 'Column masks.',
      evaluation: 'Question sets of the area. Absent: none.',
    },
  },
  ImportAreaRequest: {
    description: 'A file to import.',
    properties: {
      application_id: ['ID of the application to import into.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      area_name: ['Name of the new area. The default is the name in the file.', 'Orders (copy)'],
      file: 'The exported file.',
    },
  },
  Message: {
    description: 'A sentence for people: an English pattern in ICU MessageFormat, and its values.',
    example: { text: '{n, plural, one {# table} other {# tables}}', values: { n: 3 } },
    properties: {
      text: ['The pattern.', '{n, plural, one {# table} other {# tables}}'],
      values: 'The values of the pattern.',
    },
  },
  MessageValues: { description: 'The values of a message, by name.' },
}
