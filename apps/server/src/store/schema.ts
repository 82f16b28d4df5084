import type { Insertable, Selectable } from 'kysely'
import type {
  ActivationsTable,
  ApiTokensTable,
  ServiceAccountsTable,
  AttemptsTable,
  InvitationsTable,
  OutgoingMailsTable,
  PassedTestsTable,
  PasswordResetsTable,
  RefreshTokensTable,
  SignInsTable,
  UsersTable,
} from './schema/accounts.ts'
import type {
  AreaAccessTable,
  AreaDraftExamplesTable,
  AreaDraftsTable,
  AreasTable,
  AreaVersionsTable,
  DefaultAreasTable,
  DefinitionUsageTable,
  AskedWordsTable,
  RejectedProposalsTable,
} from './schema/areas.ts'
import type { CatalogueRefreshesTable, CatalogueTablesTable, CataloguesTable } from './schema/catalogues.ts'
import type {
  ActiveConnectionsTable,
  ApplicationsTable,
  ConnectionAccessTable,
  ConnectionsTable,
} from './schema/connections.ts'
import type {
  ArtifactsTable,
  ExampleProofsTable,
  ExamplesTable,
  SessionsTable,
  TurnEventsTable,
  TurnsTable,
} from './schema/conversations.ts'
import type {
  EvaluationQuestionsTable,
  EvaluationResultsTable,
  EvaluationRunsTable,
  EvaluationSetsTable,
} from './schema/evaluation.ts'
import type { GroupAccessTable, GroupDomainsTable, GroupMembersTable, UserGroupsTable } from './schema/groups.ts'
import type { AuditLogTable, AuditSinksTable, LicensesTable, SettingsTable } from './schema/installation.ts'
import type {
  ConnectionIdentitiesTable,
  ProtectedTablesTable,
  ProtectionStateTable,
  WaitingChangesTable,
} from './schema/protection.ts'
import type {
  IdentitiesTable,
  IdentityAttributesTable,
  IdentityMembershipsTable,
  SignOnGroupsTable,
  SignOnProvidersTable,
} from './schema/single-sign-on.ts'
import type {
  BudgetCountersTable,
  BudgetsTable,
  ModelReservationsTable,
  TurnPromptsTable,
  TurnUsageTable,
  UsageDaysTable,
} from './schema/usage.ts'
import type { ValueChunksTable, ValueColumnsTable, ValueIndexesTable, ValueTermsTable } from './schema/values.ts'

/* Every table of the store, in the subset that SQLite and PostgreSQL share: text, integer, double precision; JSON as
   text; timestamps as ISO 8601 UTC text; booleans as 0 and 1. */

export type { CataloguesTable, CatalogueRefreshesTable } from './schema/catalogues.ts'
export type { AreasTable } from './schema/areas.ts'
export type { AuditLogTable, AuditSinksTable, LicensesTable } from './schema/installation.ts'
export type { ValueChunksTable, ValueColumnsTable, ValueIndexesTable, ValueTermsTable } from './schema/values.ts'

/** All tables of the store. */
export interface Database {
  settings: SettingsTable
  users: UsersTable
  sign_ins: SignInsTable
  api_tokens: ApiTokensTable
  service_accounts: ServiceAccountsTable
  refresh_tokens: RefreshTokensTable
  activations: ActivationsTable
  password_resets: PasswordResetsTable
  invitations: InvitationsTable
  applications: ApplicationsTable
  connections: ConnectionsTable
  connection_access: ConnectionAccessTable
  active_connections: ActiveConnectionsTable
  catalogues: CataloguesTable
  catalogue_tables: CatalogueTablesTable
  catalogue_refreshes: CatalogueRefreshesTable
  areas: AreasTable
  area_access: AreaAccessTable
  area_drafts: AreaDraftsTable
  area_draft_examples: AreaDraftExamplesTable
  default_areas: DefaultAreasTable
  area_versions: AreaVersionsTable
  definition_usage: DefinitionUsageTable
  rejected_proposals: RejectedProposalsTable
  asked_words: AskedWordsTable
  sessions: SessionsTable
  turns: TurnsTable
  turn_events: TurnEventsTable
  turn_prompts: TurnPromptsTable
  artifacts: ArtifactsTable
  examples: ExamplesTable
  example_proofs: ExampleProofsTable
  licenses: LicensesTable
  audit_log: AuditLogTable
  audit_sinks: AuditSinksTable
  passed_tests: PassedTestsTable
  user_groups: UserGroupsTable
  group_domains: GroupDomainsTable
  group_members: GroupMembersTable
  group_access: GroupAccessTable
  sign_on_providers: SignOnProvidersTable
  sign_on_groups: SignOnGroupsTable
  identities: IdentitiesTable
  identity_memberships: IdentityMembershipsTable
  identity_attributes: IdentityAttributesTable
  outgoing_mails: OutgoingMailsTable
  attempts: AttemptsTable
  protected_tables: ProtectedTablesTable
  connection_identities: ConnectionIdentitiesTable
  protection_state: ProtectionStateTable
  waiting_changes: WaitingChangesTable
  evaluation_sets: EvaluationSetsTable
  evaluation_questions: EvaluationQuestionsTable
  evaluation_runs: EvaluationRunsTable
  evaluation_results: EvaluationResultsTable
  value_indexes: ValueIndexesTable
  value_columns: ValueColumnsTable
  value_chunks: ValueChunksTable
  value_terms: ValueTermsTable
  turn_usage: TurnUsageTable
  usage_days: UsageDaysTable
  model_reservations: ModelReservationsTable
  budgets: BudgetsTable
  budget_counters: BudgetCountersTable
}

export type UserRow = Selectable<UsersTable>
export type ApiTokenRow = Selectable<ApiTokensTable>
export type ConnectionRow = Selectable<ConnectionsTable>
export type SignOnProviderRow = Selectable<SignOnProvidersTable>
export type GroupRow = Selectable<UserGroupsTable>
export type AreaRow = Selectable<AreasTable>
export type SessionRow = Selectable<SessionsTable>
export type TurnRow = Selectable<TurnsTable>
export type ArtifactRow = Selectable<ArtifactsTable>
export type ExampleRow = Selectable<ExamplesTable>
export type NewExample = Insertable<ExamplesTable>
export type NewTurn = Insertable<TurnsTable>
export type OutgoingMailRow = Selectable<OutgoingMailsTable>
export type EvaluationSetRow = Selectable<EvaluationSetsTable>
export type EvaluationQuestionRow = Selectable<EvaluationQuestionsTable>
export type EvaluationRunRow = Selectable<EvaluationRunsTable>
export type EvaluationResultRow = Selectable<EvaluationResultsTable>
export type BudgetRow = Selectable<BudgetsTable>
export type ModelReservationRow = Selectable<ModelReservationsTable>
