import type { SchemaTexts } from './text.ts'

const time = '2026-11-23T09:30:00.000Z'
const tables = (what: string) => ['Names of the tables, at most 200.', [what]] as const

/** Texts of connections, applications, and the catalog. */
export const connectionTexts: SchemaTexts = {
  Application: {
    description: 'An application. It groups connections and business areas.',
    properties: {
      id: ['ID of the application.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      name: ['Name of the application.', 'Sales'],
      description: ['What the application is for.', 'Everything about orders'],
    },
  },
  CreateApplicationRequest: { description: 'A new application.', like: ['Application'] },
  Visibility: { description: 'Who can use a connection or an area.' },
  DatabaseKind: { description: 'Type of a database.' },
  ConnectionState: {
    description:
      '`ready`: it can be queried. `syncing`: it can be queried, and its copy is being replaced. `failed`: its last test failed. `not_tested`: its settings were never tested.',
  },
  ConnectionStage: { description: 'A stage of a connection test, in the order of the test.' },
  SyncStatus: { description: 'State of the copy of a Google Sheets connection.' },
  Connection: {
    description: 'A connection: a configured database. It never contains secrets.',
    properties: {
      id: ['ID of the connection. Same as `config_id`.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      config_id: ['ID of the connection. Same as `id`.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      name: ['Name of the connection.', 'Shop'],
      description: ['What the database contains.', 'Orders of all shops since 2024'],
      application_id: ['ID of the application. Null: none.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
      application: 'The application. Null: none.',
      db_type: 'Type of the database.',
      endpoint: ['Where the database is: host and port, account, or project. Null for a file.', 'db.example.com:5432'],
      host: ['Host name of the database.', 'db.example.com'],
      port: ['Port of the database.', 5432],
      database: ['Name of the database, or its file for SQLite.', 'shop'],
      schema_name: ['Default schema.', 'public'],
      username: ['User name for the database.', 'parlance_reader'],
      password: ['Password for the database. If empty or absent, the stored one stays.', 's3cret'],
      extra_params: [
        'Other fields of the database type, as `GET /api/v1/database-management/types` lists them.',
        { sslmode: 'require' },
      ],
      stored_secrets: [
        'Names of secret fields that have a stored value. If a change leaves them empty, they keep it.',
        ['password'],
      ],
      spreadsheet_id: ['ID or URL of the spreadsheet. Only for Google Sheets.', '1AbCdEfGh', null],
      credentials_path: [
        'Path of the credentials file on the server. Only for Google Sheets.',
        '/etc/parlance/sheets.json',
        null,
      ],
      auth_type: ['How to sign in to Google. Only for Google Sheets.', 'service_account', null],
      sync_on_connect: ['Whether to copy the sheets when the connection opens. Only for Google Sheets.', true, null],
      auto_sync_interval: ['Minutes between automatic syncs. 0: off. Only for Google Sheets.', 60, null],
      last_synced: ['When the sheets were last copied. Only for Google Sheets.', time, null],
      sync_status: ['State of the copy. Only for Google Sheets.', 'synced', null],
      is_active: 'Whether you have selected this connection.',
      is_valid: 'Whether the last test succeeded.',
      is_checked: 'Whether scheduled checks include the connection.',
      state: ['State of the connection.', 'ready'],
      last_tested: ['When the connection was last tested. Null if never.', time],
      test_error: [
        'Why the last test failed. Null if it succeeded.',
        'Could not reach db.example.com on port 5432.',
        null,
      ],
      test_error_pattern: [
        'ICU pattern of `test_error`, if it has values. To translate it, format a translation of the pattern.',
        'Could not reach the database: {reason}',
      ],
      test_error_values: ['Values of the pattern of `test_error`, by name.', { reason: 'The server is down.' }],
      test_stage: [
        'Stage where the last test failed. Null if it succeeded or failed before the first stage.',
        'reach',
        null,
      ],
      test_advice: ['What to do about the failure.', 'Check the host name.', null],
      test_advice_pattern: [
        'ICU pattern of `test_advice`, if it has values. To translate it, format a translation of the pattern.',
        'Run "{command}" on the server, then restart Parlance.',
      ],
      test_advice_values: ['Values of the pattern of `test_advice`, by name.', { command: 'npm install oracledb' }],
      driver_info: ['Engine and version of the database.', 'PostgreSQL 17.2'],
      warnings: ['What the database user could do in addition to reading.', ['The account can write to 3 tables.'], []],
      warning_messages: [
        'The warnings as ICU patterns with their values. To translate a warning, format a translation of its pattern.',
        [{ text: 'The account can write to {n, plural, one {# table} other {# tables}}.', values: { n: 3 } }],
      ],
      table_count: ['Number of tables. Null if unknown.', 14],
      uploaded_files: [
        'The files that were uploaded as its database. Null for every other connection.',
        [{ name: 'orders.csv', size: 18_432 }],
        null,
      ],
      'uploaded_files.name': ['Name of the file.', 'orders.csv'],
      'uploaded_files.size': ['Bytes of the file.', 18_432],
      can_manage: 'Whether you can edit, test, delete, and refresh the connection.',
      can_manage_access: 'Whether you can grant access to the connection.',
      user_id: ['ID of the owner. Null if the owner no longer exists.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      created_at: ['When the connection was created.', time],
      updated_at: ['When the connection was last changed. Send it as `expected_updated_at`.', time],
    },
  },
  ConnectionUse: {
    description: 'How a connection is used.',
    properties: {
      id: ['ID of the connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      last_asked_at: ['When the last question about it was asked. Null if never.', time],
    },
  },
  CreateConnectionRequest: {
    description: 'A new connection.',
    like: ['Connection'],
    properties: {
      db_type: ['Type of the database.', 'postgresql'],
      password: ['Password for the database.', 's3cret'],
      extra_params: [
        'Other fields of the database type, as `GET /api/v1/database-management/types` lists them.',
        { sslmode: 'require' },
      ],
    },
  },
  UpdateConnectionRequest: {
    description: 'Changes of a connection. Absent fields keep their values.',
    like: ['Connection'],
    properties: {
      extra_params: [
        'Other fields of the database type. They replace all such fields except secrets.',
        { sslmode: 'require' },
      ],
    },
  },
  DeleteConnectionResponse: { description: 'The deleted connection.', like: ['Connection'] },
  SelectConnectionRequest: { description: 'The connection to select.' },
  TestResult: {
    description: 'Result of a test.',
    properties: {
      success: 'Whether the test succeeded.',
      message: ['Result of the test, for people.', 'Connected. 14 tables found.'],
      pattern: [
        'ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.',
        'Connected. {n, plural, one {# table} other {# tables}} found.',
      ],
      values: ['Values of the pattern, by name.', { n: 14 }],
      table_count: ['Number of tables, if the test succeeded.', 14],
    },
  },
  CheckInterval: { description: 'How often connections are checked without anyone asking for it.' },
  HealthChecks: {
    description: 'The setting of scheduled checks.',
    properties: { interval: ['How often connections are checked.', 'hourly'] },
  },
  TestAllSummary: {
    description: 'Result of testing all connections. If it was stopped, some were not tested.',
    properties: {
      total: ['Connections that you can use.', 12],
      passed: ['Connections that passed.', 11],
      failed: ['Connections that failed.', 1],
    },
  },
  TestStarted: {
    description: 'The test of a connection begins.',
    properties: {
      type: ['Always `started`.', 'started'],
      id: ['ID of the connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
    },
  },
  TestEnded: {
    description: 'The test of a connection has ended.',
    properties: {
      type: ['Always `tested`.', 'tested'],
      id: ['ID of the connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      result: 'Result of the test.',
    },
  },
  AllTestsEnded: {
    description: 'All tests have ended.',
    like: ['TestAllSummary'],
    properties: { type: ['Always `ended`.', 'ended'] },
  },
  ConnectionTestResult: {
    description: 'Result of a connection test, stage by stage.',
    like: ['TestResult', 'Connection'],
    properties: {
      stage: ['Stage that failed. Null if all stages passed or the settings were refused.', 'reach', null],
      advice: ['What to do about the failure. Null if all stages passed.', 'Check the host name.', null],
      advice_pattern: [
        'ICU pattern of `advice`, if it has values. To translate it, format a translation of the pattern.',
        'Run "{command}" on the server, then restart Parlance.',
      ],
      advice_values: ['Values of the pattern of `advice`, by name.', { command: 'npm install oracledb' }],
      stages: 'Result of each stage.',
      driver_info: ['Engine and version of the database. Null if the test failed.', 'PostgreSQL 17.2'],
    },
  },
  StageResult: {
    description: 'Result of one stage of a connection test.',
    properties: { stage: 'The stage.', outcome: 'How the stage ended.' },
  },
  TestConnectionEvent: {
    description: 'An event of a connection test.',
    properties: { stages: 'Results of the stages so far.', result: 'Result of the test, in the last event.' },
  },
  ConnectionAccess: {
    description: 'A user who can use a restricted connection.',
    properties: {
      id: ['ID of the user. Same as `user_id`.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
      is_active: 'Whether the user is active. The grant of a deactivated user stays.',
      granted_at: ['When access was granted.', time],
    },
  },
  ConnectionAccessChange: {
    description: 'The grant that was added or revoked.',
    like: ['ConnectionAccess'],
    properties: {
      message: ['What happened, for people.', 'Access granted to ann@example.com'],
      pattern: [
        'ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.',
        'Access granted to {email}',
      ],
      values: ['Values of the pattern, by name.', { email: 'ann@example.com' }],
    },
  },
  GrantConnectionAccessRequest: { description: 'The user to grant access to.' },
  SyncResponse: {
    description: 'Result of a sync.',
    properties: {
      error: [
        'Why the sync failed. Null if it succeeded.',
        'The spreadsheet is not shared with the service account.',
        null,
      ],
      pattern: [
        'ICU pattern of `error`, or else of `message`. To translate the text, format a translation of the pattern.',
        '{tables, plural, one {# table} other {# tables}}, {rows, plural, one {# row} other {# rows}}.',
      ],
      values: ['Values of the pattern, by name.', { tables: 4, rows: 1820 }],
    },
  },
  ListConnectionSyncsResponse: {
    description: 'The last syncs, newest first.',
    properties: {
      started_at: ['When the sync started.', time],
      finished_at: ['When the sync finished.', time],
      table_count: ['Number of copied sheets.', 4],
      row_count: ['Number of copied rows.', 1820],
      warnings: ['What was left out.', ['Only the first 1000 columns of the sheet Notes were copied.']],
      warning_messages: [
        'The warnings as ICU patterns with their values. To translate a warning, format a translation of its pattern.',
        [
          {
            text: 'Only the first {columns} columns of the sheet {sheet} were copied.',
            values: { columns: 1000, sheet: 'Notes' },
          },
        ],
      ],
      error: [
        'Why the sync failed. Null if it succeeded.',
        'The spreadsheet is not shared with the service account.',
        null,
      ],
      pattern: [
        'ICU pattern of `error`, if it has values. To translate it, format a translation of the pattern.',
        'Google found no spreadsheet with this ID. Check the ID, and that the spreadsheet is shared with {account}.',
      ],
      values: ['Values of the pattern, by name.', { account: 'reader@example.com' }],
    },
  },
  CatalogStatus: {
    description: 'What the server knows about the tables of a connection.',
    properties: {
      id: ['ID of the connection. Same as `config_id`.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      refreshed_at: ['When the tables were last read. Null if never.', time],
      column_count: ['Number of columns.', 96],
      refresh: ['The refresh that is running. Null if none is.', null],
      'refresh.started_at': ['When the refresh started.', time],
      'refresh.tables_seen': ['Number of tables read so far.', 9],
      error: [
        'Why the last refresh failed. Null if it succeeded.',
        'Could not reach db.example.com on port 5432.',
        null,
      ],
      error_at: ['When the last refresh failed.', time, null],
      changes: 'What changed between the last two refreshes. Null if nothing did.',
    },
  },
  CatalogChanges: {
    description: 'Differences between two refreshes of a catalog.',
    properties: {
      found_at: ['When the newer refresh finished.', time],
      since: ['When the older refresh finished.', '2026-11-22T09:30:00.000Z'],
      added: 'Tables that are new.',
      'added.count': ['Number of tables.', 1],
      'added.tables': tables('returns'),
      removed: 'Tables that no longer exist.',
      'removed.count': ['Number of tables.', 1],
      'removed.tables': tables('orders_old'),
      changed: 'Tables whose columns changed.',
      'changed.count': ['Number of tables.', 1],
      'changed.tables': 'The tables, at most 200.',
      'changed.tables.table': ['Name of the table.', 'orders'],
      'changed.tables.added_columns': ['New columns.', ['channel']],
      'changed.tables.removed_columns': ['Columns that no longer exist.', ['source']],
      'changed.tables.changed_columns': ['Columns whose type, nullability, or key changed.', ['total']],
    },
  },
  RefreshCatalogRequest: {
    description: 'Options of a refresh.',
    properties: { wait: 'Whether to respond after the refresh has finished.' },
  },
  StoredValuesStatus: {
    description: 'What the server has stored about the values of a connection. It contains no values.',
    properties: {
      id: ['ID of the connection. Same as `config_id`.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
      is_on: 'Whether values are read and stored.',
      built_at: ['When the values were last read. Null if never.', time],
      column_count: ['Number of columns with stored facts or texts.', 42],
      value_count: ['Number of stored texts.', 1830],
      size_bytes: ['Size of the stored texts in bytes.', 21_960],
      skipped_count: ['Number of columns that were left out because a limit was reached.', 0],
      is_running: 'Whether the server is reading the values now.',
      error: [
        'Why the last reading failed. Null if it succeeded.',
        'Could not reach db.example.com on port 5432.',
        null,
      ],
      error_at: ['When the last reading failed.', time, null],
    },
  },
  ChangeStoredValuesRequest: {
    description: 'Whether to store values.',
    properties: { is_on: 'Whether to read and store values. False deletes the stored values.' },
  },
  ReadStoredValuesRequest: {
    description: 'Options of a reading.',
    properties: { wait: 'Whether to respond after the reading has finished.' },
  },
  DatabaseType: {
    description: 'A supported database type.',
    properties: {
      db_type: ['ID of the type.', 'postgresql'],
      name: ['Name of the type.', 'PostgreSQL'],
      default_port: ['Default port. Null if the type has none.', 5432],
      fields: 'Fields of the connection form.',
      capabilities: 'What the type supports.',
      is_available: 'Whether its driver and client library are installed.',
      install_command: [
        'Command that installs the client library. Null if nothing is missing.',
        'npm install oracledb',
      ],
      note: ['What an administrator must know before connecting.', 'Use a user that can only read.'],
    },
  },
  DatabaseCapabilities: {
    description: 'What a database type supports.',
    properties: {
      cancel: 'Whether running queries can be canceled.',
      read_only_session: 'Whether sessions can be read-only.',
      statement_timeout: 'Whether the database stops long queries.',
      schemas: 'Whether the database has schemas.',
      synonyms: 'Whether the database has synonyms.',
    },
  },
  DatabaseTypeField: {
    description: 'A field of the connection form.',
    properties: {
      name: ['Name of the field in requests.', 'sslmode'],
      label: ['Label of the field.', 'SSL mode'],
      input: 'Kind of the input.',
      required: 'Whether the field is required.',
      secret: 'Whether the field is a secret. Responses never contain secrets.',
      default_value: ['Default value. Null: none.', 'require'],
      options: 'Values to choose from. Empty for free input.',
      'options.value': ['The value.', 'require'],
      'options.label': ['Label of the value.', 'Require'],
      hint: ['Help text. Null: none.', 'Use `require` outside of your network.'],
      visible_when: 'When the form shows the field. Null: always.',
      'visible_when.field': ['Another field.', 'use_ssl'],
      'visible_when.is': ['Values of the other field.', [true]],
      required_when: 'When the field is required. Null: as `required` says.',
      'required_when.field': ['Another field.', 'use_ssl'],
      'required_when.is': ['Values of the other field.', [true]],
      sets: [
        'Values that a choice sets in other fields: by the value of this field, then by the name of the other.',
        { require: { port: 5432 } },
      ],
    },
  },
}
