type ParameterText = readonly [description?: string, example?: unknown]

/** Texts of parameters, by `<operation>.<name>`, `<tag>.<name>`, or `<name>`. The first one that exists applies. */
const parameters: Readonly<Record<string, ParameterText>> = {
  'Users.id': ['ID of the user.', 'u_4f2a9c'],
  'Connections.id': ['ID of the connection (`config_id`).', 'db_7c31e0'],
  'Business areas.id': ['ID of the business area.', 'area_19be42'],
  'Verified examples.id': ['ID of the verified example.', 'ex_5d20aa'],
  'Questions.id': ['ID of the turn.', '9d1c2f4a-0b6e-4c47-9a4f-7f5f2f1f6c11'],
  'approveAreaChange.id': ['ID of the pending change.', 'ap_83d1f7'],
  'declineAreaChange.id': ['ID of the pending change.', 'ap_83d1f7'],
  'withdrawAreaChange.id': ['ID of the business area.', 'area_19be42'],
  'getProtectionMatrix.id': ['ID of the connection (`config_id`).', 'db_7c31e0'],
  'updateTableProtection.id': ['ID of the connection (`config_id`).', 'db_7c31e0'],
  'revokeConnectionAccess.userId': ['ID of the user who loses access.', 'u_4f2a9c'],
  'revokeAreaAccess.userId': ['ID of the user who loses access.', 'u_4f2a9c'],
  appName: ['Name of the app. The only one is `nl_to_sql_agent`.', 'nl_to_sql_agent'],
  userId: ['Your user ID.', 'u_4f2a9c'],
  sessionId: ['ID of the conversation.', '2b1f7d9e-4a0c-4b65-8f0e-1d2c3b4a5f60'],
  name: ['Name of the file in the conversation.', 'orders.csv'],
  provider: ['ID of the model provider.', 'openai'],
  table: ['Name of the table, with its schema if that is not the default one.', 'orders'],
  'listAuditRecords.user_id': ['Only records of this user.', 'u_4f2a9c'],
  'exportAuditLog.user_id': ['Only records of this user.', 'u_4f2a9c'],
  action: ['Only records of this action.', 'user.approve'],
  outcome: ['Only records with this outcome.', 'denied'],
  from: ['Only records from this time on (inclusive).', '2026-11-01T00:00:00Z'],
  to: ['Only records before this time (exclusive).', '2026-12-01T00:00:00Z'],
  cursor: ['`next_cursor` of the previous page.', 'MjAyNi0xMS0yM1QwOTozMDowMFo'],
  limit: ['Number of records per page.', 50],
  filter: ['Age of the conversations to delete, by the last access.', 'older_than_1m'],
  database_config_id: ['ID of the connection. The default is the selected connection.', 'db_7c31e0'],
  'listExamples.database_config_id': ['Only examples of this connection.', 'db_7c31e0'],
  area_id: ['Only examples of this business area.', 'area_19be42'],
  status: ['Only examples with this status.', 'approved'],
  application_id: ['Only areas of this application.', 'app_2e8f01'],
  'getDefaultArea.application_id': [
    'ID of the application. The default is the one of the selected connection.',
    'app_2e8f01',
  ],
  q: ['Text that the table name contains.', 'order'],
  after: ['Number of the last event that you received. Events after it follow.', 12],
}

/** @returns the description and the example of a parameter; empty if it has none */
export function parameterText(operationId: string, tag: string, name: string): ParameterText {
  return parameters[`${operationId}.${name}`] ?? parameters[`${tag}.${name}`] ?? parameters[name] ?? []
}
