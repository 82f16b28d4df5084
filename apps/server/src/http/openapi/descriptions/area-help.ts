import type { SchemaTexts } from './text.ts'

/** Texts of what helps to fill an area: searches of tables, proposals, and previews. */
export const areaHelpTexts: SchemaTexts = {
  ProposeAreasRequest: {
    description: 'The connection to propose business areas for.',
    properties: { database_config_id: ['ID of a tested connection.', '9c1d7f42-5b0e-4a68-b3a9-6e2f8d41c703'] },
  },
  ProposeAreasResponse: {
    description: 'Proposed business areas of a connection. Nothing is saved.',
    properties: {
      database_config_id: ['ID of the connection.', '9c1d7f42-5b0e-4a68-b3a9-6e2f8d41c703'],
      database_name: ['Name of the connection.', 'Shop'],
      application_id: ['ID of the application to create the areas in.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      application_name: ['Name of the application.', 'Shop'],
      areas: 'Proposed areas, those with relationships first.',
      notes: ['What was left out or not done.', [], []],
    },
  },
  ProposedArea: {
    description: 'A proposed business area.',
    properties: {
      area_name: ['Name made from the most linked tables.', 'Orders and customers'],
      description: ['The tables in words.', 'Orders and customers.'],
      tables: 'Tables of the area.',
      'tables.object_type': 'Kind of the object.',
      'tables.description': [
        "The database's comment, or what follows from the relationships.",
        'One row per order. Refers to customers.',
      ],
      'tables.is_shared': ['Whether the table belongs to another area, and this area refers to it.', false],
      relationships: 'Relationships between the tables.',
      definitions: 'Definitions that the area might want. Each is proven.',
      questions: 'Up to three questions that the built-in engine just answered.',
    },
  },
  DefinitionProposal: {
    description: 'A definition that an area might want. It is proven.',
    properties: { item: 'The definition.', reason: 'What it is derived from.' },
  },
  ProposeDefinitionsRequest: {
    description: 'Where to look for definitions.',
    properties: {
      database_config_id: [
        "ID of a tested connection. The default is the selected one, else the first tested one of the area's application.",
        '9c1d7f42-5b0e-4a68-b3a9-6e2f8d41c703',
      ],
      phrase: ['Proposes only what this may mean.', 'active customers'],
    },
  },
  AskedWord: {
    description: 'A word or phrase that users ask for, but that the area does not define.',
    properties: {
      phrase: ['The words, in lower case.', 'active customers'],
      conversations: ['How many conversations of the last 30 days. At most three of each user count.', 5],
      key: ['What rejects it.', '["asked","active customers"]'],
    },
  },
  AskedWordsResponse: {
    description: 'What users ask for, but the area does not define.',
    properties: { words: 'The words, those asked for most often first.' },
  },
  ProposeDefinitionsResponse: {
    description: 'Definitions that an area might want. Nothing is saved.',
    properties: {
      database: 'The database in which they were proven.',
      'database.config_id': ['ID of the connection.', '9c1d7f42-5b0e-4a68-b3a9-6e2f8d41c703'],
      'database.name': ['Name of the connection.', 'Shop'],
      proposals: 'The definitions, table by table.',
      notes: ['What was not done.', [], []],
    },
  },
  RejectProposalsRequest: {
    description: 'Proposals that must not come back.',
    properties: { keys: ['The kind and the names of each item, as JSON in lower case.', ['["metric","revenue"]']] },
  },
  RejectProposalsResponse: {
    description: 'The outcome of a rejection.',
    properties: { rejected: ['Number of rejected proposals.', 1] },
  },
  ProposedRelationship: {
    description: 'A proposed relationship, with how sure it is.',
    properties: {
      left_table: ['Table that refers to the other one.', 'orders'],
      left_columns: ['Its columns.', ['customer_id']],
      right_table: ['Table that it refers to.', 'customers'],
      right_columns: ['Its key.', ['id']],
      origin: 'A foreign key of the database, values that a query compared, or only the names.',
      confidence: ['From 0 to 1. For compared values, the share that exists in the right table.', 0.98],
      sampled_values: ['Number of different values that were compared. Null without a comparison.', 1000],
      found_values: ['How many of them exist in the right table. Null without a comparison.', 980],
      untested_reason: 'Why the values were not compared. Null if they were, or if the database declares the key.',
      join: 'The same as a relationship of an area. Null if an area cannot have it.',
    },
  },
  ProposedQuestion: {
    description: 'A question that the built-in engine just answered.',
    properties: {
      question: ['The question.', 'How many orders are there?'],
      sql_query: ['Its SQL.', 'SELECT COUNT(*) FROM orders'],
      answer: ['The answer.', 'There are 830 orders.'],
    },
  },
  SearchTablesResponse: {
    description: 'Tables that match a search.',
    properties: {
      table_names: ['Names of all matching tables, best match first.', ['orders', 'order_items']],
      tables: 'The first 50 matches, with details.',
      'tables.schema': ['Schema of the table. Null if the database has no schemas.', 'public'],
      'tables.comment': ['Comment of the table in the database. Null: none.', 'One row for each order'],
      'tables.row_estimate': ['Estimated number of rows. Null if it is unknown or rules hide rows from you.', 12_400],
      'tables.column_count': ['Number of columns that you can see.', 7],
      'tables.matched_columns': ['Up to 5 columns that explain the match. Empty if the name does.', ['order_date']],
    },
  },
  JoinedTablesRequest: { description: 'Tables of a connection.', properties: {} },
  JoinedTablesResponse: { description: 'The tables joined to them.', properties: {} },
  AreaDraft: {
    description: 'Unsaved changes to a business area. Absent parts are as saved.',
    like: ['CreateAreaRequest', 'Area', 'AreaListItem'],
  },
  AreaAudienceRequest: {
    description: 'A draft of a business area. For an existing area, absent parts are as saved.',
    like: ['CreateAreaRequest', 'Area', 'AreaListItem'],
    properties: {
      area_id: ['ID of the business area. Absent for a new area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      application_id: ['ID of the application. Required for a new area.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      offset: ['Number of users to skip.', 50],
    },
  },
  AreaAudienceResponse: {
    description: 'Who will see what of a draft.',
    properties: {
      database: 'Connection whose tables were examined.',
      'database.name': ['Name of the connection.', 'Shop'],
      users: 'Users with access, at most 50, by email address. Owners get only users on the access list.',
      total: ['Number of users with access.', 12],
      table_count: ['Number of tables of the area.', 6],
      masked_tables: 'Tables with masked or hidden columns, which are the same for all users.',
      'masked_tables.masked': 'Columns that never show their real values.',
      'masked_tables.masked.column': ['Name of the column.', 'phone'],
      'masked_tables.masked.mask_type': 'How the values are masked.',
      'masked_tables.masked.rule': ['Name of the rule.', 'Personal data'],
      'masked_tables.hidden': ['Columns that users do not see.', ['margin']],
      unexamined_tables: ['Number of tables that were left out because there are too many.', 0],
      waits_for_approval: [
        'Whether an administrator must approve a part of the draft. The response shows what applies until then.',
        false,
      ],
    },
  },
  AreaRowCountsRequest: {
    description: 'A draft of a business area, and the users to count for.',
    like: ['AreaAudienceRequest', 'CreateAreaRequest', 'Area', 'AreaListItem'],
    properties: {
      user_ids: [
        'IDs of at most 50 users. Users without access are ignored.',
        ['4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      ],
    },
  },
  AreaRowCountsResponse: {
    description: 'How many rows users will see of a draft.',
    properties: {
      database: 'Connection whose rows were counted.',
      'database.name': ['Name of the connection.', 'Shop'],
      users: 'The users, by email address.',
      'users.tables': 'Tables with row rules that show the user some rows.',
      open_tables: 'Tables without row rules. Everyone with access sees all of their rows.',
    },
  },
  RowCount: {
    description: 'The number of rows of a table.',
    properties: {
      rows: ['Number of rows, at most 10,000. Null if they were not counted.', 418],
      has_more: ['Whether the table has more rows.', false],
      reason: ['Why the rows were not counted. Null otherwise.', 'Counting took too long.', null],
    },
  },
  AudienceUser: {
    description: 'What one user will see.',
    properties: {
      may_use_database: 'Whether the user can use the connection. If not, the user sees nothing.',
      tables: 'Tables that do not show all rows to the user.',
    },
  },
  AudienceTable: {
    description: 'What one user will see of a table.',
    properties: {
      sees: 'Which rows the user sees. `refused`: queries that read the table fail.',
      rows: 'Row rules of the table.',
      reason: ['Why the user sees nothing. Null otherwise.', 'No rows, because region is not set.'],
      without_value: ['Parameters that need a value, or a suitable one.', ['region'], []],
    },
  },
  AudienceRow: {
    description: 'A row rule with the values of one user.',
    properties: {
      rule: ['Name of the rule.', 'Own region'],
      condition: [
        'Condition with the values of the user, or the join with the parent table. Owners do not see the values of other users.',
        "customers.region = 'West'",
      ],
      inherits_from: ['Parent table whose visible rows decide. Null if the rule has its own condition.', 'customers'],
      only_with: ['The rule applies only to queries that also read this table. Null if it always applies.', 'orders'],
      without_value: ['Parameters without a suitable value, so that the user sees no rows.', ['region'], []],
    },
  },
  MaskExampleRequest: {
    description: 'An unsaved mask of a column.',
    properties: {
      area_id: ['ID of the business area. Absent for a new area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
      application_id: ['ID of the application. Required for a new area.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      table_name: ['Table of the column. `ALL`: the first table of the saved area that has the column.', 'customers'],
      column: ['Column to mask.', 'phone'],
      mask: 'How to mask its values.',
    },
  },
  MaskExampleResponse: {
    description: 'Values before and after a mask.',
    properties: {
      state:
        '`shown`: `results` has values. `empty`: you see no value of the column. `masked`: a saved rule masks or hides a column that the example reads. `no_access`: you cannot ask about the table.',
      database: 'Connection that was read.',
      'database.name': ['Name of the connection.', 'Shop'],
      columns: 'The column before and after the mask. Empty without values.',
      results: [
        'Up to three different values, each before and after the mask. Long values are cut.',
        [['+49 30 0074321', 'XXX-XXX-4321']],
      ],
    },
  },
  TableList: {
    description: 'Tables of a connection.',
    properties: {
      tables: 'The tables.',
      'tables.display_name': ['Name of the table, as the interface shows it.', 'orders'],
      'tables.is_synonym': ['Whether the object is a synonym.', false],
      'tables.has_comment': ['Whether the database describes the table with a comment.', false],
      total_count: ['Number of tables.', 14],
      all_tables_allowed: 'Whether you can ask without a business area. Absent if this does not concern you.',
    },
  },
  ColumnList: {
    description: 'Columns of a table.',
    properties: {
      columns: 'The columns.',
      'columns.name': ['Name of the column.', 'total'],
      'columns.data_type': ['Type of the column in the database.', 'NUMERIC(10,2)'],
      'columns.nullable': 'Whether the column can be NULL.',
      'columns.comment': ['Comment of the column in the database. Null: none.', 'In US dollars'],
      comment: ['Comment of the table in the database. Null: none.', 'One row for each order'],
      row_estimate: ['Estimated number of rows. Null if it is unknown or rules hide rows from you.', 12_400],
    },
  },
}
