type ParameterText = readonly [description?: string, example?: unknown]

/** Texts of parameters, by `<operation>.<name>`, `<tag>.<name>`, or `<name>`. The first one that exists applies. */
const parameters: Readonly<Record<string, ParameterText>> = {
  'Users.id': ['ID of the user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
  'Connections.id': ['ID of the connection (`config_id`).', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
  'Business areas.id': ['ID of the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
  'Evaluation.id': ['ID of the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
  'Evaluation.limit': ['Number of entries per page.', 50],
  'Evaluation.outcome': ['Only questions with this outcome.', 'wrong'],
  'listEvaluationRuns.limit': ['Number of runs.', 12],
  setId: ['ID of the question set.', '6e1f0a52-8c34-4f7b-9d20-1b5a7c3e8f46'],
  runId: ['ID of the run.', 'c2a95d10-3f6e-4b81-a7c4-0d9e5f2b6a73'],
  questionId: ['ID of the question.', 'f83b1c6d-27a0-4e95-b6d1-4c8a9e0f5723'],
  offset: ['Number of entries to skip.', 0],
  search: ['Text that the question or one of its tags contains.', 'orders'],
  tag: ['Only questions with this tag.', 'orders'],
  state: ['Only questions in this state.', 'not_approved'],
  before: ['ID of the earlier run.', '0b7d3e84-6a1c-4f92-8e55-9c2f4a6d1b30'],
  show: [
    '`changed`: questions whose outcome differs. `not_right`: those that are not right in the later run.',
    'changed',
  ],
  'Verified examples.id': ['ID of the verified example.', '5d20aac8-e147-4b9f-a03c-d86f1b72e594'],
  'Questions.id': ['ID of the turn.', '9d1c2f4a-0b6e-4c47-9a4f-7f5f2f1f6c11'],
  'approveAreaChange.id': ['ID of the pending change.', 'ap_83d1f7'],
  'declineAreaChange.id': ['ID of the pending change.', 'ap_83d1f7'],
  'withdrawAreaChange.id': ['ID of the business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
  'getProtectionMatrix.id': ['ID of the connection (`config_id`).', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
  'updateTableProtection.id': ['ID of the connection (`config_id`).', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
  'revokeConnectionAccess.userId': ['ID of the user who loses access.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
  'revokeAreaAccess.userId': ['ID of the user who loses access.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
  appName: ['Name of the app. The only one is `nl_to_sql_agent`.', 'nl_to_sql_agent'],
  userId: ['Your user ID.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
  sessionId: ['ID of the conversation.', '2b1f7d9e-4a0c-4b65-8f0e-1d2c3b4a5f60'],
  name: ['Name of the file in the conversation.', 'orders.csv'],
  provider: ['ID of the model provider.', 'openai'],
  query: ['Words to search for.', 'sales order'],
  table: ['Name of the table, with its schema if that is not the default one.', 'orders'],
  'listAuditRecords.user_id': ['Only records of this user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
  'exportAuditLog.user_id': ['Only records of this user.', '4f2a9c10-6d3b-4e57-8a21-90c4d7e5b318'],
  action: ['Only records of this action.', 'user.approve'],
  outcome: ['Only records with this outcome.', 'denied'],
  from: ['Only records from this time on (inclusive).', '2026-11-01T00:00:00Z'],
  to: ['Only records before this time (exclusive).', '2026-12-01T00:00:00Z'],
  cursor: ['`next_cursor` of the previous page.', 'MjAyNi0xMS0yM1QwOTozMDowMFo'],
  limit: ['Number of records per page.', 50],
  filter: ['Age of the conversations to delete, by the last access.', 'older_than_1m'],
  database_config_id: [
    'ID of the connection. The default is the selected connection.',
    '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145',
  ],
  business_area_id: [
    'ID of the business area. The default is the area that applies to the connection.',
    '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83',
  ],
  'listExamples.database_config_id': ['Only examples of this connection.', '7c31e04a-95b2-4d18-a7f3-6e0b2c9d8145'],
  area_id: ['Only examples of this business area.', '19be42d7-3f8c-4a60-9e15-b7d20c4a6f83'],
  status: ['Only examples with this status.', 'approved'],
  check: [
    'Whether to check the SQL of the examples that you can approve against the current tables and rules.',
    'true',
  ],
  application_id: ['Only areas of this application.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
  'countUserAttributes.application_id': ['ID of the application.', '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24'],
  'getDefaultArea.application_id': [
    'ID of the application. The default is the one of the selected connection.',
    '2e8f01b5-7a49-4c3d-8d62-f1e07a9b5c24',
  ],
  q: ['Text that the table name contains.', 'order'],
  after: ['Number of the last event that you received. Events after it follow.', 12],
}

/** @returns the description and the example of a parameter; empty if it has none */
export function parameterText(operationId: string, tag: string, name: string): ParameterText {
  return parameters[`${operationId}.${name}`] ?? parameters[`${tag}.${name}`] ?? parameters[name] ?? []
}
