/* The types of the API, from its OpenAPI document. A test writes them: see client-types.test.ts. */
/**
 * Role of a user: administrator (`ADMIN`) or user (`GENERAL`).
 */
export type Role = ("ADMIN" | "GENERAL")
/**
 * Why a sign-in with a provider was refused.
 */
export type SignOnProblem = ("expired" | "declined" | "unreachable" | "misconfigured" | "invalid" | "too_large" | "groups_missing" | "email_missing" | "email_unverified" | "domain_not_allowed" | "no_account" | "pending" | "inactive" | "other_identity" | "connect_first" | "identity_taken" | "no_room" | "unavailable" | "license" | "failed")
/**
 * What a token can do: ask questions and run SQL (`ask`), read conversations (`read_results`), change business areas (`manage_areas`), or do what administrators can do (`administer`).
 */
export type ApiTokenScope = ("ask" | "read_results" | "manage_areas" | "administer")
/**
 * One change to several users.
 */
export type UserBulkAction = ({
/**
 * What to do.
 */
kind: "activate"
} | {
/**
 * What to do.
 */
kind: "deactivate"
} | {
/**
 * What to do.
 */
kind: "set-daily-limit"
/**
 * Questions allowed per day. Null: unlimited.
 */
daily_query_limit: (number | null)
} | {
/**
 * What to do.
 */
kind: "change-role"
role: Role
} | {
/**
 * What to do.
 */
kind: "approve"
role?: Role
} | {
/**
 * What to do.
 */
kind: "decline"
} | {
/**
 * What to do.
 */
kind: "add-to-group"
/**
 * ID of the group, which must be filled by hand.
 */
group_id: string
} | {
/**
 * What to do.
 */
kind: "delete"
/**
 * ID of the user who gets the areas and databases of the deleted users.
 */
heir_id?: string
})
/**
 * Who can use a connection or an area.
 */
export type Visibility = ("private" | "public" | "restricted")
/**
 * A webhook, which receives JSON over HTTPS, or a syslog server (RFC 5424).
 */
export type AuditSinkSettings = ({
/**
 * Kind of the system.
 */
kind: "webhook"
/**
 * Address of the webhook.
 */
url: string
} | {
/**
 * Kind of the system.
 */
kind: "syslog"
/**
 * Name or address of the syslog server.
 */
host: string
/**
 * Port of the syslog server.
 */
port: number
/**
 * How messages travel.
 */
transport: ("tls" | "tcp" | "udp")
})
/**
 * Something that an administrator should look at.
 */
export type Attention = ({
/**
 * What it is about: a database whose last test failed, a copy of a database whose last scheduled update failed, users or changes of business areas that wait for approval, or verified examples.
 */
kind: "connection"
/**
 * ID of the database.
 */
id: string
/**
 * Name of the database.
 */
name: string
state: ConnectionState
/**
 * Stage where the test failed. Null if it failed before the first stage.
 */
stage: (ConnectionStage | null)
/**
 * Why the test failed. Null if it did not say.
 */
problem: (string | null)
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * When the database was tested, when a copy was last updated, or when the first of the users registered.
 */
since: (string | null)
} | {
/**
 * What it is about: a database whose last test failed, a copy of a database whose last scheduled update failed, users or changes of business areas that wait for approval, or verified examples.
 */
kind: "sync"
/**
 * ID of the database.
 */
id: string
/**
 * Name of the database.
 */
name: string
/**
 * When the database was tested, when a copy was last updated, or when the first of the users registered.
 */
since: (string | null)
} | {
/**
 * What it is about: a database whose last test failed, a copy of a database whose last scheduled update failed, users or changes of business areas that wait for approval, or verified examples.
 */
kind: "users"
/**
 * How many wait.
 */
count: number
/**
 * When the database was tested, when a copy was last updated, or when the first of the users registered.
 */
since: string
} | {
/**
 * What it is about: a database whose last test failed, a copy of a database whose last scheduled update failed, users or changes of business areas that wait for approval, or verified examples.
 */
kind: "areas"
/**
 * How many wait.
 */
count: number
} | {
/**
 * What it is about: a database whose last test failed, a copy of a database whose last scheduled update failed, users or changes of business areas that wait for approval, or verified examples.
 */
kind: "examples"
/**
 * Examples that wait for approval.
 */
pending: number
/**
 * Approved examples that no longer run, so that no question uses them.
 */
failing: number
})
/**
 * `ready`: it can be queried. `syncing`: it can be queried, and its copy is being replaced. `failed`: its last test failed. `not_tested`: its settings were never tested.
 */
export type ConnectionState = ("ready" | "failed" | "not_tested" | "syncing")
/**
 * A stage of a connection test, in the order of the test.
 */
export type ConnectionStage = ("resolve" | "reach" | "tls" | "sign-in" | "read-only" | "list-tables")
/**
 * An edition of the product.
 */
export type Edition = ("demo" | "personal" | "standard" | "enterprise")
/**
 * A model provider. `builtin` is the built-in engine, which works without an API key.
 */
export type ProviderId = ("builtin" | "google" | "openai" | "anthropic" | "openai-compatible")
/**
 * What is checked about a model.
 */
export type ModelCheckId = ("address" | "key" | "model" | "answer" | "streaming" | "speed" | "tools" | "parallel-tools" | "structured-output" | "images" | "context-length" | "caching" | "sample-question")
/**
 * The model that answers (`orchestration`), or the one that writes SQL (`sql_model`).
 */
export type ModelRole = ("orchestration" | "sql_model")
/**
 * Type of a database.
 */
export type DatabaseKind = ("postgresql" | "mysql" | "sqlserver" | "oracle" | "sqlite" | "snowflake" | "bigquery" | "dremio" | "mongodb" | "hana" | "googlesheets")
/**
 * State of the copy of a Google Sheets connection.
 */
export type SyncStatus = ("syncing" | "synced" | "error")
/**
 * How often connections are checked without anyone asking for it.
 */
export type CheckInterval = ("off" | "hourly" | "daily")
/**
 * Tables of a business area.
 * 
 * @maxItems 20000
 */
export type AreaTables = AreaTableSettings[]
/**
 * How many rows of the left table belong to how many rows of the right one.
 */
export type Cardinality = ("many_to_one" | "one_to_one" | "one_to_many" | "many_to_many")
/**
 * Relationships of a business area.
 * 
 * @maxItems 1000
 */
export type AreaRelationships = AreaRelationship[]
/**
 * Either an expression that summarizes the rows of one table, or a formula of other metrics, each summarized on its own.
 */
export type MetricComputationInput = ({
/**
 * Kind of the computation.
 */
kind: "aggregate"
/**
 * Table whose rows are summarized.
 */
table: string
/**
 * Expression in SQL. It reads only columns of the table.
 */
expression: string
/**
 * Condition in SQL on the table's rows. Null: all rows.
 */
condition?: (string | null)
/**
 * Date of a row, in the table or in one that each row belongs to. Null: the table's time column.
 */
time_column?: (DefinedColumn | null)
} | {
/**
 * Kind of the computation.
 */
kind: "formula"
/**
 * Formula of metrics in braces.
 */
formula: string
})
/**
 * Either an expression that summarizes the rows of one table, or a formula of other metrics, each summarized on its own.
 */
export type MetricComputation = ({
/**
 * Kind of the computation.
 */
kind: "aggregate"
/**
 * Table whose rows are summarized.
 */
table: string
/**
 * Expression in SQL. It reads only columns of the table.
 */
expression: string
/**
 * Condition in SQL on the table's rows. Null: all rows.
 */
condition: (string | null)
/**
 * Date of a row, in the table or in one that each row belongs to. Null: the table's time column.
 */
time_column: (DefinedColumn | null)
} | {
/**
 * Kind of the computation.
 */
kind: "formula"
/**
 * Formula of metrics in braces.
 */
formula: string
})
/**
 * Kind of the values of a column, whatever the database calls it.
 */
export type ColumnKind = ("text" | "integer" | "number" | "boolean" | "date" | "time" | "timestamp" | "json" | "binary" | "other")
/**
 * One value. Integers beyond 2^53, decimals, times, and JSON are text. Binary is text: `\x` and hexadecimal digits.
 */
export type Cell = (string | number | boolean | null)
/**
 * One thing that an area or a file says.
 */
export type PortableItem = ({
/**
 * What it is.
 */
kind: "metric"
value: Metric
} | {
/**
 * What it is.
 */
kind: "dimension"
value: Dimension
} | {
/**
 * What it is.
 */
kind: "filter"
value: NamedFilter
} | {
/**
 * What it is.
 */
kind: "time_column"
value: DefinedColumn
} | {
/**
 * What it is.
 */
kind: "value_synonym"
value: ValueSynonym
} | {
/**
 * What it is.
 */
kind: "relationship"
value: AreaRelationship
} | {
/**
 * What it is.
 */
kind: "table"
/**
 * What it says.
 */
value: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * What it contains, for people and for models.
 */
description?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
}
} | {
/**
 * What it is.
 */
kind: "column"
/**
 * What it says.
 */
value: {
/**
 * Name of the column.
 */
name: string
/**
 * What it contains, for people and for models.
 */
description?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
}
} | {
/**
 * What it is.
 */
kind: "description"
/**
 * What it says.
 */
value: string
} | {
/**
 * What it is.
 */
kind: "instructions"
/**
 * What it says.
 */
value: string
} | {
/**
 * What it is.
 */
kind: "synonyms"
/**
 * What it says.
 * 
 * @maxItems 50
 */
value: string[]
})
/**
 * State of a run. `stopped`: it ended early, by its budget or because it could not continue.
 */
export type RunStatus = ("waiting" | "running" | "finished" | "cancelled" | "stopped")
/**
 * What started a run.
 */
export type RunTrigger = ("manual" | "command" | "model" | "area" | "schema")
/**
 * Where a question came from.
 */
export type QuestionSource = ("hand" | "example" | "right_answer" | "wrong_answer" | "csv" | "spider" | "bird" | "area_file")
/**
 * Format of a file with questions.
 */
export type ImportFormat = ("csv" | "spider" | "bird")
/**
 * How a question ended. `declined`: refused or not understood. `failed`: an error or a time limit.
 */
export type QuestionOutcome = ("right" | "wrong" | "declined" | "failed")
/**
 * How an outcome changed between two runs. `changed`: from one outcome that is not right to another.
 */
export type OutcomeChange = ("fixed" | "broken" | "changed" | "stayed_right" | "stayed_wrong" | "stayed_declined" | "stayed_failed" | "added" | "removed")
/**
 * State of a verified example. `wrong` is a report of a wrong answer.
 */
export type VerifiedExampleStatus = ("pending" | "approved" | "rejected" | "wrong")
/**
 * Why an answer is wrong: it reads another table, has another condition, has another period, or its numbers are wrong.
 */
export type WrongReason = ("wrong_table" | "wrong_filter" | "wrong_period" | "wrong_number" | "other")
/**
 * A text, a tool call, or a tool response.
 */
export type EventPart = ({
/**
 * The text.
 */
text: string
} | {
/**
 * A call of a tool.
 */
functionCall: {
/**
 * ID of the call.
 */
id: string
/**
 * Name of the tool.
 */
name: string
/**
 * Arguments of the call.
 */
args: {
[k: string]: unknown
}
}
} | {
/**
 * The response of a tool.
 */
functionResponse: {
/**
 * ID of the call.
 */
id: string
/**
 * Name of the tool.
 */
name: string
response: ToolResponse
}
})
/**
 * A text or a file. The three forms of a file are the same.
 */
export type MessagePart = ({
/**
 * Text of the message.
 */
text: string
} | {
/**
 * A file.
 */
inlineData: {
/**
 * Bytes of the file, in Base64.
 */
data: string
/**
 * Media type of the file.
 */
mimeType?: string
/**
 * Name of the file.
 */
displayName?: (string | null)
}
} | {
/**
 * A file. Same as `inlineData`.
 */
inline_data: {
/**
 * Bytes of the file, in Base64.
 */
data: string
/**
 * Media type of the file.
 */
mime_type?: string
/**
 * Name of the file.
 */
display_name?: (string | null)
}
} | {
/**
 * Bytes of the file, in Base64.
 */
data: string
/**
 * Media type of the file.
 */
mimeType?: string
/**
 * Name of the file.
 */
name?: (string | null)
})
/**
 * Format of an exported file.
 */
export type ResultFormat = ("json" | "ndjson" | "csv" | "xlsx" | "parquet" | "custom")
export interface paths {
"/api/v1/health": {
/**
 * Check the health of the server
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GetHealthResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/register": {
/**
 * Register an account
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": RegisterRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RegisterResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/activate": {
/**
 * Confirm the email address of a new account
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ActivateRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ActivateResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/resend-activation": {
/**
 * Send a new activation code
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ResendActivationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/forgot-password": {
/**
 * Send a link to reset a password
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ForgotPasswordRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/reset-password": {
/**
 * Reset a password
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ResetPasswordRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/login": {
/**
 * Sign in
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": SignInRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SignIn
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/refresh": {
/**
 * Get a new access token
 */
post: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SignIn
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/me": {
/**
 * Get the signed-in user
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": User
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/logout": {
/**
 * Sign out
 */
post: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SignOutResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/change-password": {
/**
 * Change your password
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ChangePasswordRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ChangePasswordResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/invitation": {
/**
 * Find whom an invitation is for
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ReadInvitationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Invitation
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/accept-invitation": {
/**
 * Accept an invitation
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": AcceptInvitationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SignIn
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/reset-link": {
/**
 * Create a link to reset the password of a user
 */
post: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CreateResetLinkRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": LinkResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/auth/sign-in-options": {
/**
 * List how users can sign in
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SignInOptions
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/single-sign-on": {
/**
 * Get how users sign in
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SingleSignOn
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Change how users sign in
 */
put: {
parameters: {
}
requestBody: {
content: {
"application/json": SaveSingleSignOn
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SingleSignOn
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/single-sign-on/test": {
/**
 * Test the address of a provider
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": TestSignOnProvider
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TestSignOnResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/single-sign-on/providers/{id}/test-sign-in": {
/**
 * Begin a test sign-in
 */
post: {
parameters: {
path: {
/**
 * ID of the provider.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": BeginTestSignIn
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/identities": {
/**
 * Disconnect a user from all sign-in providers
 */
delete: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/.well-known/oauth-protected-resource": {
/**
 * Find where OAuth clients sign in
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProtectedResource
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/.well-known/oauth-protected-resource/mcp": {
/**
 * Find where OAuth clients of the MCP server sign in
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProtectedResource
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/api-tokens": {
/**
 * List your API tokens
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ApiToken[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create an API token
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateApiTokenRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CreatedApiToken
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/api-tokens/{id}": {
/**
 * Revoke an API token
 */
delete: {
parameters: {
path: {
/**
 * ID of the token.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/admin/api-tokens": {
/**
 * List the API tokens of all users
 */
get: {
parameters: {
query?: {
/**
 * Number of entries to skip.
 */
offset?: number
/**
 * Number of tokens per page.
 */
limit?: number
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": OwnedApiTokenList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/admin/api-tokens/{id}": {
/**
 * Revoke a user's API token
 */
delete: {
parameters: {
path: {
/**
 * ID of the token.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/service-accounts": {
/**
 * List the service accounts
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ServiceAccount[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create a service account
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateServiceAccountRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ServiceAccount
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/service-accounts/{id}/api-tokens": {
/**
 * Create an API token for a service account
 */
post: {
parameters: {
path: {
/**
 * ID of the token.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CreateApiTokenRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CreatedApiToken
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users": {
/**
 * List users
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/search": {
/**
 * Search users
 */
get: {
parameters: {
query?: {
/**
 * Part of the name, the email address, or the organization.
 */
search?: string
role?: Role
/**
 * Only users in this state.
 */
state?: ("active" | "inactive" | "pending" | "invited" | "limit_reached" | "deactivated")
/**
 * Only users who can ask in this area.
 */
area_id?: string
/**
 * Only users who can use this connection.
 */
database_id?: string
/**
 * Only members of this group.
 */
group_id?: string
/**
 * Only active users who lack an attribute because their groups disagree.
 */
attributes?: "conflicting"
/**
 * IDs of the users to find, separated by commas.
 */
user_ids?: string
/**
 * What to sort by. `waiting`: users who wait for approval first.
 */
sort?: ("name" | "waiting" | "role" | "questions" | "last_active" | "status" | "created")
/**
 * Direction of the order.
 */
order?: ("asc" | "desc")
/**
 * Number of the page, from 1.
 */
page?: number
/**
 * Number of users per page.
 */
page_size?: number
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UserPage
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/export": {
/**
 * Export users
 */
get: {
parameters: {
query?: {
/**
 * Part of the name, the email address, or the organization.
 */
search?: string
role?: Role
/**
 * Only users in this state.
 */
state?: ("active" | "inactive" | "pending" | "invited" | "limit_reached" | "deactivated")
/**
 * Only users who can ask in this area.
 */
area_id?: string
/**
 * Only users who can use this connection.
 */
database_id?: string
/**
 * Only members of this group.
 */
group_id?: string
/**
 * Only active users who lack an attribute because their groups disagree.
 */
attributes?: "conflicting"
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/csv": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}": {
/**
 * Get a user
 */
get: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update a user
 */
patch: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateUserRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a user
 */
delete: {
parameters: {
query?: {
/**
 * ID of the user who gets the areas and databases. Required if there are any.
 */
heir_id?: string
}
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteUserResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/approve": {
/**
 * Approve a user
 */
post: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
requestBody: {
content: {
"application/json": ApproveUserRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/reject": {
/**
 * Reject a user
 */
post: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RejectUserResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/role": {
/**
 * Change the role of a user
 */
patch: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateUserRoleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/activate": {
/**
 * Activate a user
 */
post: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/deactivate": {
/**
 * Deactivate a user
 */
post: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ManagedUser
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/bulk": {
/**
 * Change several users
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": BulkUsersRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": BulkUsersResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/possessions": {
/**
 * List what a user owns
 */
get: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UserPossessions
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/access": {
/**
 * Get the access of a user
 */
get: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UserAccess
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update the access of a user
 */
put: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateUserAccessRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UpdateUserAccessResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/reach": {
/**
 * Get what a user can reach
 */
get: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UserReach
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/invitations/room": {
/**
 * Get how many people can be invited
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": InvitationRoom
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/invitations": {
/**
 * Invite people
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": InviteUsersRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": InviteUsersResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/users/{id}/invitation": {
/**
 * Send an invitation again
 */
post: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": LinkResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Withdraw an invitation
 */
delete: {
parameters: {
path: {
/**
 * ID of the user.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteUserResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/groups": {
/**
 * List groups
 */
get: {
parameters: {
query?: {
/**
 * Text that the name or the description contains.
 */
search?: string
/**
 * Number of entries to skip.
 */
offset?: number
/**
 * Number of entries per page.
 */
limit?: number
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create a group
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateGroupRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupDetail
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/groups/{id}": {
/**
 * Get a group
 */
get: {
parameters: {
path: {
/**
 * ID of the group.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupDetail
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update a group
 */
patch: {
parameters: {
path: {
/**
 * ID of the group.
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateGroupRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupDetail
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a group
 */
delete: {
parameters: {
query?: {
/**
 * `updated_at` that you read. If it has changed since, the response is 409.
 */
expected_updated_at?: string
}
path: {
/**
 * ID of the group.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteGroupResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/groups/{id}/deletion": {
/**
 * List what members lose if a group is deleted
 */
get: {
parameters: {
path: {
/**
 * ID of the group.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupDeletion
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/groups/{id}/access": {
/**
 * Grant and revoke the access of a group
 */
put: {
parameters: {
path: {
/**
 * ID of the group.
 */
id: string
}
}
requestBody: {
content: {
"application/json": ChangeGroupAccessRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupDetail
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/groups/{id}/members": {
/**
 * List the members of a group
 */
get: {
parameters: {
query?: {
/**
 * Text that the name or the email address contains.
 */
search?: string
/**
 * Number of entries to skip.
 */
offset?: number
/**
 * Number of entries per page.
 */
limit?: number
}
path: {
/**
 * ID of the group.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GroupMembers
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Add and remove members of a group
 */
post: {
parameters: {
path: {
/**
 * ID of the group.
 */
id: string
}
}
requestBody: {
content: {
"application/json": ChangeGroupMembersRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ChangeGroupMembersResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit": {
/**
 * List audit records
 */
get: {
parameters: {
query?: {
/**
 * Only records of this user.
 */
user_id?: string
/**
 * Only records of this action.
 */
action?: string
/**
 * Only records of this group of actions.
 */
group?: ("people" | "databases" | "areas" | "quality" | "conversations" | "queries" | "installation")
/**
 * Only records about this user, connection, or business area.
 */
target_id?: string
/**
 * Only records with this outcome.
 */
outcome?: ("allowed" | "denied" | "failed")
/**
 * Only records from this time on (inclusive).
 */
from?: string
/**
 * Only records before this time (exclusive).
 */
to?: string
/**
 * Part of a name, an address, an action, or a detail.
 */
search?: string
/**
 * `next_cursor` of the previous page.
 */
cursor?: string
/**
 * Number of records per page.
 */
limit?: number
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AuditPage
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit/export": {
/**
 * Export the audit log
 */
get: {
parameters: {
query?: {
/**
 * Only records of this user.
 */
user_id?: string
/**
 * Only records of this action.
 */
action?: string
/**
 * Only records of this group of actions.
 */
group?: ("people" | "databases" | "areas" | "quality" | "conversations" | "queries" | "installation")
/**
 * Only records about this user, connection, or business area.
 */
target_id?: string
/**
 * Only records with this outcome.
 */
outcome?: ("allowed" | "denied" | "failed")
/**
 * Only records from this time on (inclusive).
 */
from?: string
/**
 * Only records before this time (exclusive).
 */
to?: string
/**
 * Part of a name, an address, an action, or a detail.
 */
search?: string
/**
 * Format of the file.
 */
format?: ("csv" | "jsonl")
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/csv": string
"application/jsonl": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit/settings": {
/**
 * Get how long the audit log is kept and where it is sent
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AuditSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit/retention": {
/**
 * Change how long the audit log is kept
 */
put: {
parameters: {
}
requestBody: {
content: {
"application/json": AuditRetention
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AuditSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit/sinks": {
/**
 * Send the audit log to another system
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": SaveAuditSink
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AuditSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit/sinks/test": {
/**
 * Send a test entry to another system
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": TestAuditSink
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TestAuditSinkResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/audit/sinks/{id}": {
/**
 * Change where the audit log is sent
 */
put: {
parameters: {
path: {
/**
 * ID of the system that receives the log.
 */
id: string
}
}
requestBody: {
content: {
"application/json": SaveAuditSink
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AuditSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Stop sending the audit log to another system
 */
delete: {
parameters: {
path: {
/**
 * ID of the system that receives the log.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AuditSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/overview": {
/**
 * Get what waits for an administrator
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Overview
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/license/status": {
/**
 * Get the license
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": License
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/license/usage": {
/**
 * Get the usage of the license
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": LicenseUsage
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/license/upload": {
/**
 * Install a license key
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": UploadLicenseRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": LicenseChangeResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/license/upload-file": {
/**
 * Install a license key from a file
 */
post: {
parameters: {
}
requestBody: {
content: {
"multipart/form-data": string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": LicenseChangeResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/license/remove": {
/**
 * Remove the license
 */
delete: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": LicenseChangeResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/preferences": {
/**
 * Get the model preferences
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Preferences
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update the model preferences
 */
put: {
parameters: {
}
requestBody: {
content: {
"application/json": UpdatePreferencesRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Preferences
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/preferences/llm-options": {
/**
 * List model providers and their models
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProviderList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/preferences/cache": {
/**
 * Reload the list of models
 */
delete: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/visualization": {
/**
 * Get the visualization settings
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VisualizationSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update the visualization settings
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": UpdateVisualizationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VisualizationSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/model-usage": {
/**
 * Get what model calls used and cost
 */
get: {
parameters: {
query?: {
/**
 * What each row stands for.
 */
group?: ("day" | "user" | "area" | "connection" | "model" | "purpose")
/**
 * First day (UTC, inclusive).
 */
from?: string
/**
 * Last day (UTC, inclusive).
 */
to?: string
/**
 * Only calls of this user.
 */
user_id?: string
/**
 * Only calls in this business area.
 */
area_id?: string
/**
 * Only calls of this model.
 */
model?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UsageReport
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/model-usage/export": {
/**
 * Export what model calls used and cost
 */
get: {
parameters: {
query?: {
/**
 * What each row stands for.
 */
group?: ("day" | "user" | "area" | "connection" | "model" | "purpose")
/**
 * First day (UTC, inclusive).
 */
from?: string
/**
 * Last day (UTC, inclusive).
 */
to?: string
/**
 * Only calls of this user.
 */
user_id?: string
/**
 * Only calls in this business area.
 */
area_id?: string
/**
 * Only calls of this model.
 */
model?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/csv": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/model-prices": {
/**
 * Get the price list
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": PriceSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Replace the price list
 */
put: {
parameters: {
}
requestBody: {
content: {
"application/json": UploadPricesRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": PriceSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Remove the uploaded price list
 */
delete: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": PriceSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/model-budgets": {
/**
 * List the budgets for models
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": BudgetList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create a budget for models
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": BudgetRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Budget
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/model-budgets/{id}": {
/**
 * Update a budget for models
 */
put: {
parameters: {
path: {
/**
 * ID of the budget.
 */
id: string
}
}
requestBody: {
content: {
"application/json": BudgetRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Budget
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a budget for models
 */
delete: {
parameters: {
path: {
/**
 * ID of the budget.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/models/check": {
/**
 * Get the last checks of the models in use
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ModelReports
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Check everything about a model
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CheckModelRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/email": {
/**
 * Get the email settings
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EmailConfiguration
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update the email settings
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": SaveEmailRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EmailConfiguration
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/email/test": {
/**
 * Send a test email
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": TestEmailRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TestEmailResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/registration": {
/**
 * Get the registration settings
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RegistrationSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update the registration settings
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": RegistrationSettings
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RegistrationSettings
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/status": {
/**
 * Get the setup status
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SetupStatus
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/orchestration-models": {
/**
 * List model providers
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProviderList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/models/{provider}": {
/**
 * List the models of a provider
 */
get: {
parameters: {
path: {
provider: ProviderId
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Model[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/models/{provider}/refresh": {
/**
 * Refresh the models of a provider
 */
post: {
parameters: {
path: {
provider: ProviderId
}
}
requestBody: {
content: {
"application/json": RefreshModelsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RefreshModelsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/test/orchestration": {
/**
 * Test a model
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ModelSettings
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TestResult
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/test/database": {
/**
 * Test database settings
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": SetupDatabase
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConnectionTestResult
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/create-sample-db": {
/**
 * Create the sample database
 */
post: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SampleDatabaseResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/save-all": {
/**
 * Complete the setup
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CompleteSetupRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/orchestration-model": {
/**
 * Set the model or its API key
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ModelSettings
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/orchestration-api-key": {
/**
 * Set the model or its API key
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ModelSettings
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MessageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/admin/sessions": {
/**
 * List conversations of all users
 */
get: {
parameters: {
query?: {
/**
 * Only this conversation.
 */
session_id?: string
/**
 * Only conversations of this user.
 */
user_id?: string
/**
 * Only conversations about this connection.
 */
connection_id?: string
/**
 * Only conversations in this business area.
 */
area_id?: string
/**
 * Only conversations with an answer that the user rated so.
 */
feedback?: ("right" | "wrong")
/**
 * `failed`: only conversations with a question that failed.
 */
outcome?: "failed"
/**
 * Last used at this time or later.
 */
from?: string
/**
 * Last used before this time.
 */
to?: string
/**
 * `next_cursor` of the previous page.
 */
cursor?: string
/**
 * Number of conversations per page.
 */
limit?: number
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConversationList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/admin/sessions/stats": {
/**
 * Get statistics about all conversations
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConversationStatistics
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/admin/sessions/reset": {
/**
 * Delete conversations of all users by age
 */
delete: {
parameters: {
query: {
/**
 * Age of the conversations to delete, by the last access.
 */
filter: ("all" | "older_than_1d" | "older_than_1w" | "older_than_1m")
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteConversationsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations": {
/**
 * List connections
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create a connection
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateConnectionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/active": {
/**
 * Get the selected connection
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": (Connection | null)
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/set-active": {
/**
 * Select a connection
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": SelectConnectionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}": {
/**
 * Get a connection
 */
get: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update a connection
 */
put: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateConnectionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a connection
 */
delete: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteConnectionResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/use": {
/**
 * List how connections are used
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConnectionUse[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/test": {
/**
 * Test a connection
 */
post: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConnectionTestResult
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/test-all": {
/**
 * Test all connections
 */
post: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TestAllSummary
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/sync": {
/**
 * Sync a Google Sheets connection
 */
post: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SyncResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * List the syncs of a Google Sheets connection
 */
get: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
/**
 * The last syncs, newest first.
 */
"application/json": {
/**
 * When the sync started.
 */
started_at: string
/**
 * When the sync finished.
 */
finished_at: string
/**
 * Number of copied sheets.
 */
table_count: number
/**
 * Number of copied rows.
 */
row_count: number
/**
 * What was left out.
 */
warnings: string[]
/**
 * The warnings as ICU patterns with their values. To translate a warning, format a translation of its pattern.
 */
warning_messages?: Message[]
/**
 * Why the sync failed. Null if it succeeded.
 */
error: (string | null)
/**
 * ICU pattern of `error`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/uploads": {
/**
 * Start an upload of files that become a database
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": StartUploadRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Upload
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/uploads/{id}/files/{file}": {
/**
 * Upload a piece of a file
 */
put: {
parameters: {
query?: {
/**
 * Bytes of the file before this piece.
 */
offset?: number
}
path: {
/**
 * ID of the upload.
 */
id: string
/**
 * Number of the file in the upload, from 0.
 */
file: number
}
}
requestBody: {
content: {
"application/octet-stream": string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UploadProgress
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/uploads/{id}/read": {
/**
 * Preview the database of an upload
 */
post: {
parameters: {
path: {
/**
 * ID of the upload.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UploadPreview
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/uploads/{id}": {
/**
 * Discard an upload
 */
delete: {
parameters: {
path: {
/**
 * ID of the upload.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DiscardUploadResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/uploads/{id}/connection": {
/**
 * Create a connection from an upload
 */
post: {
parameters: {
path: {
/**
 * ID of the upload.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CreateFromUploadRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/file": {
/**
 * Replace the file of an uploaded database
 */
put: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": ReplaceFileRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Connection
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/access": {
/**
 * List who can use a restricted connection
 */
get: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConnectionAccess[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Grant a user access to a restricted connection
 */
post: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": GrantConnectionAccessRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConnectionAccessChange
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/access/{userId}": {
/**
 * Revoke the access of a user to a restricted connection
 */
delete: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
/**
 * ID of the user who loses access.
 */
userId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConnectionAccessChange
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/groups": {
/**
 * List the groups that can use a restricted connection
 */
get: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GrantedGroups
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Grant and revoke the access of groups to a restricted connection
 */
put: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": ChangeGrantedGroupsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": GrantedGroups
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/applications": {
/**
 * List applications
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Application[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create an application
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateApplicationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Application
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/env-config/applications": {
/**
 * List applications
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Application[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create an application
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateApplicationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Application
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/health-checks": {
/**
 * Get how often connections are checked
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": HealthChecks
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Set how often connections are checked
 */
put: {
parameters: {
}
requestBody: {
content: {
"application/json": HealthChecks
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": HealthChecks
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/catalogue": {
/**
 * Get the catalog status of a connection
 */
get: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CatalogStatus
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Refresh the catalog of a connection
 */
post: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": RefreshCatalogRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CatalogStatus
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/configurations/{id}/values": {
/**
 * Get the status of stored values of a connection
 */
get: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": StoredValuesStatus
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Switch stored values of a connection on or off
 */
put: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": ChangeStoredValuesRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": StoredValuesStatus
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Read the values of a connection again
 */
post: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": ReadStoredValuesRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": StoredValuesStatus
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/types": {
/**
 * List database types
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DatabaseType[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas": {
/**
 * List business areas
 */
get: {
parameters: {
query?: {
/**
 * Only areas of this application.
 */
application_id?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaListItem[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create a business area
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/default": {
/**
 * Get your default business area
 */
get: {
parameters: {
query?: {
/**
 * ID of the application. The default is the one of the selected connection.
 */
application_id?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": (AreaListItem | null)
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/edition-limits": {
/**
 * Get the edition's limits for business areas
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaEditionLimits
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}": {
/**
 * Get a business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update a business area
 */
put: {
parameters: {
header?: {
/**
 * Version of the business area that you read. If it has changed since, the response is 409.
 */
"If-Match"?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
202: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a business area
 */
delete: {
parameters: {
header?: {
/**
 * Version of the business area that you read. If it has changed since, the response is 409.
 */
"If-Match"?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteAreaResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/owner": {
/**
 * Transfer a business area to another user
 */
put: {
parameters: {
header?: {
/**
 * Version of the business area that you read. If it has changed since, the response is 409.
 */
"If-Match"?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": TransferAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/set-default": {
/**
 * Set your default business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaListItem
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/tables": {
/**
 * Replace the tables of a business area
 */
put: {
parameters: {
header?: {
/**
 * Version of the business area that you read. If it has changed since, the response is 409.
 */
"If-Match"?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": AreaTables
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
202: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/joins": {
/**
 * Replace the relationships of a business area
 */
put: {
parameters: {
header?: {
/**
 * Version of the business area that you read. If it has changed since, the response is 409.
 */
"If-Match"?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": AreaRelationships
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
202: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/access": {
/**
 * List who can use a restricted business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaAccessList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Grant a user access to a restricted business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": GrantAreaAccessRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaAccessList
}
}
202: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaAccessList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/access/{userId}": {
/**
 * Revoke a user's access to a restricted business area
 */
delete: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the user who loses access.
 */
userId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaAccessList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/area-approvals": {
/**
 * List pending approvals
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaApprovals
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/area-approvals/{id}/approve": {
/**
 * Approve a pending change to a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the pending change.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DecideApprovalResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/area-approvals/{id}/decline": {
/**
 * Decline a pending change to a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the pending change.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DecideApprovalResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/pending-approval": {
/**
 * Withdraw a pending change to a business area
 */
delete: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/{id}/protection": {
/**
 * List tables with the business areas that show them
 */
get: {
parameters: {
query?: {
/**
 * Text that the table name contains.
 */
q?: string
}
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProtectionMatrix
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Protect or unprotect a table
 */
put: {
parameters: {
path: {
/**
 * ID of the connection (`config_id`).
 */
id: string
}
}
requestBody: {
content: {
"application/json": ChangeProtectionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ChangeProtectionResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/check": {
/**
 * Check a draft of a business area
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CheckAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckAreaResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/suggest-joins": {
/**
 * Suggest relationships between tables
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": SuggestRelationshipsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SuggestRelationshipsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/user-attributes": {
/**
 * List the attributes of users
 */
get: {
parameters: {
query: {
/**
 * ID of the application.
 */
application_id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": UserAttributeCounts
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/recommend": {
/**
 * Recommend a business area for a question
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": RecommendAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RecommendAreaResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/audience": {
/**
 * List who will see what of a draft
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": AreaAudienceRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaAudienceResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/mask-example": {
/**
 * Show values before and after a mask
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": MaskExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MaskExampleResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/audience/row-counts": {
/**
 * Count the rows that users will see of a draft
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": AreaRowCountsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaRowCountsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/preview": {
/**
 * Preview a business area that is not saved yet
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": PreviewNewAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": PreviewAreaResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/preview": {
/**
 * Preview a business area as another user
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": PreviewAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": PreviewAreaResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/propose": {
/**
 * Propose business areas for a connection
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ProposeAreasRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProposeAreasResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/tables": {
/**
 * List the tables of a connection
 */
get: {
parameters: {
query?: {
/**
 * ID of the connection. The default is the selected connection.
 */
database_config_id?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TableList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/database-tables": {
/**
 * List the tables of a connection
 */
get: {
parameters: {
query?: {
/**
 * ID of the connection. The default is the selected connection.
 */
database_config_id?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TableList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/database-management/tables/{table}/columns": {
/**
 * List the columns of a table
 */
get: {
parameters: {
query?: {
/**
 * ID of the connection. The default is the selected connection.
 */
database_config_id?: string
}
path: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ColumnList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/database-tables/search": {
/**
 * Search the tables of a connection
 */
get: {
parameters: {
query: {
/**
 * Words to search for.
 */
query: string
/**
 * ID of the connection. The default is the selected connection.
 */
database_config_id?: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SearchTablesResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/database-tables/joined": {
/**
 * List the tables joined to others
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": JoinedTablesRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": JoinedTablesResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/export": {
/**
 * Export a business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaFile
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/import": {
/**
 * Import a business area
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ImportAreaRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/definitions/import": {
/**
 * Read definitions from a file
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": ImportDefinitionsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ImportDefinitionsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/definitions/export": {
/**
 * Export definitions
 */
get: {
parameters: {
query?: {
/**
 * Format of the file.
 */
format?: "ossie"
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/yaml": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/metric-query": {
/**
 * Query metrics of a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": RunMetricQueryRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MetricQueryResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/definition-preview": {
/**
 * Preview a definition that is not saved yet
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": PreviewDefinitionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": MetricQueryResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/check-definition": {
/**
 * Check a definition that is not saved yet
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CheckDefinitionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckDefinitionResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/versions": {
/**
 * List the versions of a business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaVersionsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/versions/{number}": {
/**
 * Get a version of a business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * Number of the version.
 */
number: number
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AreaVersionContent
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/versions/{number}/restore": {
/**
 * Restore a version of a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * Number of the version.
 */
number: number
}
}
requestBody: {
content: {
"application/json": RestoreAreaVersionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/definition-usage": {
/**
 * List how often definitions are used
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DefinitionUsageResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/draft": {
/**
 * Get the draft of a business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SavedDraftResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Save the draft of a business area
 */
put: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": SaveDraftRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": SavedDraftResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Discard the draft of a business area
 */
delete: {
parameters: {
query: {
/**
 * Revision of the draft that you read.
 */
revision: string
}
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DiscardAreaDraftResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/draft/publish": {
/**
 * Publish the draft of a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": PublishDraftRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Area
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/propose-definitions": {
/**
 * Propose definitions for a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": ProposeDefinitionsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ProposeDefinitionsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/asked-words": {
/**
 * List words that users ask for and the area does not define
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AskedWordsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/reject-proposals": {
/**
 * Reject proposals of a business area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": RejectProposalsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RejectProposalsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/evaluation-badges": {
/**
 * List the last evaluation of each business area
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationBadges
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets": {
/**
 * List the question sets of a business area
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationSetList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Create a question set
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CreateEvaluationSetRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationSet
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}": {
/**
 * Get a question set
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationSet
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update a question set
 */
put: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
requestBody: {
content: {
"application/json": UpdateEvaluationSetRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationSet
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a question set
 */
delete: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteEvaluationSetResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}/questions": {
/**
 * List the questions of a set
 */
get: {
parameters: {
query?: {
/**
 * Number of entries to skip.
 */
offset?: number
/**
 * Number of entries per page.
 */
limit?: number
/**
 * Text that the question or one of its tags contains.
 */
search?: string
/**
 * Only questions with this tag.
 */
tag?: string
/**
 * Only questions in this state.
 */
state?: ("approved" | "not_approved" | "incomplete" | "depends_on_today")
}
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationQuestionPage
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Add a question to a set
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
requestBody: {
content: {
"application/json": CreateEvaluationQuestionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationQuestion
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}/questions/{questionId}": {
/**
 * Get a question of a set
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
/**
 * ID of the question.
 */
questionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationQuestion
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a question of a set
 */
delete: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
/**
 * ID of the question.
 */
questionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteEvaluationSetResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update a question of a set
 */
put: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
/**
 * ID of the question.
 */
questionId: string
}
}
requestBody: {
content: {
"application/json": UpdateEvaluationQuestionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationQuestion
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}/questions/approve": {
/**
 * Approve questions of a set
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
requestBody: {
content: {
"application/json": ApproveEvaluationQuestionsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ApproveEvaluationQuestionsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/check-file": {
/**
 * Check a file with questions
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CheckEvaluationFileRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ImportEvaluationResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}/import": {
/**
 * Add questions from a file
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
requestBody: {
content: {
"application/json": ImportEvaluationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ImportEvaluationResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}/add-examples": {
/**
 * Add the verified examples of the area
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": AddExamplesResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/sets/{setId}/runs": {
/**
 * Start a run of a question set
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
requestBody: {
content: {
"application/json": StartEvaluationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationRun
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * List the runs of a question set
 */
get: {
parameters: {
query?: {
/**
 * Number of runs.
 */
limit?: number
}
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the question set.
 */
setId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationRunList
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/runs/{runId}": {
/**
 * Get a run and its progress
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationRun
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a run that has ended
 */
delete: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteEvaluationRunResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/runs/{runId}/cancel": {
/**
 * Cancel a run
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationRun
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/runs/{runId}/results": {
/**
 * List the outcomes of a run
 */
get: {
parameters: {
query?: {
/**
 * Number of entries to skip.
 */
offset?: number
/**
 * Number of entries per page.
 */
limit?: number
outcome?: QuestionOutcome
/**
 * Text that the question or one of its tags contains.
 */
search?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationResultPage
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/runs/{runId}/results/{questionId}": {
/**
 * Get the outcome of a question
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
/**
 * ID of the question.
 */
questionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationResultDetail
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/runs/{runId}/results/{questionId}/rerun": {
/**
 * Run both queries of an outcome again as you
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
/**
 * ID of the question.
 */
questionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": RerunEvaluationResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/evaluation/runs/{runId}/comparison": {
/**
 * Compare a run with an earlier one
 */
get: {
parameters: {
query: {
/**
 * Number of entries to skip.
 */
offset?: number
/**
 * Number of entries per page.
 */
limit?: number
/**
 * ID of the earlier run.
 */
before: string
/**
 * `changed`: questions whose outcome differs. `not_right`: those that are not right in the later run.
 */
show?: ("changed" | "not_right" | "all")
/**
 * Text that the question or one of its tags contains.
 */
search?: string
}
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the run.
 */
runId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": EvaluationComparison
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/{id}/correct": {
/**
 * Correct a wrong answer
 */
post: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
requestBody: {
content: {
"application/json": CorrectExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CorrectedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/apps/{appName}/users/{userId}/sessions": {
/**
 * Create a conversation
 */
post: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
}
}
requestBody: {
content: {
"application/json": CreateConversationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Conversation
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * List your conversations
 */
get: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConversationSummary[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/apps/{appName}/users/{userId}/sessions/{sessionId}": {
/**
 * Get a conversation
 */
get: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
/**
 * ID of the conversation.
 */
sessionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Conversation
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Update the state of a conversation
 */
patch: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
/**
 * ID of the conversation.
 */
sessionId: string
}
}
requestBody: {
content: {
"application/json": UpdateConversationRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ConversationSummary
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a conversation
 */
delete: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
/**
 * ID of the conversation.
 */
sessionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteConversationResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/sessions/clear-all": {
/**
 * Delete all your conversations
 */
post: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteAllConversationsResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/apps/{appName}/users/{userId}/sessions/{sessionId}/artifacts": {
/**
 * List the files of a conversation
 */
get: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
/**
 * ID of the conversation.
 */
sessionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
/**
 * Names of the files.
 */
"application/json": string[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/apps/{appName}/users/{userId}/sessions/{sessionId}/artifacts/{name}": {
/**
 * Download a file of a conversation
 */
get: {
parameters: {
path: {
/**
 * Name of the app. The only one is `nl_to_sql_agent`.
 */
appName: string
/**
 * Your user ID.
 */
userId: string
/**
 * ID of the conversation.
 */
sessionId: string
/**
 * Name of the file in the conversation.
 */
name: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/octet-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/custom_run_sse": {
/**
 * Ask a question and stream the events of the answer
 */
post: {
parameters: {
query?: {
/**
 * Whether the stream also carries the messages `thinking`.
 */
thinking?: "true"
}
}
requestBody: {
content: {
"application/json": AskQuestionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/run_sse": {
/**
 * Ask a question and stream the events of the answer
 */
post: {
parameters: {
query?: {
/**
 * Whether the stream also carries the messages `thinking`.
 */
thinking?: "true"
}
}
requestBody: {
content: {
"application/json": AskQuestionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/run": {
/**
 * Ask a question and wait for the answer
 */
post: {
parameters: {
query?: {
/**
 * Whether the stream also carries the messages `thinking`.
 */
thinking?: "true"
}
}
requestBody: {
content: {
"application/json": AskQuestionRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TurnEvent[]
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/custom_cancel/{sessionId}": {
/**
 * Cancel the running turn of a conversation
 */
post: {
parameters: {
path: {
/**
 * ID of the conversation.
 */
sessionId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteConversationResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/turns/{id}/events": {
/**
 * Follow the events of a turn
 */
get: {
parameters: {
query?: {
/**
 * Number of the last event that you received. Events after it follow.
 */
after?: number
/**
 * Whether the stream also carries the messages `thinking`.
 */
thinking?: "true"
}
header?: {
/**
 * Number of the last event that you received. Same as `after`, which wins.
 */
"Last-Event-ID"?: string
}
path: {
/**
 * ID of the turn.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/turns/{id}/prompt": {
/**
 * Get what the model was given for your question
 */
get: {
parameters: {
path: {
/**
 * ID of the turn.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": TurnPrompt
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/starter-questions": {
/**
 * List questions to start with
 */
get: {
parameters: {
query?: {
/**
 * ID of the connection. The default is the selected connection.
 */
database_config_id?: string
/**
 * ID of the business area. The default is the area that applies to the connection.
 */
business_area_id?: string
/**
 * `true`: for questions in the draft of the area.
 */
in_draft?: "true"
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": StarterQuestions
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples": {
/**
 * Rate an answer
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": CreateExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VerifiedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * List verified examples
 */
get: {
parameters: {
query?: {
status?: VerifiedExampleStatus
/**
 * Only examples of this business area.
 */
area_id?: string
/**
 * Only examples of this connection.
 */
database_config_id?: string
/**
 * Whether to check the SQL of the examples that you can approve against the current tables and rules.
 */
check?: ("true" | "false")
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VerifiedExample[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/attention": {
/**
 * Count examples that need attention
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ExamplesAttention
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/decide": {
/**
 * Approve or reject several verified examples
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": DecideExamplesRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DecidedExamples
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/{id}/similar": {
/**
 * List similar verified examples
 */
get: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VerifiedExample[]
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/written": {
/**
 * Add a verified example
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": AddExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/{id}": {
/**
 * Change a verified example
 */
put: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
requestBody: {
content: {
"application/json": UpdateExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a verified example
 */
delete: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteExampleResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/{id}/run": {
/**
 * Run a verified example
 */
post: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/{id}/approve": {
/**
 * Approve a verified example
 */
post: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VerifiedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/examples/{id}/reject": {
/**
 * Reject a verified example
 */
post: {
parameters: {
path: {
/**
 * ID of the verified example.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": VerifiedExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/draft/examples": {
/**
 * List the verified examples of a draft
 */
get: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DraftExamples
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Add a verified example to a draft
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
}
}
requestBody: {
content: {
"application/json": AddDraftExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckedDraftExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/draft/examples/{exampleId}": {
/**
 * Change a verified example in a draft
 */
put: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the verified example.
 */
exampleId: string
}
}
requestBody: {
content: {
"application/json": UpdateExampleRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": CheckedDraftExample
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
/**
 * Delete a verified example in a draft
 */
delete: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the verified example.
 */
exampleId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteDraftExampleResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/business-areas/{id}/draft/examples/{exampleId}/revert": {
/**
 * Take back the change of a verified example in a draft
 */
post: {
parameters: {
path: {
/**
 * ID of the business area.
 */
id: string
/**
 * ID of the verified example.
 */
exampleId: string
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": DeleteDraftExampleResponse
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/query/export-formats": {
/**
 * List export formats
 */
get: {
parameters: {
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": ExportFormats
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/query/full-results": {
/**
 * Run a query
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": RunQueryRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/json": (QueryResult | {
[k: string]: Cell
}[])
"application/x-ndjson": string
"text/csv": string
"text/tab-separated-values": string
"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string
"application/vnd.apache.parquet": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/api/v1/query/visualization": {
/**
 * Get the rows of a chart
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": ChartRowsRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
"application/x-ndjson": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
"/mcp": {
/**
 * Use the server from an MCP client
 */
post: {
parameters: {
}
requestBody: {
content: {
"application/json": UseMcpRequest
}
}
responses: {
200: {
headers: {
[k: string]: unknown
}
content: {
/**
 * A response of JSON-RPC 2.0.
 */
"application/json": {
}
"text/event-stream": string
}
}
default: {
headers: {
[k: string]: unknown
}
content: {
"application/json": Error
}
}
}
}
}
}
/**
 * The server is healthy.
 */
export interface GetHealthResponse {
/**
 * Always `ok`.
 */
status: "ok"
/**
 * Version of the product.
 */
version: string
}
/**
 * An error.
 */
export interface Error {
/**
 * What happened and what to do, for people.
 */
detail: string
/**
 * What happened, for programs.
 */
code: string
/**
 * ID of the request, as in the server log.
 */
request_id: string
/**
 * The ICU pattern of `detail`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Problems of the business area. Only for `area_invalid`.
 */
problems?: AreaProblem[]
/**
 * The step that failed. Only for saving a business area. Nothing is stored, except when it is `reload`.
 */
step?: ("basic" | "tables" | "joins" | "access" | "reload")
/**
 * Position in your SQL, from 0. Only for `query_refused`, if known.
 */
position?: number
/**
 * Position of the refused file in the message, from 0.
 */
file?: number
}
/**
 * Values of a message, by name: texts, numbers, and messages.
 */
export interface MessageValues {
[k: string]: string | number | Message
}
/**
 * A text for people, for its translation.
 */
export interface Message {
/**
 * ICU pattern of the text, in English.
 */
text: string
values?: MessageValues
/**
 * The cells that a figure or a name in an answer comes from. Absent for other words.
 */
sources?: FigureSource[]
}
/**
 * The cells of a result that a figure comes from.
 */
export interface FigureSource {
/**
 * Name of the result: `step` of the tool response.
 */
step: string
/**
 * Index of the column. Null if rows are counted.
 */
column: (number | null)
/**
 * Indexes of the rows. Null if it covers all rows.
 */
rows: (number[] | null)
}
/**
 * A problem of a business area.
 */
export interface AreaProblem {
/**
 * Whether the problem prevents saving (`error`) or not (`warning`).
 */
severity: ("error" | "warning")
/**
 * Part of the area that has the problem.
 */
section: ("tables" | "joins" | "definitions" | "row_security" | "column_security")
/**
 * Name of the rule. Null outside of rules.
 */
rule: (string | null)
/**
 * Name of the table. Null if it is about no single table.
 */
table: (string | null)
/**
 * The definition that has the problem. Absent outside of definitions.
 */
definition?: {
/**
 * Kind of the definition.
 */
kind: ("metric" | "dimension" | "filter" | "time_column" | "value_synonym")
/**
 * Name of the definition. For a column: `table.column`.
 */
name: string
}
/**
 * Part of the rule: `condition`, `join_condition`, `requires`, `when_column_exists`, `table`, or the name of a column. In definitions, the field, such as `expression`.
 */
part: (string | null)
/**
 * What is wrong, for people.
 */
message: string
/**
 * The ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Position in the condition or mask, from 0. Null if unknown.
 */
position: (number | null)
/**
 * Name of the connection that has the problem. Null: all.
 */
database: (string | null)
}
/**
 * A new account.
 */
export interface RegisterRequest {
/**
 * Email address of the user.
 */
email: string
/**
 * Name of the user.
 */
username: string
/**
 * Password of the new user.
 */
password: string
/**
 * Organization of the user.
 */
organization: string
}
/**
 * What the new user must do next.
 */
export interface RegisterResponse {
/**
 * The user can sign in (`activated`), must wait for an administrator (`pending_approval`), or must enter the emailed code (`activation_required`).
 */
status: ("activated" | "pending_approval" | "activation_required")
/**
 * What to do next, for people.
 */
message: string
/**
 * Activation code. Only present if the server does not send email.
 */
activation_code?: string
}
/**
 * An email address and the code that was sent to it.
 */
export interface ActivateRequest {
/**
 * Email address of the user.
 */
email: string
/**
 * Activation code of the email. Case, spaces, and hyphens do not matter.
 */
code: string
}
/**
 * What the user must do next.
 */
export interface ActivateResponse {
/**
 * The user can sign in (`activated`), or must wait for an administrator (`pending_approval`).
 */
status: ("activated" | "pending_approval")
/**
 * What happened, for people.
 */
message: string
}
/**
 * The email address of a new account.
 */
export interface ResendActivationRequest {
/**
 * Email address of the user.
 */
email: string
}
/**
 * A message for people.
 */
export interface MessageResponse {
/**
 * What happened, for people.
 */
message: string
}
/**
 * The email address of a user.
 */
export interface ForgotPasswordRequest {
/**
 * Email address of the user.
 */
email: string
}
/**
 * A new password, with the token of the emailed link.
 */
export interface ResetPasswordRequest {
/**
 * Email address of the user.
 */
email: string
/**
 * New password.
 */
new_password: string
/**
 * `token` of the emailed link.
 */
token: string
}
/**
 * Email and password.
 */
export interface SignInRequest {
/**
 * Email address of the user.
 */
email: string
/**
 * Password of the user.
 */
password: string
}
/**
 * A sign-in: an access token and its user.
 */
export interface SignIn {
/**
 * Token for the `Authorization: Bearer` header.
 */
access_token: string
/**
 * Kind of the token.
 */
token_type: "bearer"
/**
 * Seconds until the token expires.
 */
expires_in: number
user: User
}
/**
 * A user.
 */
export interface User {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
/**
 * Name of the user.
 */
username: string
/**
 * Organization of the user.
 */
organization: string
role: Role
/**
 * Whether the user is waiting for approval (`N`) or approved (`A`).
 */
status: ("N" | "A")
/**
 * Whether the user can sign in.
 */
is_active: boolean
/**
 * Whether the installed edition is a paid one.
 */
is_premium: boolean
/**
 * Name of the tenant of the user.
 */
tenant_name: (string | null)
/**
 * When the user registered.
 */
created_at: string
/**
 * When the user last signed in. Null if never.
 */
last_login_at: (string | null)
}
/**
 * The sign-in has ended.
 */
export interface SignOutResponse {
/**
 * What happened.
 */
message: string
/**
 * URL to open in the browser, which also ends the session at the sign-in provider. Null if there is none.
 */
provider_url: (string | null)
}
/**
 * The current and the new password.
 */
export interface ChangePasswordRequest {
/**
 * Current password.
 */
current_password: string
/**
 * New password.
 */
new_password: string
}
/**
 * A new access token. The old one no longer works.
 */
export interface ChangePasswordResponse {
/**
 * What happened, for people.
 */
message: string
/**
 * New access token.
 */
access_token: string
}
/**
 * The token of the link of an invitation.
 */
export interface ReadInvitationRequest {
/**
 * `token` of the link.
 */
token: string
}
/**
 * Whom an invitation is for.
 */
export interface Invitation {
/**
 * Email address of the user.
 */
email: string
/**
 * When the link expires.
 */
expires_at: string
}
/**
 * The name and password of an invited user.
 */
export interface AcceptInvitationRequest {
/**
 * `token` of the link.
 */
token: string
/**
 * Name of the user.
 */
username: string
/**
 * Password of the user.
 */
password: string
}
/**
 * How the link reaches the user.
 */
export interface CreateResetLinkRequest {
/**
 * Whether to send the link by email or to return it.
 */
delivery: ("email" | "copy")
}
/**
 * A link that works once.
 */
export interface LinkResponse {
/**
 * The link, shown once. Null if it was sent by email.
 */
link: (string | null)
/**
 * When the link expires.
 */
expires_at: string
}
/**
 * How users can sign in.
 */
export interface SignInOptions {
/**
 * Whether everyone can use a password. If not, only break-glass administrators can, and no one registers.
 */
passwords: boolean
/**
 * Providers to sign in with, in order.
 */
providers: {
/**
 * ID of the provider. Open `/auth/oidc/{id}` in the browser to sign in with it.
 */
id: string
/**
 * Name of the provider.
 */
name: string
}[]
}
/**
 * How users sign in.
 */
export interface SingleSignOn {
/**
 * Whether the edition includes single sign-on.
 */
is_included: boolean
/**
 * Whether passwords are closed, except for break-glass administrators.
 */
is_only: boolean
/**
 * IDs of administrators who can always sign in with a password.
 * 
 * @maxItems 20
 */
break_glass_user_ids: string[]
/**
 * Hours after which users sign in with the provider again.
 */
sign_in_hours: number
/**
 * URL to which providers send users after signing out.
 */
signed_out_url: string
/**
 * The providers, in the order of the sign-in page.
 */
providers: SignOnProvider[]
/**
 * Administrators with a password, who can be break-glass administrators.
 */
administrators: {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address.
 */
email: string
/**
 * Whether the user is connected with a provider.
 */
is_connected: boolean
}[]
/**
 * All groups.
 */
groups: {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
}[]
/**
 * Version of the configuration. Send it as `expected_version`.
 */
version: string
}
/**
 * An OpenID Connect provider. Its client secret is not included.
 */
export interface SignOnProvider {
/**
 * ID of the provider, a part of the callback URL. The client chooses it, and it never changes.
 */
id: string
/**
 * Name on the sign-in page.
 */
name: string
/**
 * Issuer URL, exactly as the provider publishes it.
 */
issuer: string
/**
 * Client ID of Parlance at the provider.
 */
client_id: string
/**
 * Whether users can sign in with it.
 */
is_enabled: boolean
/**
 * Scopes to request in addition to `openid email profile`.
 * 
 * @maxItems 20
 */
scopes: string[]
/**
 * Domains of email addresses that may sign in. Empty for all.
 * 
 * @maxItems 50
 */
allowed_domains: string[]
/**
 * Whether to accept email addresses about which the provider does not say that they are verified.
 */
trusts_emails: boolean
/**
 * What happens at the first sign-in without an account: an active account (`automatic`), one that waits for an administrator (`approval`), or a refusal (`none`).
 */
account_creation: ("automatic" | "approval" | "none")
/**
 * Claim that lists groups, such as `groups` or `realm_access.roles`. Empty for none.
 */
groups_claim: string
/**
 * Values of the groups claim, and the groups that they stand for.
 * 
 * @maxItems 200
 */
groups: {
/**
 * Value that the provider sends.
 */
value: string
/**
 * ID of the group.
 */
group_id: string
}[]
/**
 * Claim that decides who is an administrator. Empty: administrators are chosen by hand.
 */
role_claim: string
/**
 * Values of the role claim that make a user an administrator.
 * 
 * @maxItems 50
 */
admin_values: string[]
/**
 * Claim of each attribute for row rules.
 */
attributes: {
[k: string]: string
}
/**
 * Whether a client secret is stored.
 */
has_client_secret: boolean
/**
 * Callback URL to enter at the provider.
 */
callback_url: string
/**
 * Number of users who are connected with it.
 */
user_count: number
/**
 * The last test sign-in since the provider was changed. Null if there is none.
 */
last_test: (SignOnTest | null)
}
/**
 * What a provider sent at a test sign-in, and what Parlance makes of it.
 */
export interface SignOnTest {
/**
 * When the test ended.
 */
at: string
/**
 * Email address that the provider sent.
 */
email: (string | null)
/**
 * Why the sign-in would be refused. Null if it would work.
 */
problem: (SignOnProblem | null)
/**
 * Claims that the provider sent, shortened.
 */
claims: {
/**
 * Name of the claim.
 */
name: string
/**
 * Value of the claim, as JSON if it is not a text.
 */
value: string
}[]
/**
 * Names of the groups that the claims give.
 */
groups: string[]
/**
 * Role that the claims give. Null if they do not decide.
 */
role: (("ADMIN" | "GENERAL") | null)
/**
 * Attributes that the claims give.
 */
attributes: {
[k: string]: string
}
}
/**
 * How users sign in. Replaces the whole configuration.
 */
export interface SaveSingleSignOn {
/**
 * Whether passwords are closed, except for break-glass administrators.
 */
is_only: boolean
/**
 * IDs of administrators who can always sign in with a password.
 * 
 * @maxItems 20
 */
break_glass_user_ids: string[]
/**
 * Hours after which users sign in with the provider again.
 */
sign_in_hours: number
/**
 * All providers. Those that are missing are deleted.
 * 
 * @maxItems 10
 */
providers: SaveSignOnProvider[]
/**
 * `version` that you read. If it has changed since, the response is 409.
 */
expected_version: string
}
/**
 * An OpenID Connect provider.
 */
export interface SaveSignOnProvider {
/**
 * ID of the provider, a part of the callback URL. The client chooses it, and it never changes.
 */
id: string
/**
 * Name on the sign-in page.
 */
name: string
/**
 * Issuer URL, exactly as the provider publishes it.
 */
issuer: string
/**
 * Client ID of Parlance at the provider.
 */
client_id: string
/**
 * Whether users can sign in with it.
 */
is_enabled: boolean
/**
 * Scopes to request in addition to `openid email profile`.
 * 
 * @maxItems 20
 */
scopes: string[]
/**
 * Domains of email addresses that may sign in. Empty for all.
 * 
 * @maxItems 50
 */
allowed_domains: string[]
/**
 * Whether to accept email addresses about which the provider does not say that they are verified.
 */
trusts_emails: boolean
/**
 * What happens at the first sign-in without an account: an active account (`automatic`), one that waits for an administrator (`approval`), or a refusal (`none`).
 */
account_creation: ("automatic" | "approval" | "none")
/**
 * Claim that lists groups, such as `groups` or `realm_access.roles`. Empty for none.
 */
groups_claim: string
/**
 * Values of the groups claim, and the groups that they stand for.
 * 
 * @maxItems 200
 */
groups: {
/**
 * Value that the provider sends.
 */
value: string
/**
 * ID of the group.
 */
group_id: string
}[]
/**
 * Claim that decides who is an administrator. Empty: administrators are chosen by hand.
 */
role_claim: string
/**
 * Values of the role claim that make a user an administrator.
 * 
 * @maxItems 50
 */
admin_values: string[]
/**
 * Claim of each attribute for row rules.
 */
attributes: {
[k: string]: string
}
/**
 * Client secret. Absent keeps the stored one. Null removes it, for a public client.
 */
client_secret?: (string | null)
}
/**
 * A provider to test.
 */
export interface TestSignOnProvider {
/**
 * Issuer URL.
 */
issuer: string
/**
 * Client ID.
 */
client_id: string
}
/**
 * What the test found.
 */
export interface TestSignOnResponse {
/**
 * Whether the provider can be used.
 */
success: boolean
/**
 * What was found.
 */
message: string
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * A test sign-in that has begun.
 */
export interface BeginTestSignIn {
/**
 * URL to open in the same browser.
 */
url: string
}
/**
 * Where OAuth clients of the MCP server sign in (RFC 9728).
 */
export interface ProtectedResource {
/**
 * Address of the MCP server. An access token must be for it.
 */
resource: string
/**
 * Issuers of the providers that are turned on.
 */
authorization_servers: string[]
/**
 * How to send the token: in the `Authorization` header.
 */
bearer_methods_supported: string[]
/**
 * Scopes to request.
 */
scopes_supported: string[]
/**
 * Name to show to people.
 */
resource_name: string
}
/**
 * A token with which a program acts as a user. The token itself is not included.
 */
export interface ApiToken {
/**
 * ID of the token.
 */
token_id: string
/**
 * Name of the token.
 */
name: string
/**
 * First characters of the token, to recognize it.
 */
token_start: string
/**
 * What the token can do.
 */
scopes: ApiTokenScope[]
/**
 * IDs of the connections that it reaches. Null for all of its owner.
 */
connection_ids: (string[] | null)
/**
 * IDs of the business areas that it reaches. Null for all of its owner.
 */
area_ids: (string[] | null)
/**
 * When it was created.
 */
created_at: string
/**
 * When it stops working. Null for never.
 */
expires_at: (string | null)
/**
 * When it was last used, to the minute. Null for never.
 */
last_used_at: (string | null)
}
/**
 * A new token.
 */
export interface CreateApiTokenRequest {
/**
 * What the token is for.
 */
name: string
/**
 * What the token can do. At least one.
 * 
 * @minItems 1
 */
scopes: ApiTokenScope[]
/**
 * IDs of the connections to limit it to. Null or absent for no limit.
 */
connection_ids?: (string[] | null)
/**
 * IDs of the business areas to limit it to. Null or absent for no limit.
 */
area_ids?: (string[] | null)
/**
 * Days until it expires. Null or absent for never.
 */
expires_in_days?: (number | null)
}
/**
 * A new token.
 */
export interface CreatedApiToken {
/**
 * ID of the token.
 */
token_id: string
/**
 * Name of the token.
 */
name: string
/**
 * First characters of the token, to recognize it.
 */
token_start: string
/**
 * What the token can do.
 */
scopes: ApiTokenScope[]
/**
 * IDs of the connections that it reaches. Null for all of its owner.
 */
connection_ids: (string[] | null)
/**
 * IDs of the business areas that it reaches. Null for all of its owner.
 */
area_ids: (string[] | null)
/**
 * When it was created.
 */
created_at: string
/**
 * When it stops working. Null for never.
 */
expires_at: (string | null)
/**
 * When it was last used, to the minute. Null for never.
 */
last_used_at: (string | null)
/**
 * The token. It is not shown again.
 */
token: string
}
/**
 * A page of the API tokens of all users.
 */
export interface OwnedApiTokenList {
/**
 * Number of tokens on all pages.
 */
total: number
/**
 * The tokens, newest first.
 */
tokens: OwnedApiToken[]
}
/**
 * A token with its owner.
 */
export interface OwnedApiToken {
/**
 * ID of the token.
 */
token_id: string
/**
 * Name of the token.
 */
name: string
/**
 * First characters of the token, to recognize it.
 */
token_start: string
/**
 * What the token can do.
 */
scopes: ApiTokenScope[]
/**
 * IDs of the connections that it reaches. Null for all of its owner.
 */
connection_ids: (string[] | null)
/**
 * IDs of the business areas that it reaches. Null for all of its owner.
 */
area_ids: (string[] | null)
/**
 * When it was created.
 */
created_at: string
/**
 * When it stops working. Null for never.
 */
expires_at: (string | null)
/**
 * When it was last used, to the minute. Null for never.
 */
last_used_at: (string | null)
/**
 * The user or service account that it acts as.
 */
owner: {
/**
 * ID of the owner.
 */
user_id: string
/**
 * Name of the owner.
 */
name: string
/**
 * Email address of the owner. Null for a service account.
 */
email: (string | null)
}
}
/**
 * A user that is a program.
 */
export interface ServiceAccount {
/**
 * ID of the service account, as of a user.
 */
user_id: string
/**
 * Name of the service account.
 */
name: string
/**
 * Whether its tokens work.
 */
is_active: boolean
/**
 * Number of valid tokens.
 */
tokens: number
/**
 * When one of its tokens was last used. Null for never.
 */
last_used_at: (string | null)
/**
 * When it was created.
 */
created_at: string
}
/**
 * A new service account.
 */
export interface CreateServiceAccountRequest {
/**
 * What the program is called.
 */
name: string
}
/**
 * A user, as administrators see it.
 */
export interface ManagedUser {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
/**
 * Name of the user.
 */
username: string
/**
 * Organization of the user.
 */
organization: string
role: Role
/**
 * Whether the user is waiting for approval (`N`) or approved (`A`).
 */
status: ("N" | "A")
/**
 * Whether the user can sign in.
 */
is_active: boolean
/**
 * Whether the installed edition is a paid one.
 */
is_premium: boolean
/**
 * Name of the tenant of the user.
 */
tenant_name: (string | null)
/**
 * When the user registered.
 */
created_at: string
/**
 * When the user last signed in. Null if never.
 */
last_login_at: (string | null)
/**
 * Name of the user. Same as `username`.
 */
user_name: string
/**
 * Own limit of questions per day. Null: the limit of the user’s groups applies.
 */
daily_query_limit: (number | null)
/**
 * Own limit of questions per month. Null: the limit of the user’s groups applies.
 */
monthly_query_limit: (number | null)
/**
 * Questions asked today.
 */
daily_query_count: number
/**
 * Questions asked this month.
 */
monthly_query_count: number
/**
 * When the daily count starts again.
 */
daily_query_reset_at: (string | null)
/**
 * When the monthly count starts again.
 */
monthly_query_reset_at: (string | null)
/**
 * ID of the tenant, which row rules read as `:current_tenant_id`.
 */
tenant_id: (string | null)
/**
 * ID of the department, which row rules read as `:current_dept_id`.
 */
dept_id: (string | null)
/**
 * Own attributes of the user.
 */
attributes: {
[k: string]: string
}
/**
 * Groups of the user, by name.
 */
groups: {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
}[]
/**
 * Questions allowed per day: the own limit, otherwise the highest of the groups. Null: unlimited.
 */
effective_daily_query_limit: (number | null)
/**
 * Questions allowed per month: the own limit, otherwise the highest of the groups. Null: unlimited.
 */
effective_monthly_query_limit: (number | null)
/**
 * Attributes that row rules read as `:user.<key>`: the own ones, and those on which the groups agree.
 */
effective_attributes: {
[k: string]: string
}
/**
 * Attributes that the user doesn’t have, because their groups give different values.
 */
attribute_conflicts: AttributeConflict[]
value_sources: ValueSources
/**
 * When the user was last changed. Send it as `expected_updated_at`.
 */
updated_at: string
}
/**
 * An attribute that a user doesn’t have, because their groups give different values.
 */
export interface AttributeConflict {
/**
 * Name of the attribute.
 */
key: string
/**
 * The values, and the groups that give them.
 */
values: GroupValue[]
}
/**
 * A value that a group gives.
 */
export interface GroupValue {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
group_name: string
/**
 * The value.
 */
value: string
}
/**
 * The names of the groups and sign-in providers that give a user what applies. Empty for the user’s own values.
 */
export interface ValueSources {
/**
 * Groups that give the daily limit.
 */
daily_query_limit: string[]
/**
 * Groups that give the monthly limit.
 */
monthly_query_limit: string[]
/**
 * Groups that give each attribute, by its name.
 */
attributes: {
[k: string]: string[]
}
/**
 * The sign-in provider that gives an attribute, by its name.
 */
providers: {
[k: string]: string
}
}
/**
 * A page of the users.
 */
export interface UserPage {
/**
 * The users of the page, in the requested order.
 */
users: ListedUser[]
/**
 * Number of users that match.
 */
matching: number
/**
 * Number of all users.
 */
total: number
/**
 * Number of active users who lack an attribute because their groups disagree.
 */
conflicting: number
/**
 * How many of all users are in each state.
 */
states: {
/**
 * Users who can sign in, including those who have reached their daily limit.
 */
active: number
/**
 * Deactivated users.
 */
inactive: number
/**
 * Users who wait for approval.
 */
pending: number
/**
 * Invited people who have not accepted.
 */
invited: number
/**
 * Users who have reached their daily limit.
 */
limit_reached: number
}
}
/**
 * A user in the list.
 */
export interface ListedUser {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
/**
 * Name of the user.
 */
username: string
/**
 * Organization of the user.
 */
organization: string
role: Role
/**
 * Whether the user is waiting for approval (`N`) or approved (`A`).
 */
status: ("N" | "A")
/**
 * Whether the user can sign in.
 */
is_active: boolean
/**
 * Whether the installed edition is a paid one.
 */
is_premium: boolean
/**
 * Name of the tenant of the user.
 */
tenant_name: (string | null)
/**
 * When the user registered.
 */
created_at: string
/**
 * When the user last signed in. Null if never.
 */
last_login_at: (string | null)
/**
 * Name of the user. Same as `username`.
 */
user_name: string
/**
 * Own limit of questions per day. Null: the limit of the user’s groups applies.
 */
daily_query_limit: (number | null)
/**
 * Own limit of questions per month. Null: the limit of the user’s groups applies.
 */
monthly_query_limit: (number | null)
/**
 * Questions asked today.
 */
daily_query_count: number
/**
 * Questions asked this month.
 */
monthly_query_count: number
/**
 * When the daily count starts again.
 */
daily_query_reset_at: (string | null)
/**
 * When the monthly count starts again.
 */
monthly_query_reset_at: (string | null)
/**
 * ID of the tenant, which row rules read as `:current_tenant_id`.
 */
tenant_id: (string | null)
/**
 * ID of the department, which row rules read as `:current_dept_id`.
 */
dept_id: (string | null)
/**
 * Own attributes of the user.
 */
attributes: {
[k: string]: string
}
/**
 * Groups of the user, by name.
 */
groups: {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
}[]
/**
 * Questions allowed per day: the own limit, otherwise the highest of the groups. Null: unlimited.
 */
effective_daily_query_limit: (number | null)
/**
 * Questions allowed per month: the own limit, otherwise the highest of the groups. Null: unlimited.
 */
effective_monthly_query_limit: (number | null)
/**
 * Attributes that row rules read as `:user.<key>`: the own ones, and those on which the groups agree.
 */
effective_attributes: {
[k: string]: string
}
/**
 * Attributes that the user doesn’t have, because their groups give different values.
 */
attribute_conflicts: AttributeConflict[]
value_sources: ValueSources
/**
 * When the user was last changed. Send it as `expected_updated_at`.
 */
updated_at: string
/**
 * Whether the user can sign in, waits, was invited, or has reached the daily limit.
 */
state: ("active" | "inactive" | "pending" | "invited" | "limit_reached")
/**
 * When the user last asked or signed in. Null if never.
 */
last_active_at: (string | null)
/**
 * When the user was invited. Null if there is no open invitation.
 */
invited_at: (string | null)
/**
 * When the link of the invitation stops working.
 */
invitation_expires_at: (string | null)
/**
 * Number of restricted areas that were granted to the user.
 */
granted_areas: number
/**
 * Number of restricted databases that were granted to the user.
 */
granted_databases: number
/**
 * Whether the user is connected with a sign-in provider.
 */
is_connected: boolean
}
/**
 * Changes of a user. Absent fields keep their values.
 */
export interface UpdateUserRequest {
/**
 * Role of the user.
 */
role?: ("ADMIN" | "GENERAL")
/**
 * Whether the user can sign in.
 */
is_active?: boolean
/**
 * Own limit of questions per day. Null: the limit of the user’s groups applies.
 */
daily_query_limit?: (number | null)
/**
 * Own limit of questions per month. Null: the limit of the user’s groups applies.
 */
monthly_query_limit?: (number | null)
/**
 * ID of the tenant, which row rules read as `:current_tenant_id`.
 */
tenant_id?: (string | null)
/**
 * Name of the tenant of the user.
 */
tenant_name?: (string | null)
/**
 * ID of the department, which row rules read as `:current_dept_id`.
 */
dept_id?: (string | null)
/**
 * Own attributes of the user. They replace all own attributes.
 */
attributes?: {
[k: string]: string
}
/**
 * `updated_at` that you read. If it has changed since, the response is 409.
 */
expected_updated_at?: string
}
/**
 * The deleted user.
 */
export interface DeleteUserResponse {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of `message`, for its translation.
 */
pattern?: string
values?: MessageValues
}
/**
 * The role of the new user.
 */
export interface ApproveUserRequest {
/**
 * Role of the user.
 */
role?: ("ADMIN" | "GENERAL")
}
/**
 * The deleted registration.
 */
export interface RejectUserResponse {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of `message`, for its translation.
 */
pattern?: string
values?: MessageValues
}
/**
 * The new role of a user.
 */
export interface UpdateUserRoleRequest {
/**
 * New role of the user.
 */
role: ("ADMIN" | "GENERAL")
}
/**
 * A change, and the users by `user_ids` or by `filter`.
 */
export interface BulkUsersRequest {
action: UserBulkAction
/**
 * IDs of the users.
 * 
 * @minItems 1
 * @maxItems 10000
 */
user_ids?: string[]
filter?: UserFilter
}
/**
 * Which users. Absent fields are ignored.
 */
export interface UserFilter {
/**
 * Part of the name, the email address, or the organization.
 */
search?: string
role?: Role
/**
 * State of the users.
 */
state?: ("active" | "inactive" | "pending" | "invited" | "limit_reached" | "deactivated")
/**
 * Users who can ask in this area.
 */
area_id?: string
/**
 * Users who can use this database.
 */
database_id?: string
/**
 * Members of this group.
 */
group_id?: string
/**
 * Active users who lack an attribute because their groups disagree.
 */
attributes?: "conflicting"
}
/**
 * What happened to each user.
 */
export interface BulkUsersResponse {
/**
 * Number of changed users.
 */
changed: number
/**
 * Number of users that already were as requested.
 */
unchanged: number
/**
 * Number of users that could not be changed.
 */
skipped: number
/**
 * What happened, by user.
 */
outcomes: {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
/**
 * Whether the user was changed.
 */
result: ("changed" | "unchanged" | "skipped")
/**
 * Why the user was skipped, for people. Null otherwise.
 */
detail: (string | null)
/**
 * ICU pattern of `detail`, if it has values.
 */
pattern?: string
values?: MessageValues
}[]
}
/**
 * What a user owns.
 */
export interface UserPossessions {
/**
 * Business areas of the user.
 */
areas: {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
}[]
/**
 * Databases of the user.
 */
databases: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}[]
/**
 * Number of private databases, whose names only the user sees.
 */
private_databases: number
/**
 * Number of question sets that the user created. They stay with their areas.
 */
evaluation_sets: number
/**
 * Number of conversations. They are deleted with the user.
 */
conversations: number
}
/**
 * The restricted connections and areas that you manage, with the access of one user.
 */
export interface UserAccess {
/**
 * ID of the user.
 */
user_id: string
/**
 * Restricted connections.
 */
databases: {
/**
 * ID of the connection. Same as `config_id`.
 */
id: string
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
/**
 * What it contains, for people and for models.
 */
description: (string | null)
/**
 * Type of the database.
 */
db_type: string
/**
 * Name of the owner. Null if there is none, or you are not allowed to see it.
 */
owner_name: (string | null)
/**
 * Whether the user owns the connection, and needs no grant.
 */
is_owner: boolean
/**
 * Whether the user owns the connection, or it was granted to the user by name.
 */
has_access: boolean
/**
 * Names of the user’s groups that have access.
 */
groups: string[]
}[]
/**
 * Restricted business areas.
 */
business_areas: {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description: (string | null)
/**
 * Always `restricted`.
 */
visibility: "restricted"
/**
 * ID of the owner. Null if the owner no longer exists.
 */
user_id: (string | null)
/**
 * Whether the user owns the area, and needs no grant.
 */
is_owner: boolean
/**
 * Whether the user owns the area, or it was granted to the user by name.
 */
has_access: boolean
/**
 * Names of the user’s groups that have access.
 */
groups: string[]
}[]
}
/**
 * Grants and revocations for one user. List only what changes.
 */
export interface UpdateUserAccessRequest {
/**
 * The changes.
 * 
 * @minItems 1
 * @maxItems 500
 */
changes: {
/**
 * Whether `id` is a connection or a business area.
 */
type: ("database" | "business_area")
/**
 * ID of the connection or the business area.
 */
id: string
/**
 * Whether the user has access after the change.
 */
has_access: boolean
}[]
}
/**
 * Which changes succeeded.
 */
export interface UpdateUserAccessResponse {
/**
 * Number of changes.
 */
total: number
/**
 * Number of changes that succeeded.
 */
succeeded: number
/**
 * What failed, for people. Null if every change succeeded.
 */
message: (string | null)
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Changes that failed.
 */
failed: {
/**
 * Whether `id` is a connection or a business area.
 */
type: ("database" | "business_area")
/**
 * ID of the connection or the business area.
 */
id: string
/**
 * Name of the connection or the business area.
 */
name: string
/**
 * Why it failed, for people.
 */
detail: string
/**
 * ICU pattern of `detail`, if it has values.
 */
pattern?: string
values?: MessageValues
/**
 * Why it failed, for programs.
 */
code: string
}[]
}
/**
 * What a user can reach.
 */
export interface UserReach {
/**
 * ID of the user.
 */
user_id: string
/**
 * Name of the user.
 */
username: string
/**
 * Email address of the user.
 */
email: string
role: Role
/**
 * Whether the account is active. If not, the user reaches nothing.
 */
can_sign_in: boolean
/**
 * ID of the tenant, which row rules read as `:current_tenant_id`.
 */
tenant_id: (string | null)
/**
 * Name of the tenant of the user.
 */
tenant_name: (string | null)
/**
 * ID of the department, which row rules read as `:current_dept_id`.
 */
dept_id: (string | null)
/**
 * Attributes that row rules use now.
 */
attributes: {
[k: string]: string
}
/**
 * Questions allowed per day. Null: unlimited.
 */
daily_query_limit: (number | null)
/**
 * Questions allowed per month. Null: unlimited.
 */
monthly_query_limit: (number | null)
/**
 * Databases that the user can use.
 */
databases: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
visibility: Visibility
}[]
/**
 * Number of private databases of the user, whose names only the user sees.
 */
private_databases: number
/**
 * Business areas in which the user can ask.
 */
areas: {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
visibility: Visibility
/**
 * Databases through which both you and the user can ask in the area.
 */
databases: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}[]
}[]
}
/**
 * How many people can be invited.
 */
export interface InvitationRoom {
/**
 * Number of active users and open invitations.
 */
used: number
/**
 * Most active users that the edition allows. -1: no limit.
 */
max: number
/**
 * Whether invitations are sent by email. If not, you copy the links.
 */
is_mailed: boolean
}
/**
 * Whom to invite.
 */
export interface InviteUsersRequest {
/**
 * Email addresses.
 * 
 * @minItems 1
 * @maxItems 200
 */
emails: string[]
role?: Role
/**
 * Restricted areas and connections that they can use from the start.
 * 
 * @maxItems 100
 */
access?: {
/**
 * Whether `id` is a connection or a business area.
 */
type: ("database" | "business_area")
/**
 * ID of the connection or the business area.
 */
id: string
}[]
/**
 * Groups that are filled by hand, which the users join.
 * 
 * @maxItems 20
 */
group_ids?: string[]
}
/**
 * Who was invited.
 */
export interface InviteUsersResponse {
/**
 * People who were invited.
 */
invited: {
/**
 * Link of the invitation, shown once. Null if it was sent by email.
 */
link: (string | null)
/**
 * When the link expires.
 */
expires_at: string
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
}[]
/**
 * Addresses that were not invited.
 */
skipped: {
/**
 * Email address of the user.
 */
email: string
/**
 * Why not, for people.
 */
detail: string
/**
 * ICU pattern of the text, if it has values.
 */
pattern?: string
values?: MessageValues
}[]
}
/**
 * A page of groups.
 */
export interface GroupList {
/**
 * Number of groups on all pages.
 */
total: number
/**
 * The groups, by name.
 */
groups: Group[]
}
/**
 * A group of users.
 */
export interface Group {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
/**
 * What the group is for.
 */
description: string
/**
 * How the group gets its members: by hand (`manual`), or from the domains of verified email addresses (`domain`).
 */
source: ("manual" | "domain")
/**
 * Email domains. Empty for a group that is filled by hand.
 */
domains: string[]
/**
 * Number of members who can sign in.
 */
member_count: number
/**
 * Restricted connections that members can use.
 */
databases: {
/**
 * ID of the connection.
 */
id: string
/**
 * Name of the connection.
 */
name: string
}[]
/**
 * Restricted business areas that members can use.
 */
business_areas: {
/**
 * ID of the business area.
 */
id: string
/**
 * Name of the business area.
 */
name: string
}[]
/**
 * Attributes of members who have no own value, and whose other groups give no different one.
 */
attributes: {
[k: string]: string
}
/**
 * Questions per day for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
daily_query_limit: (number | null)
/**
 * Questions per month for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
monthly_query_limit: (number | null)
/**
 * Number of attributes that some members don’t have, because their groups give different values.
 */
conflict_count: number
/**
 * When the group was last changed. Send it as `expected_updated_at`.
 */
updated_at: string
}
/**
 * A new group.
 */
export interface CreateGroupRequest {
/**
 * Name of the group.
 */
name: string
/**
 * What the group is for.
 */
description?: string
/**
 * How the group gets its members: by hand (`manual`), or from the domains of verified email addresses (`domain`).
 */
source?: ("manual" | "domain")
/**
 * Email domains. Empty for a group that is filled by hand.
 * 
 * @maxItems 20
 */
domains?: string[]
/**
 * Questions per day for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
daily_query_limit?: (number | null)
/**
 * Questions per month for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
monthly_query_limit?: (number | null)
/**
 * Attributes of members who have no own value, and whose other groups give no different one.
 */
attributes?: {
[k: string]: string
}
/**
 * IDs of users to add. Only for a group that is filled by hand.
 * 
 * @maxItems 5000
 */
user_ids?: string[]
}
/**
 * A group of users, with its conflicts.
 */
export interface GroupDetail {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
/**
 * What the group is for.
 */
description: string
/**
 * How the group gets its members: by hand (`manual`), or from the domains of verified email addresses (`domain`).
 */
source: ("manual" | "domain")
/**
 * Email domains. Empty for a group that is filled by hand.
 */
domains: string[]
/**
 * Number of members who can sign in.
 */
member_count: number
/**
 * Restricted connections that members can use.
 */
databases: {
/**
 * ID of the connection.
 */
id: string
/**
 * Name of the connection.
 */
name: string
}[]
/**
 * Restricted business areas that members can use.
 */
business_areas: {
/**
 * ID of the business area.
 */
id: string
/**
 * Name of the business area.
 */
name: string
}[]
/**
 * Attributes of members who have no own value, and whose other groups give no different one.
 */
attributes: {
[k: string]: string
}
/**
 * Questions per day for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
daily_query_limit: (number | null)
/**
 * Questions per month for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
monthly_query_limit: (number | null)
/**
 * Number of attributes that some members don’t have, because their groups give different values.
 */
conflict_count: number
/**
 * When the group was last changed. Send it as `expected_updated_at`.
 */
updated_at: string
/**
 * Attributes that some members don’t have, because their groups give different values.
 */
conflicts: GroupConflict[]
}
/**
 * An attribute for which members’ groups give different values. Those members have no value.
 */
export interface GroupConflict {
/**
 * Name of the attribute.
 */
key: string
/**
 * The values, and the groups that give them.
 */
values: GroupValue[]
/**
 * Number of members without a value.
 */
user_count: number
/**
 * The first of these members.
 */
users: {
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
email: string
}[]
}
/**
 * Changes of a group. Absent fields keep their values. A new source replaces the members.
 */
export interface UpdateGroupRequest {
/**
 * Name of the group.
 */
name?: string
/**
 * What the group is for.
 */
description?: string
/**
 * How the group gets its members: by hand (`manual`), or from the domains of verified email addresses (`domain`).
 */
source?: ("manual" | "domain")
/**
 * Email domains. Empty for a group that is filled by hand.
 * 
 * @maxItems 20
 */
domains?: string[]
/**
 * Questions per day for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
daily_query_limit?: (number | null)
/**
 * Questions per month for members without an own limit. The highest limit of a user’s groups applies. Null: none.
 */
monthly_query_limit?: (number | null)
/**
 * Attributes of the group. They replace all attributes.
 */
attributes?: {
[k: string]: string
}
/**
 * `updated_at` that you read. If it has changed since, the response is 409.
 */
expected_updated_at?: string
}
/**
 * The deleted group.
 */
export interface DeleteGroupResponse {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
}
/**
 * What members lose with a group, and nothing else gives them.
 */
export interface GroupDeletion {
/**
 * Number of members who can sign in.
 */
member_count: number
/**
 * Restricted connections that members can no longer use.
 */
databases: {
/**
 * Name of the connection.
 */
name: string
/**
 * Number of members.
 */
user_count: number
}[]
/**
 * Restricted business areas that members can no longer use.
 */
business_areas: {
/**
 * Name of the business area.
 */
name: string
/**
 * Number of members.
 */
user_count: number
}[]
/**
 * Attributes that members no longer have.
 */
attributes: {
/**
 * Name of the attribute.
 */
name: string
/**
 * Number of members.
 */
user_count: number
}[]
/**
 * Number of members whose daily or monthly limit changes.
 */
limit_user_count: number
}
/**
 * Grants and revocations for one group. List only what changes.
 */
export interface ChangeGroupAccessRequest {
/**
 * The changes.
 * 
 * @minItems 1
 * @maxItems 500
 */
changes: {
/**
 * Whether `id` is a connection or a business area.
 */
type: ("database" | "business_area")
/**
 * ID of the connection or the business area.
 */
id: string
/**
 * Whether the group has access after the change.
 */
has_access: boolean
}[]
}
/**
 * A page of the members of a group.
 */
export interface GroupMembers {
/**
 * Number of members on all pages.
 */
total: number
/**
 * The members, by email address.
 */
members: GroupMember[]
}
/**
 * A member of a group.
 */
export interface GroupMember {
/**
 * ID of the user.
 */
user_id: string
/**
 * Name of the user.
 */
username: string
/**
 * Email address of the user.
 */
email: string
/**
 * Whether the user can sign in.
 */
is_active: boolean
/**
 * Whether the user was added by hand.
 */
is_by_hand: boolean
/**
 * Name of the sign-in provider that makes the user a member. Null if none does.
 */
provider: (string | null)
/**
 * Attributes that the user doesn’t have, because their groups give different values.
 */
conflicts: AttributeConflict[]
}
/**
 * Users to add and to remove. The group must be filled by hand.
 */
export interface ChangeGroupMembersRequest {
/**
 * IDs of users to add.
 * 
 * @maxItems 5000
 */
add?: string[]
/**
 * IDs of users to remove.
 * 
 * @maxItems 5000
 */
remove?: string[]
}
/**
 * How many users were added and removed.
 */
export interface ChangeGroupMembersResponse {
/**
 * Number of new members.
 */
added: number
/**
 * Number of former members.
 */
removed: number
}
/**
 * One page of the audit log.
 */
export interface AuditPage {
/**
 * Audit records, newest first.
 */
records: AuditRecord[]
/**
 * Send it as `cursor` to get the next page. Null on the last page.
 */
next_cursor: (string | null)
/**
 * Time of the oldest record that a search read, if it stopped before the page was full. Else null.
 */
searched_to: (string | null)
/**
 * Every action that the audit log records.
 */
actions: string[]
}
/**
 * Who did what, when, and from where. It never contains secrets or values.
 */
export interface AuditRecord {
/**
 * ID of the record.
 */
id: string
/**
 * When it happened.
 */
at: string
/**
 * ID of the user. Null for anonymous requests and for the server.
 */
user_id: (string | null)
/**
 * Email address of the user: the current one, or the last one of a deleted user.
 */
user_email: (string | null)
/**
 * What the user did, as noun and verb.
 */
action: string
/**
 * How it ended.
 */
outcome: ("allowed" | "denied" | "failed")
/**
 * Kind of the item that was acted on.
 */
target_kind: (string | null)
/**
 * ID of the item.
 */
target_id: (string | null)
/**
 * Name of the item at that time.
 */
target_name: (string | null)
/**
 * Names, counts, and codes.
 */
detail: {
[k: string]: string | number | boolean | null
}
/**
 * The changed fields, with their values before and after.
 */
changes: AuditChange[]
/**
 * Current names of the users, connections, and business areas that `detail` names by ID.
 */
names: {
[k: string]: string
}
/**
 * The record as one English sentence.
 */
sentence: string
/**
 * IP address of the request. Null for the server.
 */
address: (string | null)
/**
 * ID of the request.
 */
request_id: (string | null)
}
/**
 * One field before and after an action.
 */
export interface AuditChange {
/**
 * Name of the field.
 */
field: string
/**
 * Whether the log shows only that the field changed, because its values are secret.
 */
is_hidden: boolean
/**
 * Value before the action.
 */
before: (string | number | boolean | null)
/**
 * Value after the action.
 */
after: (string | number | boolean | null)
}
/**
 * How long the audit log is kept, and which other systems receive it.
 */
export interface AuditSettings {
/**
 * Days after which records are deleted. Null keeps them.
 */
retention_days: (number | null)
/**
 * Systems that receive the audit log: at most two.
 */
sinks: AuditSink[]
}
/**
 * Another system that receives the audit log.
 */
export interface AuditSink {
/**
 * ID of the system.
 */
sink_id: string
settings: AuditSinkSettings
/**
 * Whether it receives records now.
 */
is_active: boolean
/**
 * Whether a secret is stored.
 */
has_secret: boolean
/**
 * When it last received a record.
 */
sent_at: (string | null)
/**
 * Time of the oldest record that it has not received. Null if there is none.
 */
waiting_since: (string | null)
/**
 * Why the last try failed. Null after a success.
 */
last_error: (Message | null)
/**
 * When the last try failed.
 */
failed_at: (string | null)
/**
 * When it is tried again.
 */
next_try_at: (string | null)
}
/**
 * How long the audit log is kept.
 */
export interface AuditRetention {
/**
 * Days, at least 30. Null keeps every record.
 */
days: (number | null)
}
/**
 * A system that receives the audit log.
 */
export interface SaveAuditSink {
settings: AuditSinkSettings
/**
 * Whether it receives records.
 */
is_active?: boolean
/**
 * Key of the signature (HMAC-SHA256). Absent keeps the stored one.
 */
secret?: string
}
/**
 * A system to send a test entry to.
 */
export interface TestAuditSink {
settings: AuditSinkSettings
/**
 * Ignored.
 */
is_active?: boolean
/**
 * Key of the signature. Absent: that of `sink_id`.
 */
secret?: string
/**
 * ID of a stored system, whose secret is used.
 */
sink_id?: string
}
/**
 * Result of a test.
 */
export interface TestAuditSinkResponse {
/**
 * Whether the system accepted the entry.
 */
success: boolean
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values.
 */
pattern?: string
values?: MessageValues
}
/**
 * What waits for an administrator, and the use of the last 30 days.
 */
export interface Overview {
/**
 * What needs a decision or a repair. Private databases of other users are left out.
 */
attention: Attention[]
/**
 * Number of further databases whose last test failed.
 */
more_connections: number
/**
 * The last 30 days in UTC, oldest first, today included. Questions in drafts do not count.
 */
days: {
/**
 * The day in UTC.
 */
day: string
/**
 * Questions that got an answer.
 */
answered: number
/**
 * Questions that failed or were canceled.
 */
failed: number
}[]
/**
 * Number of questions in the 30 days before.
 */
questions_before: number
/**
 * Answers of these days that users rated.
 */
feedback: {
/**
 * Answers that users marked as right.
 */
right: number
/**
 * Answers that users reported as wrong.
 */
wrong: number
}
/**
 * Emails that wait to be sent.
 */
queued_emails: number
/**
 * Version of the server.
 */
version: string
/**
 * The last backup by `npm run backup`. Null if there is none.
 */
last_backup: ({
/**
 * Moment of the copied rows.
 */
at: string
/**
 * Folder of the backup, on the machine that made it.
 */
folder: string
/**
 * Size of its files in bytes.
 */
bytes: number
} | null)
}
/**
 * The installed license and the users that it allows.
 */
export interface License {
/**
 * Whether the license is valid.
 */
is_valid: boolean
/**
 * Why the license is not valid. Null if it is.
 */
error_message: (string | null)
/**
 * ICU pattern of `error_message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Details of the license. Null if none is installed.
 */
license_info: ({
/**
 * ID of the license.
 */
license_id: string
edition: Edition
/**
 * Domain that the license is for.
 */
domain: string
/**
 * Name of the customer.
 */
customer_name: (string | null)
/**
 * When the license was issued.
 */
issued_date: string
/**
 * When the license expires.
 */
expiry_date: string
/**
 * Days until the license expires.
 */
days_remaining: number
/**
 * Whether it is the trial of a new installation, or a key that an administrator installed.
 */
origin: ("trial" | "upload")
/**
 * What the license includes.
 */
features: {
/**
 * Allowed users. -1: unlimited.
 */
max_users: number
/**
 * Allowed connections. -1: unlimited.
 */
max_databases: number
/**
 * Whether business areas are included.
 */
business_areas: boolean
/**
 * Whether the API is included.
 */
api_access: boolean
/**
 * Included support.
 */
support: string
}
} | null)
/**
 * Users of the installation.
 */
user_stats: {
/**
 * Number of users.
 */
total_users: number
/**
 * Number of administrators.
 */
admin_users: number
/**
 * Number of users who are not administrators.
 */
general_users: number
/**
 * Allowed users. -1: unlimited.
 */
max_users: number
/**
 * Users that you can still add. -1: unlimited.
 */
remaining_slots: number
}
}
/**
 * How much of the edition is in use.
 */
export interface LicenseUsage {
edition: Edition
/**
 * Limits of the edition.
 */
limits: {
/**
 * What the limit counts.
 */
kind: ("users" | "databases" | "business_areas")
/**
 * Number in use.
 */
used: number
/**
 * Allowed number. -1: unlimited.
 */
max: number
}[]
current: EditionLimits
without_license: EditionLimits
}
/**
 * Limits of an edition.
 */
export interface EditionLimits {
edition: Edition
/**
 * Allowed active users. -1: unlimited.
 */
max_users: number
/**
 * Allowed connections. -1: unlimited.
 */
max_databases: number
/**
 * Allowed areas. -1: unlimited.
 */
max_business_areas: number
/**
 * Allowed tables per area. -1: unlimited.
 */
max_tables_per_area: number
/**
 * Whether row rules can be changed. Existing ones always apply.
 */
row_security_enabled: boolean
/**
 * Whether column masks can be changed. Existing ones always apply.
 */
column_security_enabled: boolean
/**
 * Whether areas can become restricted. Restricted ones stay so.
 */
restricted_visibility_enabled: boolean
/**
 * Formats of exports.
 */
export_formats: ("csv" | "xlsx" | "json" | "ndjson" | "parquet" | "custom")[]
/**
 * Days that conversations are kept. -1: unlimited.
 */
history_days: number
}
/**
 * A license key.
 */
export interface UploadLicenseRequest {
/**
 * The license key.
 */
license_key: string
}
/**
 * Result of a change of the license.
 */
export interface LicenseChangeResponse {
/**
 * Whether it succeeded.
 */
success: boolean
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * How questions are answered.
 */
export interface Preferences {
/**
 * ID of the model provider. Null if none is configured.
 */
llm_provider: (string | null)
/**
 * ID of the model. Null if none is configured.
 */
llm_model: (string | null)
/**
 * Whether an API key is stored.
 */
has_api_key: boolean
/**
 * Temperature of the model, 0.1 to 1.0, as text. Lower values are more predictable.
 */
temperature: string
/**
 * Maximum number of tokens of an answer, 100 to 32000, as text.
 */
max_tokens: string
/**
 * Whether the model can read rows of results.
 */
share_data_with_llm: boolean
}
/**
 * Changes of the model preferences. Absent fields keep their values.
 */
export interface UpdatePreferencesRequest {
/**
 * ID of the model provider.
 */
llm_provider?: (ProviderId | null)
/**
 * ID of the model.
 */
llm_model?: (string | null)
/**
 * API key of the provider. If null or absent, the stored key stays.
 */
api_key?: (string | null)
/**
 * Temperature of the model, 0.1 to 1.0, as text. Lower values are more predictable.
 */
temperature?: string
/**
 * Maximum number of tokens of an answer, 100 to 32000, as text.
 */
max_tokens?: string
/**
 * Whether the model can read rows of results.
 */
share_data_with_llm?: boolean
}
/**
 * Model providers.
 */
export interface ProviderList {
/**
 * Providers, by ID.
 */
providers: {
[k: string]: ModelProvider
}
/**
 * Date when the lists of models were last compared with those of the providers.
 */
compared_on: string
}
/**
 * A model provider and its models.
 */
export interface ModelProvider {
id: ProviderId
/**
 * Name of the provider.
 */
name: string
/**
 * Whether the provider needs an API key.
 */
needs_key: boolean
/**
 * Whether the provider needs a base URL.
 */
needs_base_url: boolean
/**
 * Models of the provider.
 */
models: Model[]
}
/**
 * A language model.
 */
export interface Model {
/**
 * ID of the model at its provider.
 */
id: string
/**
 * Name of the model.
 */
name: string
/**
 * What the model is good at.
 */
description: string
}
/**
 * Where results are visualized.
 */
export interface VisualizationSettings {
/**
 * URL of the visualization page. `/visualize` is the page of this server.
 */
server_url: string
}
/**
 * The new URL of the visualization page.
 */
export interface UpdateVisualizationRequest {
/**
 * URL of the visualization page. `/visualize` is the page of this server.
 */
server_url: string
}
/**
 * What model calls used and cost in a period.
 */
export interface UsageReport {
/**
 * What the rows stand for.
 */
group: ("day" | "user" | "area" | "connection" | "model" | "purpose")
/**
 * First day.
 */
from: string
/**
 * Last day.
 */
to: string
/**
 * The sum of all rows, including those that only the export has.
 */
total: {
/**
 * Model calls.
 */
calls: number
/**
 * Tokens of the prompts.
 */
prompt_tokens: number
/**
 * Tokens of the prompts that providers read from their caches.
 */
cached_tokens: number
/**
 * Tokens of the prompts that providers added to their caches.
 */
cache_write_tokens: number
/**
 * Tokens of the answers.
 */
completion_tokens: number
/**
 * Tokens of the answers that models used for thinking.
 */
reasoning_tokens: number
/**
 * Tokens that the server counted itself, because a call was interrupted.
 */
estimated_tokens: number
/**
 * Tokens of models whose price was unknown.
 */
unpriced_tokens: number
/**
 * What the priced calls cost, by currency.
 */
costs: {
/**
 * Currency.
 */
currency: string
/**
 * Amount.
 */
amount: number
}[]
}
/**
 * One row for each day, user, business area, connection, model, or purpose.
 */
rows: {
/**
 * Model calls.
 */
calls: number
/**
 * Tokens of the prompts.
 */
prompt_tokens: number
/**
 * Tokens of the prompts that providers read from their caches.
 */
cached_tokens: number
/**
 * Tokens of the prompts that providers added to their caches.
 */
cache_write_tokens: number
/**
 * Tokens of the answers.
 */
completion_tokens: number
/**
 * Tokens of the answers that models used for thinking.
 */
reasoning_tokens: number
/**
 * Tokens that the server counted itself, because a call was interrupted.
 */
estimated_tokens: number
/**
 * Tokens of models whose price was unknown.
 */
unpriced_tokens: number
/**
 * What the priced calls cost, by currency.
 */
costs: {
/**
 * Currency.
 */
currency: string
/**
 * Amount.
 */
amount: number
}[]
/**
 * Day, ID, purpose, or provider and model. Empty: calls without one.
 */
key: string
/**
 * Email of the user, or name of the business area or connection. Null if there is none.
 */
name: (string | null)
}[]
/**
 * Number of rows that only the export has.
 */
more_rows: number
/**
 * Models that were used in the period.
 */
models: string[]
}
/**
 * The price list in use.
 */
export interface PriceSettings {
list: PriceList
/**
 * Whether the list is the product's, the operator's file, or uploaded.
 */
origin: ("product" | "file" | "upload")
/**
 * Chosen models whose price is unknown.
 */
unpriced_models: string[]
}
/**
 * Prices of models.
 */
export interface PriceList {
/**
 * Currency of all prices.
 */
currency: string
/**
 * Day on which the list was last compared with its sources.
 */
compared_on: string
/**
 * Prices. The most specific name applies, then the latest date that has begun.
 * 
 * @maxItems 2000
 */
prices: {
/**
 * ID of the provider.
 */
provider: ("google" | "openai" | "anthropic" | "openai-compatible")
/**
 * ID of the model. An asterisk stands for any characters.
 */
model: string
/**
 * Price of a million prompt tokens.
 */
input: number
/**
 * Price of a million prompt tokens from the cache. Defaults to `input`.
 */
cached_input?: number
/**
 * Price of a million prompt tokens added to the cache. Defaults to `input`.
 */
cache_write?: number
/**
 * Price of a million completion tokens.
 */
output: number
/**
 * Prices of the whole call if its prompt is longer.
 */
long_prompt?: {
/**
 * Tokens of the prompt.
 */
more_than: number
/**
 * Price of a million prompt tokens.
 */
input: number
/**
 * Price of a million prompt tokens from the cache. Defaults to `input`.
 */
cached_input?: number
/**
 * Price of a million prompt tokens added to the cache. Defaults to `input`.
 */
cache_write?: number
/**
 * Price of a million completion tokens.
 */
output: number
}
/**
 * First day of the price.
 */
date: string
/**
 * Where the price was read.
 */
source: string
}[]
}
/**
 * A price list as the text of a JSON file.
 */
export interface UploadPricesRequest {
/**
 * The text of the file.
 */
text: string
}
/**
 * All budgets.
 */
export interface BudgetList {
/**
 * Currency of new budgets of money.
 */
currency: string
/**
 * The budgets.
 */
budgets: Budget[]
}
/**
 * A budget for model calls, and what is used of it.
 */
export interface Budget {
/**
 * ID of the budget.
 */
id: string
/**
 * Whose calls the budget limits.
 */
scope: ("everyone" | "user" | "area")
/**
 * ID of the user or business area. Null: each of them separately, or everyone.
 */
target_id: (string | null)
/**
 * When the budget renews.
 */
period: ("day" | "month")
/**
 * What the budget limits.
 */
unit: ("tokens" | "money")
/**
 * Tokens, or money in the currency of the price list.
 */
amount: number
/**
 * Email of the user, or name of the business area. Null if it names none.
 */
target_name: (string | null)
/**
 * Currency of a budget of money.
 */
currency: (string | null)
/**
 * Used in this period, including what calls in progress may still use. For each user or area, of the one that used most.
 */
used: number
/**
 * When the next period begins.
 */
renews_at: string
}
/**
 * A budget for model calls.
 */
export interface BudgetRequest {
/**
 * Whose calls the budget limits.
 */
scope: ("everyone" | "user" | "area")
/**
 * ID of the user or business area. Null: each of them separately, or everyone.
 */
target_id?: (string | null)
/**
 * When the budget renews.
 */
period: ("day" | "month")
/**
 * What the budget limits.
 */
unit: ("tokens" | "money")
/**
 * Tokens, or money in the currency of the price list.
 */
amount: number
}
/**
 * The last checks of the models in use.
 */
export interface ModelReports {
plan: CheckPlan
/**
 * The last check of the model that answers. Null if it was never checked.
 */
orchestration: (ModelReport | null)
/**
 * The last check of the model that writes SQL. Null if there is none, or it was never checked.
 */
sql_model: (ModelReport | null)
}
/**
 * What a check costs at most.
 */
export interface CheckPlan {
/**
 * Calls of the model.
 */
calls: number
/**
 * Tokens of all calls.
 */
tokens: number
}
/**
 * The result of all checks of a model.
 */
export interface ModelReport {
provider: ProviderId
/**
 * ID of the model.
 */
model: string
/**
 * When the check ended.
 */
checked_at: string
/**
 * Checks that passed, with or without a warning.
 */
passed: number
/**
 * Checks that were not skipped.
 */
total: number
/**
 * The checks, in order.
 */
checks: ModelCheck[]
/**
 * The answer to a question on the sample database. Null if it was not asked.
 */
sample: (SampleAnswer | null)
}
/**
 * The result of one check.
 */
export interface ModelCheck {
id: ModelCheckId
/**
 * `warning`: it works, but less well than it could. `skipped`: it could not be checked, or does not apply.
 */
state: ("passed" | "warning" | "failed" | "skipped")
/**
 * Duration in milliseconds.
 */
ms: number
/**
 * What was found.
 */
found: {
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * What to do about it. Null if nothing.
 */
advice: ({
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
} | null)
}
/**
 * The answer to a question on the sample database.
 */
export interface SampleAnswer {
/**
 * The question.
 */
question: string
/**
 * The SQL that ran. Null if none did.
 */
sql: (string | null)
/**
 * The text of the answer.
 */
answer: string
}
/**
 * The settings of a model to check. Absent settings are taken from the stored model.
 */
export interface CheckModelRequest {
provider?: ProviderId
/**
 * ID of the model at its provider.
 */
model?: string
/**
 * API key. The stored key is used if this is absent.
 */
api_key?: (string | null)
/**
 * URL of the server.
 */
base_url?: (string | null)
role?: ModelRole
}
/**
 * How the server sends email. It never contains the password.
 */
export interface EmailConfiguration {
/**
 * Whether the server sends email by SMTP (`smtp`) or prints it to standard output (`console`).
 */
backend: ("console" | "smtp")
/**
 * Email address of the sender.
 */
from_email: string
/**
 * Name of the sender.
 */
from_name: string
/**
 * Host name of the mail server.
 */
smtp_host: string
/**
 * Port of the mail server.
 */
smtp_port: number
/**
 * User name for the mail server.
 */
smtp_username: string
/**
 * Whether to require STARTTLS.
 */
smtp_use_tls: boolean
/**
 * Whether to use TLS from the first byte.
 */
smtp_use_ssl: boolean
/**
 * Whether a password is stored.
 */
has_smtp_password: boolean
}
/**
 * Email settings to save.
 */
export interface SaveEmailRequest {
/**
 * Whether the server sends email by SMTP (`smtp`) or prints it to standard output (`console`).
 */
backend: ("console" | "smtp")
/**
 * Email address of the sender.
 */
from_email: string
/**
 * Name of the sender.
 */
from_name?: string
/**
 * Host name of the mail server.
 */
smtp_host?: string
/**
 * Port of the mail server.
 */
smtp_port?: number
/**
 * User name for the mail server.
 */
smtp_username?: string
/**
 * Password for the mail server. If null, absent, or empty, the stored one stays as long as host, port, and user name do not change.
 */
smtp_password?: (string | null)
/**
 * Whether to require STARTTLS.
 */
smtp_use_tls?: boolean
/**
 * Whether to use TLS from the first byte.
 */
smtp_use_ssl?: boolean
}
/**
 * Email settings to test.
 */
export interface TestEmailRequest {
/**
 * Whether the server sends email by SMTP (`smtp`) or prints it to standard output (`console`).
 */
backend: ("console" | "smtp")
/**
 * Email address of the sender.
 */
from_email: string
/**
 * Name of the sender.
 */
from_name?: string
/**
 * Host name of the mail server.
 */
smtp_host?: string
/**
 * Port of the mail server.
 */
smtp_port?: number
/**
 * User name for the mail server.
 */
smtp_username?: string
/**
 * Password for the mail server. If null, absent, or empty, the stored one stays as long as host, port, and user name do not change.
 */
smtp_password?: (string | null)
/**
 * Whether to require STARTTLS.
 */
smtp_use_tls?: boolean
/**
 * Whether to use TLS from the first byte.
 */
smtp_use_ssl?: boolean
/**
 * Recipient of the test email. The default is you.
 */
to?: (string | null)
}
/**
 * The test email was sent.
 */
export interface TestEmailResponse {
/**
 * What happened, for people.
 */
message: string
/**
 * How it was sent, for people.
 */
details: string
/**
 * ICU pattern of `details`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * What new users must do before they can sign in.
 */
export interface RegistrationSettings {
/**
 * Whether new users must enter an emailed code.
 */
email_activation: boolean
/**
 * Whether new users need no approval by an administrator.
 */
auto_approval: boolean
}
/**
 * Which parts of the setup are complete.
 */
export interface SetupStatus {
/**
 * Whether a model is configured.
 */
orchestration_configured: boolean
/**
 * Whether an API key for the model is stored.
 */
orchestration_has_api_key: boolean
/**
 * ID of the model provider. Null if none is configured.
 */
orchestration_provider: (string | null)
/**
 * ID of the model. Null if none is configured.
 */
orchestration_model: (string | null)
/**
 * Type of the first connection. Null if there is none.
 */
database_type: (string | null)
/**
 * How the server sends email.
 */
email_backend: string
/**
 * Whether email is configured.
 */
email_configured: boolean
}
/**
 * How to reach the provider. The stored settings apply to absent fields.
 */
export interface RefreshModelsRequest {
/**
 * API key of the provider. If null or absent, the stored key stays.
 */
api_key?: (string | null)
/**
 * Base URL of the API. Only for the provider `openai-compatible`.
 */
base_url?: (string | null)
}
/**
 * The models that the provider offers now.
 */
export interface RefreshModelsResponse {
provider: ProviderId
/**
 * Models of the provider.
 */
models: Model[]
/**
 * When the provider returned the list.
 */
refreshed_at: string
}
/**
 * A model and how to reach it.
 */
export interface ModelSettings {
provider: ProviderId
/**
 * ID of the model.
 */
model: string
/**
 * API key of the provider. If null or absent, the stored key stays.
 */
api_key?: (string | null)
/**
 * Base URL of the API. Only for the provider `openai-compatible`.
 */
base_url?: (string | null)
}
/**
 * Result of a test.
 */
export interface TestResult {
/**
 * Whether the test succeeded.
 */
success: boolean
/**
 * Result of the test, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Number of tables, if the test succeeded.
 */
table_count?: number
/**
 * Whether the installed edition is a paid one.
 */
is_premium?: boolean
}
/**
 * Settings of a database. Other fields of its type go next to these.
 */
export interface SetupDatabase {
/**
 * Type of the database.
 */
type: ("postgresql" | "mysql" | "sqlserver" | "oracle" | "sqlite" | "snowflake" | "bigquery" | "dremio" | "mongodb" | "hana" | "googlesheets")
/**
 * ID of the application.
 */
application_id: string
/**
 * Port of the database.
 */
port?: (number | null)
/**
 * Path of the database file. Only for SQLite.
 */
sqlite_path?: (string | null)
[k: string]: string | number | boolean | null | "postgresql" | "mysql" | "sqlserver" | "oracle" | "sqlite" | "snowflake" | "bigquery" | "dremio" | "mongodb" | "hana" | "googlesheets" | undefined
}
/**
 * Result of a connection test, stage by stage.
 */
export interface ConnectionTestResult {
/**
 * Whether the test succeeded.
 */
success: boolean
/**
 * Result of the test, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Number of tables, if the test succeeded.
 */
table_count?: number
/**
 * Whether the installed edition is a paid one.
 */
is_premium?: boolean
/**
 * Stage that failed. Null if all stages passed or the settings were refused.
 */
stage: (ConnectionStage | null)
/**
 * What to do about the failure. Null if all stages passed.
 */
advice: (string | null)
/**
 * ICU pattern of `advice`, if it has values. To translate it, format a translation of the pattern.
 */
advice_pattern?: string
advice_values?: MessageValues
/**
 * Result of each stage.
 */
stages: StageResult[]
/**
 * What the database user could do in addition to reading.
 */
warnings: string[]
/**
 * The warnings as ICU patterns with their values. To translate a warning, format a translation of its pattern.
 */
warning_messages?: Message[]
/**
 * Engine and version of the database. Null if the test failed.
 */
driver_info: (string | null)
}
/**
 * Result of one stage of a connection test.
 */
export interface StageResult {
stage: ConnectionStage
/**
 * How the stage ended.
 */
outcome: ("passed" | "failed" | "not-run")
}
/**
 * The sample database.
 */
export interface SampleDatabaseResponse {
/**
 * Whether it succeeded.
 */
success: boolean
/**
 * ID of the application.
 */
application_id: string
/**
 * Name of the application.
 */
application_name: string
/**
 * Path of the database file on the server.
 */
db_path: string
/**
 * What happened, for people.
 */
message: string
/**
 * Number of tables.
 */
table_count: number
/**
 * Whether the installed edition is a paid one.
 */
is_premium: boolean
}
/**
 * What to configure. Null or absent parts stay as they are.
 */
export interface CompleteSetupRequest {
/**
 * The model that answers questions.
 */
orchestration?: (ModelSettings | null)
/**
 * A connection to add.
 */
database?: (SetupDatabase | null)
}
/**
 * One page of the conversations of all users.
 */
export interface ConversationList {
/**
 * Conversations, last used first.
 */
conversations: ListedConversation[]
/**
 * Send it as `cursor` to get the next page. Null on the last page.
 */
next_cursor: (string | null)
}
/**
 * A conversation in numbers. It has no text of a question or an answer.
 */
export interface ListedConversation {
/**
 * ID of the conversation.
 */
session_id: string
/**
 * ID of the user who asks.
 */
user_id: string
/**
 * Email address of that user.
 */
user_email: string
/**
 * Whether it is your own conversation.
 */
is_own: boolean
/**
 * ID of its connection. Null without one, and for a private one of another user.
 */
connection_id: (string | null)
/**
 * Name of its connection.
 */
connection_name: (string | null)
/**
 * ID of its business area. Null without one.
 */
area_id: (string | null)
/**
 * Name of its business area.
 */
area_name: (string | null)
/**
 * Number of questions.
 */
questions: number
/**
 * Number of questions with an answer.
 */
answered: number
/**
 * Number of questions that failed.
 */
failed: number
/**
 * Number of answers that the user rated as right.
 */
right: number
/**
 * Number of answers that the user reported as wrong.
 */
wrong: number
/**
 * What its model calls cost, by currency. Empty if no price is known.
 */
costs: {
/**
 * Currency.
 */
currency: string
/**
 * Cost.
 */
cost: number
}[]
/**
 * When it was created.
 */
created_at: string
/**
 * When it was last used.
 */
last_activity: string
}
/**
 * Number and age of all conversations.
 */
export interface ConversationStatistics {
/**
 * Number of conversations.
 */
total_sessions: number
/**
 * Number of conversations, by the last access.
 */
sessions_by_age: {
/**
 * In the last 24 hours.
 */
last_24h: number
/**
 * In the last 7 days.
 */
last_week: number
/**
 * In the last 30 days.
 */
last_month: number
/**
 * More than 30 days ago.
 */
older_than_month: number
}
/**
 * Size of the store in megabytes. Null if unknown.
 */
database_size_mb: (number | null)
}
/**
 * Result of deleting conversations.
 */
export interface DeleteConversationsResponse {
/**
 * What happened, for people.
 */
message: string
/**
 * Number of deleted conversations.
 */
deleted_count: number
}
/**
 * A connection: a configured database. It never contains secrets.
 */
export interface Connection {
/**
 * ID of the connection. Same as `config_id`.
 */
id: string
/**
 * ID of the connection. Same as `id`.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
/**
 * What the database contains.
 */
description: (string | null)
/**
 * ID of the application. Null: none.
 */
application_id: (string | null)
/**
 * The application. Null: none.
 */
application: (Application | null)
/**
 * Name of the application.
 */
application_name: (string | null)
db_type: DatabaseKind
/**
 * Where the database is: host and port, account, or project. Null for a file.
 */
endpoint: (string | null)
/**
 * Host name of the database.
 */
host: (string | null)
/**
 * Port of the database.
 */
port: (number | null)
/**
 * Name of the database, or its file for SQLite.
 */
database: (string | null)
/**
 * Default schema.
 */
schema_name: (string | null)
/**
 * User name for the database.
 */
username: (string | null)
/**
 * Other fields of the database type, as `GET /api/v1/database-management/types` lists them.
 */
extra_params: {
[k: string]: string | number | boolean | null
}
/**
 * Names of secret fields that have a stored value. If a change leaves them empty, they keep it.
 */
stored_secrets: string[]
/**
 * ID or URL of the spreadsheet. Only for Google Sheets.
 */
spreadsheet_id: (string | null)
/**
 * Path of the credentials file on the server. Only for Google Sheets.
 */
credentials_path: (string | null)
/**
 * How to sign in to Google. Only for Google Sheets.
 */
auth_type: (string | null)
/**
 * Whether to copy the sheets when the connection opens. Only for Google Sheets.
 */
sync_on_connect: (boolean | null)
/**
 * Minutes between automatic syncs. 0: off. Only for Google Sheets.
 */
auto_sync_interval: (number | null)
/**
 * When the sheets were last copied. Only for Google Sheets.
 */
last_synced: (string | null)
/**
 * State of the copy. Only for Google Sheets.
 */
sync_status: (SyncStatus | null)
visibility: Visibility
/**
 * Whether you have selected this connection.
 */
is_active: boolean
/**
 * Whether the last test succeeded.
 */
is_valid: boolean
/**
 * Whether scheduled checks include the connection.
 */
is_checked: boolean
state: ConnectionState
/**
 * When the connection was last tested. Null if never.
 */
last_tested: (string | null)
/**
 * Why the last test failed. Null if it succeeded.
 */
test_error: (string | null)
/**
 * ICU pattern of `test_error`, if it has values. To translate it, format a translation of the pattern.
 */
test_error_pattern?: string
test_error_values?: MessageValues
/**
 * Stage where the last test failed. Null if it succeeded or failed before the first stage.
 */
test_stage: (ConnectionStage | null)
/**
 * What to do about the failure.
 */
test_advice: (string | null)
/**
 * ICU pattern of `test_advice`, if it has values. To translate it, format a translation of the pattern.
 */
test_advice_pattern?: string
test_advice_values?: MessageValues
/**
 * Engine and version of the database.
 */
driver_info: (string | null)
/**
 * What the database user could do in addition to reading.
 */
warnings: string[]
/**
 * The warnings as ICU patterns with their values. To translate a warning, format a translation of its pattern.
 */
warning_messages?: Message[]
/**
 * Number of tables. Null if unknown.
 */
table_count: (number | null)
/**
 * The files that were uploaded as its database. Null for every other connection.
 */
uploaded_files: ({
/**
 * Name of the file.
 */
name: string
/**
 * Bytes of the file.
 */
size: number
}[] | null)
/**
 * Whether you can edit, test, delete, and refresh the connection.
 */
can_manage: boolean
/**
 * Whether you can grant access to the connection.
 */
can_manage_access: boolean
/**
 * ID of the owner. Null if the owner no longer exists.
 */
user_id: (string | null)
/**
 * Whether you are its owner.
 */
is_owner: boolean
/**
 * Name of the owner. Null if there is none, or you are not allowed to see it.
 */
owner_name: (string | null)
/**
 * When the connection was created.
 */
created_at: string
/**
 * When the connection was last changed. Send it as `expected_updated_at`.
 */
updated_at: string
}
/**
 * An application. It groups connections and business areas.
 */
export interface Application {
/**
 * ID of the application.
 */
id: string
/**
 * Name of the application.
 */
name: string
/**
 * What the application is for.
 */
description: (string | null)
}
/**
 * A new connection.
 */
export interface CreateConnectionRequest {
/**
 * Name of the connection.
 */
name: string
/**
 * What the database contains.
 */
description?: (string | null)
/**
 * ID of the application. Null: none.
 */
application_id?: (string | null)
/**
 * Type of the database.
 */
db_type: ("postgresql" | "mysql" | "sqlserver" | "oracle" | "sqlite" | "snowflake" | "bigquery" | "dremio" | "mongodb" | "hana" | "googlesheets")
/**
 * Host name of the database.
 */
host?: (string | null)
/**
 * Port of the database.
 */
port?: (number | null)
/**
 * Name of the database, or its file for SQLite.
 */
database?: (string | null)
/**
 * Default schema.
 */
schema_name?: (string | null)
/**
 * User name for the database.
 */
username?: (string | null)
/**
 * Password for the database.
 */
password?: (string | null)
/**
 * Other fields of the database type, as `GET /api/v1/database-management/types` lists them.
 */
extra_params?: {
[k: string]: string | number | boolean | null
}
/**
 * ID or URL of the spreadsheet. Only for Google Sheets.
 */
spreadsheet_id?: (string | null)
/**
 * Path of the credentials file on the server. Only for Google Sheets.
 */
credentials_path?: (string | null)
/**
 * How to sign in to Google. Only for Google Sheets.
 */
auth_type?: (("service_account" | "oauth2") | null)
/**
 * Whether to copy the sheets when the connection opens. Only for Google Sheets.
 */
sync_on_connect?: (boolean | null)
/**
 * Minutes between automatic syncs. 0: off. Only for Google Sheets.
 */
auto_sync_interval?: (number | null)
visibility?: Visibility
}
/**
 * The connection to select.
 */
export interface SelectConnectionRequest {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
}
/**
 * Changes of a connection. Absent fields keep their values.
 */
export interface UpdateConnectionRequest {
/**
 * Name of the connection.
 */
name?: string
/**
 * What the database contains.
 */
description?: (string | null)
/**
 * ID of the application. Null: none.
 */
application_id?: (string | null)
/**
 * Type of the database.
 */
db_type?: ("postgresql" | "mysql" | "sqlserver" | "oracle" | "sqlite" | "snowflake" | "bigquery" | "dremio" | "mongodb" | "hana" | "googlesheets")
/**
 * Host name of the database.
 */
host?: (string | null)
/**
 * Port of the database.
 */
port?: (number | null)
/**
 * Name of the database, or its file for SQLite.
 */
database?: (string | null)
/**
 * Default schema.
 */
schema_name?: (string | null)
/**
 * User name for the database.
 */
username?: (string | null)
/**
 * Password for the database. If empty or absent, the stored one stays.
 */
password?: (string | null)
/**
 * Other fields of the database type. They replace all such fields except secrets.
 */
extra_params?: {
[k: string]: string | number | boolean | null
}
/**
 * ID or URL of the spreadsheet. Only for Google Sheets.
 */
spreadsheet_id?: (string | null)
/**
 * Path of the credentials file on the server. Only for Google Sheets.
 */
credentials_path?: (string | null)
/**
 * How to sign in to Google. Only for Google Sheets.
 */
auth_type?: (("service_account" | "oauth2") | null)
/**
 * Whether to copy the sheets when the connection opens. Only for Google Sheets.
 */
sync_on_connect?: (boolean | null)
/**
 * Minutes between automatic syncs. 0: off. Only for Google Sheets.
 */
auto_sync_interval?: (number | null)
visibility?: Visibility
/**
 * Whether scheduled checks include the connection.
 */
is_checked?: boolean
/**
 * `updated_at` that you read. If it has changed since, the response is 409.
 */
expected_updated_at?: string
}
/**
 * The deleted connection.
 */
export interface DeleteConnectionResponse {
/**
 * ID of the connection. Same as `config_id`.
 */
id: string
/**
 * ID of the connection. Same as `id`.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
/**
 * What happened, for people.
 */
message: string
}
/**
 * How a connection is used.
 */
export interface ConnectionUse {
/**
 * ID of the connection.
 */
id: string
/**
 * When the last question about it was asked. Null if never.
 */
last_asked_at: (string | null)
}
/**
 * Result of testing all connections. If it was stopped, some were not tested.
 */
export interface TestAllSummary {
/**
 * Connections that you can use.
 */
total: number
/**
 * Connections that passed.
 */
passed: number
/**
 * Connections that failed.
 */
failed: number
}
/**
 * Result of a sync.
 */
export interface SyncResponse {
/**
 * Whether it succeeded.
 */
success: boolean
/**
 * What happened, for people.
 */
message: string
/**
 * Why the sync failed. Null if it succeeded.
 */
error: (string | null)
/**
 * ICU pattern of `error`, or else of `message`. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * Files to upload.
 */
export interface StartUploadRequest {
/**
 * One SQLite file, or CSV and Excel files.
 * 
 * @minItems 1
 * @maxItems 50
 */
files: {
/**
 * Name of the file. Its ending decides how text is read.
 */
name: string
/**
 * Bytes of the file.
 */
size: number
}[]
/**
 * ID of the connection whose file the upload replaces.
 */
replaces?: string
}
/**
 * Files on their way to the server.
 */
export interface Upload {
/**
 * ID of the upload.
 */
id: string
/**
 * The most bytes of one request.
 */
piece_bytes: number
/**
 * The files, in the order of their numbers from 0.
 */
files: UploadFile[]
}
/**
 * A file of an upload.
 */
export interface UploadFile {
/**
 * Name of the file. Its ending decides how text is read.
 */
name: string
/**
 * Bytes of the file.
 */
size: number
}
/**
 * How much of a file has arrived.
 */
export interface UploadProgress {
/**
 * Bytes of the file that have arrived. Send the next piece from this offset.
 */
received: number
}
/**
 * The database that the files would become.
 */
export interface UploadPreview {
/**
 * ID of the upload.
 */
id: string
/**
 * A free name, made from the first file.
 */
suggested_name: string
/**
 * Number of tables and views.
 */
table_count: number
/**
 * The first 500 tables and views.
 */
tables: UploadedTable[]
/**
 * What to know about the files, as ICU patterns with their values.
 */
warnings: Message[]
/**
 * What differs from the database that the upload replaces. Null if it replaces none.
 */
changes: (UploadChanges | null)
}
/**
 * A table of an upload.
 */
export interface UploadedTable {
/**
 * Name of the table.
 */
name: string
/**
 * Whether it is a view.
 */
is_view: boolean
/**
 * File that the table comes from.
 */
file: string
/**
 * Sheet that the table comes from. Null for a CSV or SQLite file.
 */
sheet: (string | null)
/**
 * Number of rows. Null if unknown, as for a view.
 */
row_count: (number | null)
/**
 * Whether the number of rows is exact.
 */
is_counted: boolean
/**
 * Number of columns.
 */
column_count: number
/**
 * The first 200 columns.
 */
columns: {
/**
 * Name of the column.
 */
name: string
/**
 * Type of the column.
 */
type: string
}[]
}
/**
 * What differs from the database that the upload replaces.
 */
export interface UploadChanges {
/**
 * Tables that the upload lacks.
 */
missing_tables: string[]
/**
 * Tables that are new.
 */
added_tables: string[]
/**
 * Columns that the upload lacks, by table.
 */
missing_columns: {
/**
 * Name of the table.
 */
table: string
/**
 * Names of the columns.
 */
columns: string[]
}[]
}
/**
 * The discarded upload.
 */
export interface DiscardUploadResponse {
/**
 * ID of the upload.
 */
id: string
}
/**
 * The connection to make from an upload.
 */
export interface CreateFromUploadRequest {
/**
 * Name of the connection.
 */
name: string
/**
 * What the database contains.
 */
description?: (string | null)
/**
 * ID of the application. Null or absent for its own.
 */
application_id?: (string | null)
visibility?: Visibility
}
/**
 * The upload that replaces the file of a connection.
 */
export interface ReplaceFileRequest {
/**
 * ID of the upload.
 */
upload_id: string
}
/**
 * A user who can use a restricted connection.
 */
export interface ConnectionAccess {
/**
 * ID of the user. Same as `user_id`.
 */
id: string
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
user_email: string
/**
 * Name of the user.
 */
user_name: string
/**
 * Whether the user is active. The grant of a deactivated user stays.
 */
is_active: boolean
/**
 * When access was granted.
 */
granted_at: string
}
/**
 * The user to grant access to.
 */
export interface GrantConnectionAccessRequest {
/**
 * Email address of the user.
 */
user_email: string
}
/**
 * The grant that was added or revoked.
 */
export interface ConnectionAccessChange {
/**
 * ID of the user. Same as `user_id`.
 */
id: string
/**
 * ID of the user.
 */
user_id: string
/**
 * Email address of the user.
 */
user_email: string
/**
 * Name of the user.
 */
user_name: string
/**
 * Whether the user is active. The grant of a deactivated user stays.
 */
is_active: boolean
/**
 * When access was granted.
 */
granted_at: string
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * What happened, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * The groups with access.
 */
export interface GrantedGroups {
/**
 * The groups, by name.
 */
groups: GrantedGroup[]
}
/**
 * A group with access.
 */
export interface GrantedGroup {
/**
 * ID of the group.
 */
group_id: string
/**
 * Name of the group.
 */
name: string
/**
 * Number of members who can sign in.
 */
member_count: number
}
/**
 * Groups that get and lose access to a connection.
 */
export interface ChangeGrantedGroupsRequest {
/**
 * IDs of groups that get access.
 * 
 * @maxItems 5000
 */
add?: string[]
/**
 * IDs of groups that lose access.
 * 
 * @maxItems 5000
 */
remove?: string[]
}
/**
 * A new application.
 */
export interface CreateApplicationRequest {
/**
 * Name of the application.
 */
name: string
/**
 * What the application is for.
 */
description?: (string | null)
}
/**
 * The setting of scheduled checks.
 */
export interface HealthChecks {
interval: CheckInterval
}
/**
 * What the server knows about the tables of a connection.
 */
export interface CatalogStatus {
/**
 * ID of the connection. Same as `config_id`.
 */
id: string
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * When the tables were last read. Null if never.
 */
refreshed_at: (string | null)
/**
 * Number of tables.
 */
table_count: (number | null)
/**
 * Number of columns.
 */
column_count: (number | null)
/**
 * The refresh that is running. Null if none is.
 */
refresh: ({
/**
 * When the refresh started.
 */
started_at: string
/**
 * Number of tables read so far.
 */
tables_seen: number
} | null)
/**
 * Why the last refresh failed. Null if it succeeded.
 */
error: (string | null)
/**
 * When the last refresh failed.
 */
error_at: (string | null)
/**
 * What changed between the last two refreshes. Null if nothing did.
 */
changes: (CatalogChanges | null)
}
/**
 * Differences between two refreshes of a catalog.
 */
export interface CatalogChanges {
/**
 * When the newer refresh finished.
 */
found_at: string
/**
 * When the older refresh finished.
 */
since: string
/**
 * Tables that are new.
 */
added: {
/**
 * Number of tables.
 */
count: number
/**
 * Names of the tables, at most 200.
 */
tables: string[]
}
/**
 * Tables that no longer exist.
 */
removed: {
/**
 * Number of tables.
 */
count: number
/**
 * Names of the tables, at most 200.
 */
tables: string[]
}
/**
 * Tables whose columns changed.
 */
changed: {
/**
 * Number of tables.
 */
count: number
/**
 * The tables, at most 200.
 */
tables: {
/**
 * Name of the table.
 */
table: string
/**
 * New columns.
 */
added_columns: string[]
/**
 * Columns that no longer exist.
 */
removed_columns: string[]
/**
 * Columns whose type, nullability, or key changed.
 */
changed_columns: string[]
}[]
}
}
/**
 * Options of a refresh.
 */
export interface RefreshCatalogRequest {
/**
 * Whether to respond after the refresh has finished.
 */
wait?: boolean
}
/**
 * What the server has stored about the values of a connection. It contains no values.
 */
export interface StoredValuesStatus {
/**
 * ID of the connection. Same as `config_id`.
 */
id: string
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Whether values are read and stored.
 */
is_on: boolean
/**
 * When the values were last read. Null if never.
 */
built_at: (string | null)
/**
 * Number of columns with stored facts or texts.
 */
column_count: number
/**
 * Number of stored texts.
 */
value_count: number
/**
 * Size of the stored texts in bytes.
 */
size_bytes: number
/**
 * Number of columns that were left out because a limit was reached.
 */
skipped_count: number
/**
 * Whether the server is reading the values now.
 */
is_running: boolean
/**
 * Why the last reading failed. Null if it succeeded.
 */
error: (string | null)
/**
 * When the last reading failed.
 */
error_at: (string | null)
}
/**
 * Whether to store values.
 */
export interface ChangeStoredValuesRequest {
/**
 * Whether to read and store values. False deletes the stored values.
 */
is_on: boolean
}
/**
 * Options of a reading.
 */
export interface ReadStoredValuesRequest {
/**
 * Whether to respond after the reading has finished.
 */
wait?: boolean
}
/**
 * A supported database type.
 */
export interface DatabaseType {
/**
 * ID of the type.
 */
db_type: string
/**
 * Name of the type.
 */
name: string
/**
 * Default port. Null if the type has none.
 */
default_port: (number | null)
/**
 * Fields of the connection form.
 */
fields: DatabaseTypeField[]
capabilities: DatabaseCapabilities
/**
 * Whether its driver and client library are installed.
 */
is_available: boolean
/**
 * Command that installs the client library. Null if nothing is missing.
 */
install_command: (string | null)
/**
 * What an administrator must know before connecting.
 */
note: string
}
/**
 * A field of the connection form.
 */
export interface DatabaseTypeField {
/**
 * Name of the field in requests.
 */
name: string
/**
 * Label of the field.
 */
label: string
/**
 * Kind of the input.
 */
input: ("text" | "textarea" | "number" | "password" | "file" | "checkbox" | "radio" | "select")
/**
 * Whether the field is required.
 */
required: boolean
/**
 * Whether the field is a secret. Responses never contain secrets.
 */
secret: boolean
/**
 * Default value. Null: none.
 */
default_value: (string | number | boolean | null)
/**
 * Values to choose from. Empty for free input.
 */
options: {
/**
 * The value.
 */
value: (string | number | boolean)
/**
 * Label of the value.
 */
label: string
}[]
/**
 * Help text. Null: none.
 */
hint: (string | null)
/**
 * When the form shows the field. Null: always.
 */
visible_when: ({
/**
 * Another field.
 */
field: string
/**
 * Values of the other field.
 */
is: (string | number | boolean)[]
} | null)
/**
 * When the field is required. Null: as `required` says.
 */
required_when: ({
/**
 * Another field.
 */
field: string
/**
 * Values of the other field.
 */
is: (string | number | boolean)[]
} | null)
/**
 * Values that a choice sets in other fields: by the value of this field, then by the name of the other.
 */
sets: {
[k: string]: {
[k: string]: string | number | boolean
}
}
}
/**
 * What a database type supports.
 */
export interface DatabaseCapabilities {
/**
 * Whether running queries can be canceled.
 */
cancel: boolean
/**
 * Whether sessions can be read-only.
 */
read_only_session: boolean
/**
 * Whether the database stops long queries.
 */
statement_timeout: boolean
/**
 * Whether the database has schemas.
 */
schemas: boolean
/**
 * Whether the database has synonyms.
 */
synonyms: boolean
}
/**
 * A business area, as lists show it.
 */
export interface AreaListItem {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description: (string | null)
/**
 * ID of the application.
 */
application_id: string
/**
 * Name of the application.
 */
application_name: (string | null)
/**
 * Number of tables.
 */
table_count: number
/**
 * Number of relationships.
 */
join_count: number
visibility: Visibility
/**
 * Name of the owner. Null if there is none, or you are not allowed to see it.
 */
owner_name: (string | null)
/**
 * Whether you own the area.
 */
is_owner: boolean
/**
 * Whether you can edit and delete the area.
 */
can_edit: boolean
/**
 * Whether questions can use the area.
 */
is_active: boolean
/**
 * Whether it is your default area in its application.
 */
is_default: boolean
}
/**
 * A new business area.
 */
export interface CreateAreaRequest {
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description?: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions?: (string | null)
/**
 * Other words for the area that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Questions that a new conversation offers first, to users who get an answer.
 * 
 * @maxItems 10
 */
sample_questions?: string[]
/**
 * Whether it is your default area in its application.
 */
is_default?: boolean
visibility: Visibility
/**
 * ID of the application.
 */
application_id: string
/**
 * Whether questions can use the area.
 */
is_active?: boolean
tables: AreaTables
joins?: AreaRelationships
definitions?: DefinitionsInput
/**
 * Row rules. Null or empty: none.
 */
row_security_rules?: ((NoRules | RowSecurityRules) | null)
/**
 * Column masks. Null or empty: none.
 */
column_security_rules?: ((NoRules | ColumnSecurityRules) | null)
access?: AreaAccessChange
}
/**
 * A table to save in a business area, with descriptions for the model.
 */
export interface AreaTableSettings {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * What the table contains.
 */
description?: (string | null)
/**
 * Other words for the table that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Descriptions of columns.
 * 
 * @maxItems 5000
 */
columns?: AreaColumnHint[]
/**
 * Whether an administrator allows this view although its definition cannot be read.
 */
confirmed?: boolean
}
/**
 * A description of a column for the model.
 */
export interface AreaColumnHint {
/**
 * Name of the column.
 */
name: string
/**
 * What the column contains.
 */
description?: (string | null)
/**
 * Other words for the column.
 * 
 * @maxItems 50
 */
synonyms?: string[]
}
/**
 * A relationship between tables: two tables and columns, or a custom condition, or only a description.
 */
export interface AreaRelationship {
/**
 * Type of the join.
 */
join_type?: ("INNER" | "LEFT" | "RIGHT" | "FULL")
/**
 * Left table.
 */
left_table?: string
/**
 * Column of the left table.
 */
left_column?: string
/**
 * Right table.
 */
right_table?: string
/**
 * Column of the right table.
 */
right_column?: string
/**
 * Custom join condition, if one pair of columns is not enough.
 */
join_condition?: string
/**
 * Description of the relationship for the model.
 */
description?: string
cardinality?: Cardinality
}
/**
 * What the words of a business area mean. Names are unique per kind, whatever their case.
 */
export interface DefinitionsInput {
/**
 * Numbers that the area defines.
 * 
 * @maxItems 500
 */
metrics?: MetricInput[]
/**
 * What numbers are grouped and filtered by.
 * 
 * @maxItems 1000
 */
dimensions?: DimensionInput[]
/**
 * Conditions with a name.
 * 
 * @maxItems 500
 */
filters?: NamedFilterInput[]
/**
 * The date that a period means in a table. At most one for each table.
 * 
 * @maxItems 1000
 */
time_columns?: DefinedColumn[]
/**
 * Other words for stored values.
 * 
 * @maxItems 5000
 */
value_synonyms?: ValueSynonym[]
}
/**
 * A number that the area defines.
 */
export interface MetricInput {
/**
 * Name of the metric.
 */
name: string
/**
 * What it means.
 */
description?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
computation: MetricComputationInput
/**
 * Names of the dimensions that it may be grouped by. Null: every one that counts no row twice.
 */
dimensions?: (string[] | null)
/**
 * Unit of its values.
 */
unit?: (string | null)
/**
 * How its values look. Null: like other numbers.
 */
format?: (MetricFormatInput | null)
/**
 * Why it should no longer be used. Null: use it.
 */
deprecated?: ({
/**
 * Why it should no longer be used.
 */
reason: string
/**
 * Name of the definition to use instead. Null: none.
 */
use_instead?: (string | null)
} | null)
}
/**
 * A column of a table.
 */
export interface DefinedColumn {
/**
 * Table.
 */
table: string
/**
 * Column of the table.
 */
column: string
}
/**
 * How the values of a metric look.
 */
export interface MetricFormatInput {
/**
 * Style of the number.
 */
style: ("number" | "percent" | "currency")
/**
 * Digits after the decimal point. Null: as they are, up to two.
 */
decimals?: (number | null)
}
/**
 * What numbers are grouped and filtered by.
 */
export interface DimensionInput {
/**
 * Name of the dimension.
 */
name: string
/**
 * What it means.
 */
description?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Table of the dimension.
 */
table: string
/**
 * Column of the table, or an expression of the table's columns in SQL.
 */
expression: string
/**
 * Next coarser dimension of a hierarchy. Null: none.
 */
parent?: (string | null)
/**
 * Why it should no longer be used. Null: use it.
 */
deprecated?: ({
/**
 * Why it should no longer be used.
 */
reason: string
/**
 * Name of the definition to use instead. Null: none.
 */
use_instead?: (string | null)
} | null)
}
/**
 * A condition with a name.
 */
export interface NamedFilterInput {
/**
 * Name of the filter.
 */
name: string
/**
 * What it means.
 */
description?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Table of the filter.
 */
table: string
/**
 * Condition in SQL on the table's rows.
 */
condition: string
/**
 * Whether it applies to each question about the table that does not say otherwise.
 */
applies_by_default?: boolean
/**
 * Why it should no longer be used. Null: use it.
 */
deprecated?: ({
/**
 * Why it should no longer be used.
 */
reason: string
/**
 * Name of the definition to use instead. Null: none.
 */
use_instead?: (string | null)
} | null)
}
/**
 * Other words for a stored value.
 */
export interface ValueSynonym {
/**
 * Table.
 */
table: string
/**
 * Column of the table.
 */
column: string
/**
 * Value, as it is stored.
 */
value: string
/**
 * Other words for the value.
 * 
 * @minItems 1
 * @maxItems 50
 */
synonyms: string[]
}
/**
 * An empty object: no rules.
 */
export interface NoRules {
}
/**
 * Row rules of a business area.
 */
export interface RowSecurityRules {
/**
 * The rules.
 * 
 * @maxItems 500
 */
rules: RowSecurityRule[]
/**
 * Descriptions of the parameters that conditions use, for people.
 */
parameters?: {
[k: string]: string
}
}
/**
 * A row rule. It hides rows of tables.
 */
export interface RowSecurityRule {
/**
 * Name of the rule.
 */
name: string
/**
 * What the rule is for.
 */
description?: string
/**
 * What the rule does, by table. The table `ALL` means every table of the area.
 */
tables: {
[k: string]: RowTableRule
}
}
/**
 * What a row rule does to one table.
 */
export interface RowTableRule {
/**
 * SQL condition that visible rows meet.
 */
condition?: string
/**
 * Whether the rule applies to every query.
 */
always_apply?: boolean
/**
 * Only tables that have this column. Only for `ALL`.
 */
when_column_exists?: string
/**
 * Whether rows are visible only if their row of the parent table is.
 */
inherit_parent_security?: boolean
/**
 * Parent table of an inheriting rule. Otherwise the table that a query must also read for the rule to apply.
 */
requires?: string
/**
 * How the table joins the one in `requires`.
 */
join_condition?: string
}
/**
 * Column masks of a business area.
 */
export interface ColumnSecurityRules {
/**
 * The rules.
 * 
 * @maxItems 500
 */
rules: ColumnSecurityRule[]
}
/**
 * A rule with column masks.
 */
export interface ColumnSecurityRule {
/**
 * Name of the rule.
 */
name: string
/**
 * What the rule is for.
 */
description?: string
/**
 * Masks, by table, then by column.
 */
tables: {
[k: string]: {
[k: string]: ColumnMask
}
}
}
/**
 * A column mask. Masked columns never show real values.
 */
export interface ColumnMask {
/**
 * Type of the mask.
 */
mask_type: ("partial" | "replace" | "null" | "hash" | "range" | "custom" | "disallow")
/**
 * Pattern of the masked value. Only for `partial`.
 */
pattern?: string
/**
 * Text in place of the value. Only for `replace`.
 */
replacement?: string
/**
 * Ranges of values. The first one that matches is used. Only for `range`.
 * 
 * @maxItems 100
 */
ranges?: {
/**
 * Lowest value of the range, inclusive.
 */
min?: number
/**
 * Highest value of the range, exclusive.
 */
max?: number
/**
 * Text in place of the value.
 */
label: string
}[]
/**
 * SQL expression over columns of the row. Only for `custom`.
 */
sql?: string
}
/**
 * Users and groups that get or lose access to a restricted business area.
 */
export interface AreaAccessChange {
/**
 * IDs of users who get access.
 * 
 * @maxItems 10000
 */
add?: string[]
/**
 * IDs of users who lose access.
 * 
 * @maxItems 10000
 */
remove?: string[]
/**
 * IDs of groups that get access. Only for administrators.
 * 
 * @maxItems 10000
 */
add_groups?: string[]
/**
 * IDs of groups that lose access. Only for administrators.
 * 
 * @maxItems 10000
 */
remove_groups?: string[]
}
/**
 * A business area with its tables, relationships, and rules.
 */
export interface Area {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description: (string | null)
/**
 * ID of the application.
 */
application_id: string
/**
 * Name of the application.
 */
application_name: (string | null)
/**
 * Number of tables.
 */
table_count: number
/**
 * Number of relationships.
 */
join_count: number
visibility: Visibility
/**
 * Name of the owner. Null if there is none, or you are not allowed to see it.
 */
owner_name: (string | null)
/**
 * Whether you own the area.
 */
is_owner: boolean
/**
 * Whether you can edit and delete the area.
 */
can_edit: boolean
/**
 * Whether questions can use the area.
 */
is_active: boolean
/**
 * Whether it is your default area in its application.
 */
is_default: boolean
/**
 * ID of the owner. Null if the owner no longer exists.
 */
user_id: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions: (string | null)
/**
 * Other words for the area that users write in questions.
 */
synonyms: string[]
/**
 * Questions that a new conversation offers first, to users who get an answer.
 */
sample_questions: string[]
/**
 * Tables of the area.
 */
tables: AreaTable[]
/**
 * Relationships between tables.
 */
joins: AreaRelationship[]
definitions: Definitions
/**
 * Row rules. Empty if there are none or you can only view the area.
 */
row_security_rules: (NoRules | RowSecurityRules)
/**
 * Column masks. Empty if there are none or you can only view the area.
 */
column_security_rules: (NoRules | ColumnSecurityRules)
/**
 * Whether the area has row rules.
 */
has_row_security: boolean
/**
 * Whether the area has column masks.
 */
has_column_security: boolean
/**
 * Whether you can grant access to the area.
 */
can_manage_access: boolean
/**
 * Version of the area. Each change increases it. Send it as `If-Match`.
 */
version: number
/**
 * Problems that did not prevent saving. Empty when you read an area.
 */
warnings: AreaProblem[]
/**
 * Change that is waiting for an administrator. Null if there is none or you cannot edit the area.
 */
pending_approval: (PendingApproval | null)
/**
 * Tables that the area does not show until an administrator approves them.
 */
waiting_tables: string[]
/**
 * Only present in a 202 response: a part is waiting for an administrator.
 */
status?: "pending_approval"
/**
 * When the area was created.
 */
created_at: string
/**
 * When the area was last changed.
 */
updated_at: string
}
/**
 * A table of a business area.
 */
export interface AreaTable {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Name of the table, as the interface shows it.
 */
display_name: string
/**
 * Kind of the object. Null if no connection of the application has it now.
 */
object_type: (("TABLE" | "VIEW" | "SYNONYM") | null)
/**
 * Whether the object is a synonym of a table in the database.
 */
is_synonym: boolean
/**
 * Whether no connection of the application has the table now. Queries that need it are refused.
 */
is_missing: boolean
/**
 * What the table contains.
 */
description: (string | null)
/**
 * Other words for the table that users write in questions.
 */
synonyms: string[]
/**
 * Descriptions of columns.
 */
columns: {
/**
 * Name of the column.
 */
name: string
/**
 * What the column contains.
 */
description: (string | null)
/**
 * Other words for the column.
 */
synonyms: string[]
}[]
/**
 * Whether an administrator allows this view although its definition cannot be read.
 */
confirmed: boolean
}
/**
 * What the words of a business area mean. Names are unique per kind, whatever their case.
 */
export interface Definitions {
/**
 * Numbers that the area defines.
 * 
 * @maxItems 500
 */
metrics: Metric[]
/**
 * What numbers are grouped and filtered by.
 * 
 * @maxItems 1000
 */
dimensions: Dimension[]
/**
 * Conditions with a name.
 * 
 * @maxItems 500
 */
filters: NamedFilter[]
/**
 * The date that a period means in a table. At most one for each table.
 * 
 * @maxItems 1000
 */
time_columns: DefinedColumn[]
/**
 * Other words for stored values.
 * 
 * @maxItems 5000
 */
value_synonyms: ValueSynonym[]
}
/**
 * A number that the area defines.
 */
export interface Metric {
/**
 * Name of the metric.
 */
name: string
/**
 * What it means.
 */
description: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms: string[]
computation: MetricComputation
/**
 * Names of the dimensions that it may be grouped by. Null: every one that counts no row twice.
 */
dimensions: (string[] | null)
/**
 * Unit of its values.
 */
unit: (string | null)
/**
 * How its values look. Null: like other numbers.
 */
format: (MetricFormat | null)
/**
 * Why it should no longer be used. Null: use it.
 */
deprecated: ({
/**
 * Why it should no longer be used.
 */
reason: string
/**
 * Name of the definition to use instead. Null: none.
 */
use_instead: (string | null)
} | null)
}
/**
 * How the values of a metric look.
 */
export interface MetricFormat {
/**
 * Style of the number.
 */
style: ("number" | "percent" | "currency")
/**
 * Digits after the decimal point. Null: as they are, up to two.
 */
decimals: (number | null)
}
/**
 * What numbers are grouped and filtered by.
 */
export interface Dimension {
/**
 * Name of the dimension.
 */
name: string
/**
 * What it means.
 */
description: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms: string[]
/**
 * Table of the dimension.
 */
table: string
/**
 * Column of the table, or an expression of the table's columns in SQL.
 */
expression: string
/**
 * Next coarser dimension of a hierarchy. Null: none.
 */
parent: (string | null)
/**
 * Why it should no longer be used. Null: use it.
 */
deprecated: ({
/**
 * Why it should no longer be used.
 */
reason: string
/**
 * Name of the definition to use instead. Null: none.
 */
use_instead: (string | null)
} | null)
}
/**
 * A condition with a name.
 */
export interface NamedFilter {
/**
 * Name of the filter.
 */
name: string
/**
 * What it means.
 */
description: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms: string[]
/**
 * Table of the filter.
 */
table: string
/**
 * Condition in SQL on the table's rows.
 */
condition: string
/**
 * Whether it applies to each question about the table that does not say otherwise.
 */
applies_by_default: boolean
/**
 * Why it should no longer be used. Null: use it.
 */
deprecated: ({
/**
 * Why it should no longer be used.
 */
reason: string
/**
 * Name of the definition to use instead. Null: none.
 */
use_instead: (string | null)
} | null)
}
/**
 * A change that is waiting for an administrator.
 */
export interface PendingApproval {
/**
 * ID of the pending change. It changes with the change.
 */
id: string
/**
 * When the change was requested.
 */
requested_at: string
/**
 * Parts of the area that are waiting.
 */
parts: ("tables" | "row_security_rules" | "column_security_rules" | "visibility" | "is_active" | "application_id" | "access")[]
/**
 * What was requested, in sentences.
 */
summary: string[]
/**
 * The sentences of `summary`, for translations.
 */
summary_messages?: Message[]
}
/**
 * Limits of the edition, and the number of business areas.
 */
export interface AreaEditionLimits {
/**
 * Installed edition.
 */
edition: string
/**
 * Allowed areas. -1: unlimited.
 */
max_business_areas: number
/**
 * Number of areas.
 */
current_business_areas: number
/**
 * Allowed tables per area. -1: unlimited.
 */
max_tables_per_area: number
/**
 * Whether the edition includes row rules.
 */
row_security_enabled: boolean
/**
 * Whether the edition includes column masks.
 */
column_security_enabled: boolean
/**
 * Whether the edition includes restricted areas.
 */
restricted_visibility_enabled: boolean
/**
 * Allowed connections. -1: unlimited.
 */
max_databases: number
}
/**
 * A change to a business area. Absent optional fields keep their values.
 */
export interface UpdateAreaRequest {
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description?: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions?: (string | null)
/**
 * Other words for the area that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Questions that a new conversation offers first, to users who get an answer.
 * 
 * @maxItems 10
 */
sample_questions?: string[]
/**
 * Whether it is your default area in its application.
 */
is_default?: boolean
visibility: Visibility
/**
 * Whether questions can use the area.
 */
is_active?: boolean
/**
 * ID of the application.
 */
application_id?: string
tables?: AreaTables
joins?: AreaRelationships
definitions?: DefinitionsInput
/**
 * Row rules. Null or empty: none.
 */
row_security_rules?: (NoRules | RowSecurityRules)
/**
 * Column masks. Null or empty: none.
 */
column_security_rules?: (NoRules | ColumnSecurityRules)
access?: AreaAccessChange
/**
 * IDs of verified examples to delete, because they need a table that this change removes.
 * 
 * @maxItems 10000
 */
removed_examples?: string[]
/**
 * Why the area is changed, for the list of its versions.
 */
change_reason?: (string | null)
}
/**
 * The deleted business area.
 */
export interface DeleteAreaResponse {
/**
 * ID of the business area.
 */
area_id: string
/**
 * What happened, for people.
 */
message: string
}
/**
 * The new owner.
 */
export interface TransferAreaRequest {
/**
 * ID of the new owner.
 */
user_id: string
}
/**
 * Users and groups that can use a restricted business area.
 */
export interface AreaAccessList {
/**
 * Users with access.
 */
access_list: {
/**
 * ID of the user.
 */
user_id: string
/**
 * Name of the user.
 */
user_name: string
/**
 * Email address of the user.
 */
email: string
}[]
/**
 * Number of groups with access.
 */
group_count: number
/**
 * Groups with access. Only for administrators.
 */
groups?: GrantedGroup[]
/**
 * Only present in a 202 response: a part is waiting for an administrator.
 */
status?: "pending_approval"
}
/**
 * The user to grant access to.
 */
export interface GrantAreaAccessRequest {
/**
 * ID of the user.
 */
user_id: string
}
/**
 * Everything that is waiting for an administrator.
 */
export interface AreaApprovals {
/**
 * The pending approvals.
 */
approvals: AreaApproval[]
/**
 * Number of entries.
 */
total_count: number
}
/**
 * A business area that is waiting for an administrator.
 */
export interface AreaApproval {
/**
 * ID of the pending change. It changes with the change.
 */
id: string
/**
 * Whether a user requested a change (`change`), or the area shows protected tables without approval (`exposure`).
 */
kind: ("change" | "exposure")
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
/**
 * Name of the application.
 */
application_name: (string | null)
/**
 * Name of the owner. Null if there is none, or you are not allowed to see it.
 */
owner_name: (string | null)
/**
 * Email address of the user who requested it. Null for `exposure`.
 */
requested_by: (string | null)
/**
 * When the change was requested.
 */
requested_at: string
/**
 * Protected tables that it is about.
 */
tables: string[]
/**
 * What was requested, in sentences.
 */
summary: string[]
/**
 * The sentences of `summary`, for translations.
 */
summary_messages?: Message[]
/**
 * Who sees what after an approval, in sentences.
 */
effects: string[]
/**
 * The sentences of `effects`, for translations.
 */
effect_messages?: Message[]
}
/**
 * The decision.
 */
export interface DecideApprovalResponse {
/**
 * ID of the pending change.
 */
id: string
/**
 * ID of the business area.
 */
area_id: string
/**
 * What you decided.
 */
decision: ("approved" | "declined")
/**
 * What happened, for people.
 */
message: string
/**
 * The ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * Tables of a connection, by the business areas that show them.
 */
export interface ProtectionMatrix {
/**
 * The connection.
 */
database: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * Other connections to the same database.
 */
same_database: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
/**
 * Name of the application.
 */
application_name: (string | null)
}[]
/**
 * Business areas that show tables of the connection.
 */
areas: ProtectionMatrixArea[]
/**
 * Matching tables, at most 200.
 */
tables: ProtectionMatrixTable[]
/**
 * Number of matching tables.
 */
total_count: number
/**
 * Protected tables that users can read without rules.
 */
warnings: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * ID of the business area.
 */
area_id: string
/**
 * The warning, for people.
 */
message: string
/**
 * The ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}[]
}
/**
 * A business area of the matrix.
 */
export interface ProtectionMatrixArea {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
/**
 * Name of the application.
 */
application_name: (string | null)
/**
 * Name of the owner. Null if there is none, or you are not allowed to see it.
 */
owner_name: (string | null)
/**
 * Whether the owner is an administrator.
 */
owner_is_admin: boolean
visibility: Visibility
/**
 * Whether questions can use the area.
 */
is_active: boolean
/**
 * Who can ask in the area.
 */
reach: string
reach_message?: Message
/**
 * Email addresses of users with a grant, at most 50.
 */
granted_to: string[]
}
/**
 * A table of the matrix.
 */
export interface ProtectionMatrixTable {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Kind of the object.
 */
object_type: ("TABLE" | "VIEW" | "SYNONYM")
/**
 * How the table is protected. Null if it is not.
 */
protection: ({
/**
 * Why: a rule of an administrator (`rule`), a mark (`marked`), the upgrade from version 1.1 (`upgrade`), or a protected table that the view reads (`view`).
 */
reason: ("rule" | "marked" | "upgrade" | "view")
/**
 * Email address of the administrator. Null if there is none.
 */
protected_by: (string | null)
/**
 * When the table was protected.
 */
protected_at: (string | null)
/**
 * For a view: protected tables that it reads.
 */
through: string[]
} | null)
/**
 * What each business area does with the table.
 */
areas: ProtectionMatrixCell[]
}
/**
 * What one business area does with one table.
 */
export interface ProtectionMatrixCell {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Whether users can read the table (`open`) or it is waiting for an administrator (`waiting`).
 */
state: ("open" | "waiting")
/**
 * Names of the row rules that apply to the table.
 */
row_rules: string[]
/**
 * Column masks that apply to the table.
 */
masks: {
/**
 * Name of the column.
 */
column: string
/**
 * Type of the mask.
 */
mask_type: ("partial" | "replace" | "null" | "hash" | "range" | "custom" | "disallow")
/**
 * Name of the rule.
 */
rule: string
}[]
/**
 * Whether the owner wrote rules for a table that is not protected.
 */
can_protect: boolean
}
/**
 * A table to protect or unprotect.
 */
export interface ChangeProtectionRequest {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Whether the table is protected after the change.
 */
protected: boolean
}
/**
 * The changed protection.
 */
export interface ChangeProtectionResponse {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Whether the table is protected.
 */
protected: boolean
/**
 * What changes, in sentences.
 */
effects: string[]
/**
 * The sentences of `effects`, for translations.
 */
effect_messages?: Message[]
}
/**
 * A draft of a business area.
 */
export interface CheckAreaRequest {
/**
 * ID of the application.
 */
application_id: string
tables: AreaTables
joins?: AreaRelationships
definitions?: DefinitionsInput
/**
 * Row rules. Null or empty: none.
 */
row_security_rules?: ((NoRules | RowSecurityRules) | null)
/**
 * Column masks. Null or empty: none.
 */
column_security_rules?: ((NoRules | ColumnSecurityRules) | null)
}
/**
 * Problems of a draft.
 */
export interface CheckAreaResponse {
/**
 * Problems that were found.
 */
problems: AreaProblem[]
/**
 * Names of the connections that the draft was checked with.
 */
databases: string[]
}
/**
 * Tables to find relationships between.
 */
export interface SuggestRelationshipsRequest {
/**
 * ID of the application.
 */
application_id?: string
/**
 * ID of the connection.
 */
database_config_id?: string
/**
 * Names of tables.
 * 
 * @maxItems 20000
 */
tables: string[]
}
/**
 * Suggested relationships.
 */
export interface SuggestRelationshipsResponse {
/**
 * The relationships.
 */
joins: AreaRelationship[]
}
/**
 * The attributes of active users, without values.
 */
export interface UserAttributeCounts {
/**
 * Number of active users.
 */
active_users: number
/**
 * The attributes that at least one active user has, the most frequent first.
 */
attributes: {
/**
 * Name of the attribute. A rule reads it as `:user.<key>`.
 */
key: string
/**
 * Number of active users who have a value for it.
 */
users: number
}[]
}
/**
 * A question.
 */
export interface RecommendAreaRequest {
/**
 * The question.
 */
query: string
/**
 * ID of the application.
 */
application_id?: string
}
/**
 * The business area that fits a question best.
 */
export interface RecommendAreaResponse {
/**
 * The recommended area. Null if none fits.
 */
recommendation: (AreaRecommendation | null)
}
/**
 * A business area that fits a question.
 */
export interface AreaRecommendation {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the business area.
 */
area_name: string
/**
 * How well the area fits, from 0 to 1.
 */
confidence_score: number
/**
 * What it contains, for people and for models.
 */
description: (string | null)
/**
 * Tables that fit the question.
 */
matched_tables: string[]
}
/**
 * A draft of a business area. For an existing area, absent parts are as saved.
 */
export interface AreaAudienceRequest {
/**
 * ID of the business area. Absent for a new area.
 */
area_id?: string
/**
 * ID of the application. Required for a new area.
 */
application_id?: string
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id?: string
visibility?: Visibility
tables?: AreaTables
/**
 * Row rules. Null or empty: none.
 */
row_security_rules?: (NoRules | RowSecurityRules)
/**
 * Column masks. Null or empty: none.
 */
column_security_rules?: (NoRules | ColumnSecurityRules)
access?: AreaAccessChange
/**
 * Number of users to skip.
 */
offset?: number
}
/**
 * Who will see what of a draft.
 */
export interface AreaAudienceResponse {
/**
 * Connection whose tables were examined.
 */
database: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * Users with access, at most 50, by email address. Owners get only users on the access list.
 */
users: AudienceUser[]
/**
 * Number of users with access.
 */
total: number
/**
 * Number of tables of the area.
 */
table_count: number
/**
 * Tables with masked or hidden columns, which are the same for all users.
 */
masked_tables: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Columns that never show their real values.
 */
masked: {
/**
 * Name of the column.
 */
column: string
/**
 * How the values are masked.
 */
mask_type: ("partial" | "replace" | "null" | "hash" | "range" | "custom" | "disallow")
/**
 * Name of the rule.
 */
rule: string
}[]
/**
 * Columns that users do not see.
 */
hidden: string[]
}[]
/**
 * Number of tables that were left out because there are too many.
 */
unexamined_tables: number
/**
 * Whether an administrator must approve a part of the draft. The response shows what applies until then.
 */
waits_for_approval: boolean
}
/**
 * What one user will see.
 */
export interface AudienceUser {
/**
 * ID of the user.
 */
user_id: string
/**
 * Name of the user.
 */
username: string
/**
 * Email address of the user.
 */
email: string
/**
 * Whether the user can use the connection. If not, the user sees nothing.
 */
may_use_database: boolean
/**
 * Tables that do not show all rows to the user.
 */
tables: AudienceTable[]
}
/**
 * What one user will see of a table.
 */
export interface AudienceTable {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Which rows the user sees. `refused`: queries that read the table fail.
 */
sees: ("all" | "some" | "none" | "refused")
/**
 * Row rules of the table.
 */
rows: AudienceRow[]
/**
 * Why the user sees nothing. Null otherwise.
 */
reason: (string | null)
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Parameters that need a value, or a suitable one.
 */
without_value: string[]
}
/**
 * A row rule with the values of one user.
 */
export interface AudienceRow {
/**
 * Name of the rule.
 */
rule: string
/**
 * Condition with the values of the user, or the join with the parent table. Owners do not see the values of other users.
 */
condition: string
/**
 * Parent table whose visible rows decide. Null if the rule has its own condition.
 */
inherits_from: (string | null)
/**
 * The rule applies only to queries that also read this table. Null if it always applies.
 */
only_with: (string | null)
/**
 * Parameters without a suitable value, so that the user sees no rows.
 */
without_value: string[]
}
/**
 * An unsaved mask of a column.
 */
export interface MaskExampleRequest {
/**
 * ID of the business area. Absent for a new area.
 */
area_id?: string
/**
 * ID of the application. Required for a new area.
 */
application_id?: string
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id?: string
/**
 * Table of the column. `ALL`: the first table of the saved area that has the column.
 */
table_name: string
/**
 * Column to mask.
 */
column: string
mask: ColumnMask
}
/**
 * Values before and after a mask.
 */
export interface MaskExampleResponse {
/**
 * `shown`: `results` has values. `empty`: you see no value of the column. `masked`: a saved rule masks or hides a column that the example reads. `no_access`: you cannot ask about the table.
 */
state: ("shown" | "empty" | "masked" | "no_access")
/**
 * Connection that was read.
 */
database: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * The column before and after the mask. Empty without values.
 */
columns: ResultColumn[]
/**
 * Up to three different values, each before and after the mask. Long values are cut.
 */
results: Cell[][]
}
/**
 * A column of a result.
 */
export interface ResultColumn {
/**
 * Name of the column.
 */
name: string
/**
 * Type of the column in the database. Empty if unknown.
 */
dataType: string
kind: ColumnKind
format?: ColumnFormat
}
/**
 * How the numbers of a column look. The values themselves are never rounded.
 */
export interface ColumnFormat {
/**
 * Style of the numbers. Percentages are fractions: 0.123 is shown as 12.3%.
 */
style: ("number" | "percent" | "currency")
/**
 * Digits after the decimal point. Null: as they are, up to two.
 */
decimals: (number | null)
/**
 * A currency such as EUR, or a word such as hours. Null for neither.
 */
unit: (string | null)
}
/**
 * A draft of a business area, and the users to count for.
 */
export interface AreaRowCountsRequest {
/**
 * ID of the business area. Absent for a new area.
 */
area_id?: string
/**
 * ID of the application. Required for a new area.
 */
application_id?: string
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id?: string
visibility?: Visibility
tables?: AreaTables
/**
 * Row rules. Null or empty: none.
 */
row_security_rules?: (NoRules | RowSecurityRules)
/**
 * Column masks. Null or empty: none.
 */
column_security_rules?: (NoRules | ColumnSecurityRules)
access?: AreaAccessChange
/**
 * IDs of at most 50 users. Users without access are ignored.
 * 
 * @maxItems 50
 */
user_ids: string[]
}
/**
 * How many rows users will see of a draft.
 */
export interface AreaRowCountsResponse {
/**
 * Connection whose rows were counted.
 */
database: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * The users, by email address.
 */
users: {
/**
 * ID of the user.
 */
user_id: string
/**
 * Tables with row rules that show the user some rows.
 */
tables: RowCount[]
}[]
/**
 * Tables without row rules. Everyone with access sees all of their rows.
 */
open_tables: RowCount[]
}
/**
 * The number of rows of a table.
 */
export interface RowCount {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Number of rows, at most 10,000. Null if they were not counted.
 */
rows: (number | null)
/**
 * Whether the table has more rows.
 */
has_more: boolean
/**
 * Why the rows were not counted. Null otherwise.
 */
reason: (string | null)
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * An area that is not saved yet, and whom and what to preview.
 */
export interface PreviewNewAreaRequest {
/**
 * ID of the user to preview.
 */
user_id: string
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id?: string
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name?: string
/**
 * SQL to run as the user.
 */
sql_query?: string
/**
 * Question to ask as the user. The built-in engine answers it.
 */
question?: string
draft: AreaDraft
/**
 * ID of the application.
 */
application_id: string
}
/**
 * Unsaved changes to a business area. Absent parts are as saved.
 */
export interface AreaDraft {
visibility?: Visibility
tables?: AreaTables
/**
 * Row rules. Null or empty: none.
 */
row_security_rules?: (NoRules | RowSecurityRules)
/**
 * Column masks. Null or empty: none.
 */
column_security_rules?: (NoRules | ColumnSecurityRules)
access?: AreaAccessChange
}
/**
 * What a user sees in a business area.
 */
export interface PreviewAreaResponse {
/**
 * The user.
 */
user: {
/**
 * ID of the user.
 */
user_id: string
/**
 * Name of the user.
 */
username: string
/**
 * Email address of the user.
 */
email: string
/**
 * Role of the user. Only administrators see it.
 */
role?: ("ADMIN" | "GENERAL")
}
/**
 * Whether the user can use the area. If not, the user sees nothing of the result.
 */
may_use: boolean
/**
 * Connection that ran the query.
 */
database: {
/**
 * ID of the connection. Same as `database_config_id` elsewhere.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * SQL of the query, one `SELECT`.
 */
sql_query: string
/**
 * SQL that the database ran, after rules were applied. Values are placeholders.
 */
executed_sql: string
/**
 * Columns of the result, in order.
 */
columns: ResultColumn[]
/**
 * Rows. Each row is an array of cells in the order of `columns`.
 */
results: Cell[][]
/**
 * Whether rows are missing because of a limit.
 */
truncated: boolean
receipt: Receipt
/**
 * Number of rows that the user sees. Null if no table was previewed.
 */
visible_rows: (number | null)
/**
 * Columns that the user does not see.
 */
hidden_columns: string[]
/**
 * Tables that the query reads and that show the user no rows.
 */
empty_tables: {
/**
 * Name of the table.
 */
table_name: string
/**
 * Why the user sees no rows.
 */
reason: string
/**
 * ICU pattern of `reason`, if it has values.
 */
pattern?: string
values?: MessageValues
/**
 * Parameters that need a value, or a suitable one.
 */
without_value: string[]
}[]
}
/**
 * What was done to run a query: tables read, rules applied, columns masked.
 */
export interface Receipt {
/**
 * Tables that the query read.
 */
tables: {
/**
 * Schema of the table. Null if the database has none.
 */
schema: (string | null)
/**
 * Name of the table.
 */
table: string
}[]
/**
 * The tables that are views.
 */
views?: {
/**
 * Schema of the table. Null if the database has none.
 */
schema: (string | null)
/**
 * Name of the view.
 */
table: string
}[]
/**
 * Columns that the query read, by table.
 */
columns: {
/**
 * The table.
 */
table: {
/**
 * Schema of the table. Null if the database has none.
 */
schema: (string | null)
/**
 * Name of the table.
 */
table: string
}
/**
 * Names of the columns.
 */
columns: string[]
}[]
/**
 * Row rules that were applied.
 */
rowRules: {
/**
 * Name of the rule.
 */
rule: string
/**
 * The table.
 */
table: {
/**
 * Schema of the table. Null if the database has none.
 */
schema: (string | null)
/**
 * Name of the table.
 */
table: string
}
}[]
/**
 * Column masks that were applied.
 */
masks: {
/**
 * Name of the rule.
 */
rule: string
/**
 * The table.
 */
table: {
/**
 * Schema of the table. Null if the database has none.
 */
schema: (string | null)
/**
 * Name of the table.
 */
table: string
}
/**
 * Name of the column.
 */
column: string
/**
 * Type of the mask.
 */
maskType: string
}[]
/**
 * Rules that removed columns from a `*`. The columns are not named.
 */
leftOut?: {
/**
 * Name of the rule.
 */
rule: string
/**
 * The table.
 */
table: {
/**
 * Schema of the table. Null if the database has none.
 */
schema: (string | null)
/**
 * Name of the table.
 */
table: string
}
}[]
/**
 * Columns of the result with masked values.
 */
maskedOutputs: {
/**
 * Position of the column, from 0.
 */
index: number
/**
 * Name of the column.
 */
column: string
/**
 * Name of the rule.
 */
rule: string
}[]
/**
 * Row limit of the query. Null: none.
 */
limit: ({
/**
 * Number of rows.
 */
rows: number
/**
 * Whether the server (`gate`) or the query itself (`query`) set the limit.
 */
addedBy: ("gate" | "query")
} | null)
/**
 * Parameters of the rules.
 */
parameters: {
/**
 * Parameters with a value.
 */
bound: string[]
/**
 * Parameters of rules without a value, so that no row is visible.
 */
unresolved: string[]
}
/**
 * The same for people, one sentence each.
 */
sentences: string[]
/**
 * The sentences as ICU patterns with their values. To translate one, format a translation of its pattern.
 */
messages?: Message[]
/**
 * The definitions of the area that the query contains. Absent if there are none, and for SQL written by a user or a model.
 */
definitions?: UsedDefinition[]
/**
 * Whether it was computed in the draft of the business area.
 */
in_draft?: boolean
}
/**
 * A definition that an answer used, as it was then.
 */
export interface UsedDefinition {
/**
 * Kind of the definition.
 */
kind: ("metric" | "dimension" | "filter")
/**
 * Name of the definition.
 */
name: string
/**
 * The area's version in which it last changed. Null if it is only in a draft.
 */
version: (number | null)
/**
 * What it says: the expression, formula, or condition.
 */
definition: string
/**
 * What it means.
 */
description: (string | null)
}
/**
 * Whom and what to preview: exactly one of `table_name`, `sql_query`, and `question`.
 */
export interface PreviewAreaRequest {
/**
 * ID of the user to preview.
 */
user_id: string
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id?: string
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name?: string
/**
 * SQL to run as the user.
 */
sql_query?: string
/**
 * Question to ask as the user. The built-in engine answers it.
 */
question?: string
draft?: AreaDraft
}
/**
 * The connection to propose business areas for.
 */
export interface ProposeAreasRequest {
/**
 * ID of a tested connection.
 */
database_config_id: string
}
/**
 * Proposed business areas of a connection. Nothing is saved.
 */
export interface ProposeAreasResponse {
/**
 * ID of the connection.
 */
database_config_id: string
/**
 * Name of the connection.
 */
database_name: string
/**
 * ID of the application to create the areas in.
 */
application_id: string
/**
 * Name of the application.
 */
application_name: string
/**
 * Proposed areas, those with relationships first.
 */
areas: ProposedArea[]
/**
 * What was left out or not done.
 */
notes: Message[]
}
/**
 * A proposed business area.
 */
export interface ProposedArea {
/**
 * Name made from the most linked tables.
 */
area_name: string
/**
 * The tables in words.
 */
description: string
/**
 * Tables of the area.
 */
tables: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Kind of the object.
 */
object_type: ("TABLE" | "VIEW" | "SYNONYM")
/**
 * The database's comment, or what follows from the relationships.
 */
description: string
/**
 * Whether the table belongs to another area, and this area refers to it.
 */
is_shared: boolean
}[]
/**
 * Relationships between the tables.
 */
relationships: ProposedRelationship[]
/**
 * Definitions that the area might want. Each is proven.
 */
definitions: DefinitionProposal[]
/**
 * Up to three questions that the built-in engine just answered.
 */
questions: ProposedQuestion[]
}
/**
 * A proposed relationship, with how sure it is.
 */
export interface ProposedRelationship {
/**
 * Table that refers to the other one.
 */
left_table: string
/**
 * Its columns.
 */
left_columns: string[]
/**
 * Table that it refers to.
 */
right_table: string
/**
 * Its key.
 */
right_columns: string[]
/**
 * A foreign key of the database, values that a query compared, or only the names.
 */
origin: ("declared" | "values" | "name")
/**
 * From 0 to 1. For compared values, the share that exists in the right table.
 */
confidence: number
/**
 * Number of different values that were compared. Null without a comparison.
 */
sampled_values: (number | null)
/**
 * How many of them exist in the right table. Null without a comparison.
 */
found_values: (number | null)
/**
 * Why the values were not compared. Null if they were, or if the database declares the key.
 */
untested_reason: (("empty" | "time" | "cost" | "failed") | null)
/**
 * The same as a relationship of an area. Null if an area cannot have it.
 */
join: (AreaRelationship | null)
}
/**
 * A definition that an area might want. It is proven.
 */
export interface DefinitionProposal {
item: PortableItem
reason: Message
}
/**
 * A question that the built-in engine just answered.
 */
export interface ProposedQuestion {
/**
 * The question.
 */
question: string
/**
 * Its SQL.
 */
sql_query: string
/**
 * The answer.
 */
answer: string
}
/**
 * Tables of a connection.
 */
export interface TableList {
/**
 * The tables.
 */
tables: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Name of the table, as the interface shows it.
 */
display_name: string
/**
 * Kind of the object.
 */
object_type: ("TABLE" | "VIEW" | "SYNONYM")
/**
 * Whether the object is a synonym.
 */
is_synonym: boolean
/**
 * Whether the database describes the table with a comment.
 */
has_comment?: boolean
}[]
/**
 * Number of tables.
 */
total_count: number
/**
 * Whether you can ask without a business area. Absent if this does not concern you.
 */
all_tables_allowed?: boolean
}
/**
 * Columns of a table.
 */
export interface ColumnList {
/**
 * The columns.
 */
columns: {
/**
 * Name of the column.
 */
name: string
/**
 * Type of the column in the database.
 */
data_type: string
/**
 * Whether the column can be NULL.
 */
nullable: boolean
/**
 * Comment of the column in the database. Null: none.
 */
comment: (string | null)
}[]
/**
 * Comment of the table in the database. Null: none.
 */
comment?: (string | null)
/**
 * Estimated number of rows. Null if it is unknown or rules hide rows from you.
 */
row_estimate?: (number | null)
}
/**
 * Tables that match a search.
 */
export interface SearchTablesResponse {
/**
 * Names of all matching tables, best match first.
 */
table_names: string[]
/**
 * The first 50 matches, with details.
 */
tables: {
/**
 * Name of the table, with its schema if that is not the default one.
 */
table_name: string
/**
 * Schema of the table. Null if the database has no schemas.
 */
schema: (string | null)
/**
 * Comment of the table in the database. Null: none.
 */
comment: (string | null)
/**
 * Estimated number of rows. Null if it is unknown or rules hide rows from you.
 */
row_estimate: (number | null)
/**
 * Number of columns that you can see.
 */
column_count: number
/**
 * Up to 5 columns that explain the match. Empty if the name does.
 */
matched_columns: string[]
}[]
}
/**
 * Tables of a connection.
 */
export interface JoinedTablesRequest {
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id?: string
/**
 * Names of tables.
 * 
 * @maxItems 20000
 */
tables: string[]
}
/**
 * The tables joined to them.
 */
export interface JoinedTablesResponse {
/**
 * Names of tables.
 */
tables: string[]
}
/**
 * A file exported from a business area.
 */
export interface AreaFile {
/**
 * Format of the file.
 */
format: "parlance-business-area"
/**
 * Version of the format.
 */
format_version: 1
/**
 * The business area.
 */
area: {
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description?: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Questions that a new conversation offers first.
 * 
 * @maxItems 10
 */
sample_questions?: string[]
visibility: Visibility
/**
 * Whether questions can use the area.
 */
is_active: boolean
tables: AreaTables
joins: AreaRelationships
definitions?: Definitions
/**
 * Row rules.
 */
row_security_rules?: ((NoRules | RowSecurityRules) | null)
/**
 * Column masks.
 */
column_security_rules?: ((NoRules | ColumnSecurityRules) | null)
}
/**
 * Question sets of the area. Absent: none.
 * 
 * @maxItems 20
 */
evaluation?: EvaluationSetOfFile[]
}
/**
 * A question set in the file of an area.
 */
export interface EvaluationSetOfFile {
/**
 * Name of the question set.
 */
name: string
/**
 * What the questions are about.
 */
description?: (string | null)
/**
 * The questions.
 * 
 * @maxItems 10000
 */
questions: EvaluationQuestionOfFile[]
}
/**
 * A question in the file of an area. It has no SQL if the SQL has values that the question does not name.
 */
export interface EvaluationQuestionOfFile {
/**
 * The question.
 */
question: string
/**
 * More about the question for the model.
 */
context?: (string | null)
/**
 * Tags of the question.
 * 
 * @maxItems 10
 */
tags?: string[]
/**
 * SQL that returns the right rows.
 */
expected_sql?: (string | null)
}
/**
 * A file to import.
 */
export interface ImportAreaRequest {
/**
 * ID of the application to import into.
 */
application_id: string
/**
 * Name of the new area. The default is the name in the file.
 */
area_name?: string
file: AreaFileInput
}
/**
 * A file exported from a business area.
 */
export interface AreaFileInput {
/**
 * Format of the file.
 */
format: "parlance-business-area"
/**
 * Version of the format.
 */
format_version: 1
/**
 * The business area.
 */
area: {
/**
 * Name of the business area.
 */
area_name: string
/**
 * What it contains, for people and for models.
 */
description?: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions?: (string | null)
/**
 * Other words for it that users write in questions.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Questions that a new conversation offers first.
 * 
 * @maxItems 10
 */
sample_questions?: string[]
visibility: Visibility
/**
 * Whether questions can use the area.
 */
is_active?: boolean
tables: AreaTables
joins?: AreaRelationships
definitions?: DefinitionsInput
/**
 * Row rules.
 */
row_security_rules?: ((NoRules | RowSecurityRules) | null)
/**
 * Column masks.
 */
column_security_rules?: ((NoRules | ColumnSecurityRules) | null)
}
/**
 * Question sets of the area. Absent: none.
 * 
 * @maxItems 20
 */
evaluation?: EvaluationSetOfFile[]
}
/**
 * A file with definitions.
 */
export interface ImportDefinitionsRequest {
/**
 * The text of the file, in YAML or JSON.
 */
content: string
}
/**
 * What a file says about an area. Nothing is stored.
 */
export interface ImportDefinitionsResponse {
/**
 * Format of the file.
 */
format: ("ossie" | "dbt")
/**
 * What the file says, item by item.
 */
items: ProposedItem[]
/**
 * What does not fit, in the order of the file.
 */
notes: ImportNote[]
}
/**
 * Something that a file says, compared with what the area has.
 */
export interface ProposedItem {
item: PortableItem
/**
 * What the area has now. Null if it has nothing of this name.
 */
before: (PortableItem | null)
place: FilePlace
/**
 * What taking it changes.
 */
change: ("added" | "changed" | "unchanged")
/**
 * What taking it would affect.
 */
conflicts: ImportConflict[]
}
/**
 * A place in a file.
 */
export interface FilePlace {
/**
 * Path of keys and positions.
 */
path: string
/**
 * Line, from 1.
 */
line: number
}
/**
 * What taking an item would affect.
 */
export interface ImportConflict {
/**
 * Text in English.
 */
message: string
/**
 * Pattern of the text in ICU MessageFormat, if it has values.
 */
pattern?: string
values?: MessageValues
}
/**
 * Something in a file that does not fit.
 */
export interface ImportNote {
place: FilePlace
/**
 * Whether it is left out, comes in without a part, or was understood in one of several ways.
 */
effect: ("left_out" | "part_left_out" | "assumed")
/**
 * Text in English.
 */
message: string
/**
 * Pattern of the text in ICU MessageFormat, if it has values.
 */
pattern?: string
values?: MessageValues
}
/**
 * A metric query to run.
 */
export interface RunMetricQueryRequest {
query: MetricQuery
/**
 * ID of the connection. The default is your selected one, else the first one of the area's application.
 */
database_config_id?: string
}
/**
 * A question in the area's own terms.
 */
export interface MetricQuery {
/**
 * Names of metrics.
 * 
 * @minItems 1
 * @maxItems 10
 */
metrics: string[]
/**
 * Names of dimensions, in the order of the columns.
 * 
 * @maxItems 10
 */
group_by?: string[]
/**
 * Also groups by a stretch of each metric's time column. Null: not by time.
 */
grain?: (("day" | "week" | "month" | "quarter" | "year") | null)
/**
 * Names of filters. All apply.
 * 
 * @maxItems 20
 */
filters?: string[]
/**
 * Names of default filters that do not apply.
 * 
 * @maxItems 500
 */
without_filters?: string[]
/**
 * Values of dimensions. All conditions apply.
 * 
 * @maxItems 20
 */
where?: {
/**
 * Name of the dimension.
 */
dimension: string
/**
 * How its value is compared. `not_in` includes rows without a value.
 */
operator: ("in" | "not_in" | "at_least" | "at_most" | "above" | "below")
/**
 * Values to compare with.
 * 
 * @minItems 1
 * @maxItems 1000
 */
values: (string | number)[]
}[]
/**
 * Dates of each metric's time column. Null: all.
 */
period?: ({
/**
 * First day, as yyyy-mm-dd. Null: from the beginning.
 */
from?: (string | null)
/**
 * Day after the last one, as yyyy-mm-dd. Null: until the end.
 */
before?: (string | null)
} | null)
/**
 * Order of the rows. Null: by time, else by the first metric from the highest.
 */
order?: ({
/**
 * Name of a metric or a dimension.
 */
by: string
/**
 * Whether the highest comes first.
 */
descending: boolean
} | null)
/**
 * Maximum number of rows. Null: no limit of its own.
 */
limit?: (number | null)
}
/**
 * The answer to a metric query.
 */
export interface MetricQueryResponse {
/**
 * The connection that was queried.
 */
database: {
/**
 * ID of the connection.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * Columns of the result.
 */
columns: ResultColumn[]
/**
 * What each column is, in the order of `columns`.
 */
meanings: {
/**
 * What the column shows.
 */
kind: ("time" | "dimension" | "metric")
/**
 * Name of the definition. For time, the grain.
 */
name: string
/**
 * Unit of the metric. Null: none.
 */
unit: (string | null)
/**
 * How the values look. Null: like other numbers.
 */
format: (MetricFormat | null)
}[]
/**
 * Rows of the result.
 */
results: Cell[][]
/**
 * Whether there are more rows than the response has.
 */
truncated: boolean
/**
 * The definitions that the query used, as they are now.
 */
used: UsedDefinition[]
/**
 * The compiled query.
 */
sql_query: string
/**
 * The query that ran, with your rules.
 */
executed_sql: string
receipt: Receipt
}
/**
 * Unsaved definitions to preview.
 */
export interface PreviewDefinitionRequest {
definitions: DefinitionsInput
joins?: AreaRelationships
query?: MetricQuery
/**
 * Instead of a query: how many rows each value of a dimension has, or how many rows match a filter.
 */
rows_of?: {
/**
 * Kind of the definition.
 */
kind: ("dimension" | "filter")
/**
 * Name of the definition.
 */
name: string
}
/**
 * ID of the user whose rules apply. The default is yourself.
 */
user_id?: string
/**
 * ID of the connection.
 */
database_config_id?: string
}
/**
 * An unsaved definition to check.
 */
export interface CheckDefinitionRequest {
definitions: DefinitionsInput
joins?: AreaRelationships
/**
 * The definition to check.
 */
definition: {
/**
 * Kind of the definition.
 */
kind: ("metric" | "dimension" | "filter")
/**
 * Name of the definition.
 */
name: string
}
}
/**
 * What is wrong with the definition.
 */
export interface CheckDefinitionResponse {
/**
 * Problems. Empty if there is none.
 */
problems: AreaProblem[]
}
/**
 * The versions of an area.
 */
export interface AreaVersionsResponse {
/**
 * The versions, newest first.
 */
versions: AreaVersion[]
}
/**
 * A change of what an area says.
 */
export interface AreaVersion {
/**
 * The area's version after the change.
 */
number: number
/**
 * When it was changed.
 */
created_at: string
/**
 * Who changed it. Null if it is not known.
 */
user_name: (string | null)
/**
 * Why it was changed. Null: no reason was given.
 */
reason: (string | null)
/**
 * The version that the change restored. Null for other changes.
 */
restored_from: (number | null)
/**
 * The parts that it changed. Empty for the state before the first stored change.
 */
changes: ("description" | "ai_instructions" | "synonyms" | "sample_questions" | "tables" | "joins" | "definitions")[]
}
/**
 * What an area said in a version. It contains no rules.
 */
export interface AreaVersionContent {
/**
 * The area's version after the change.
 */
number: number
/**
 * When it was changed.
 */
created_at: string
/**
 * Who changed it. Null if it is not known.
 */
user_name: (string | null)
/**
 * Why it was changed. Null: no reason was given.
 */
reason: (string | null)
/**
 * The version that the change restored. Null for other changes.
 */
restored_from: (number | null)
/**
 * The parts that it changed. Empty for the state before the first stored change.
 */
changes: ("description" | "ai_instructions" | "synonyms" | "sample_questions" | "tables" | "joins" | "definitions")[]
content: AreaWords
/**
 * The version in which each definition last changed.
 */
definition_versions: {
/**
 * Kind of the definition.
 */
kind: ("metric" | "dimension" | "filter")
/**
 * Name of the definition.
 */
name: string
/**
 * The version.
 */
version: number
}[]
}
/**
 * What an area says. It contains no rules.
 */
export interface AreaWords {
/**
 * Description of the area.
 */
description: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions: (string | null)
/**
 * Other words for the area.
 */
synonyms: string[]
/**
 * Questions that a new conversation offers first.
 */
sample_questions: string[]
/**
 * Descriptions of tables.
 */
tables: {
/**
 * Name of the table.
 */
table_name: string
/**
 * What the table contains.
 */
description: (string | null)
/**
 * Other words for the table.
 */
synonyms: string[]
/**
 * Descriptions of columns.
 */
columns: {
/**
 * Name of the column.
 */
name: string
/**
 * What the column contains.
 */
description: (string | null)
/**
 * Other words for the column.
 */
synonyms: string[]
}[]
}[]
/**
 * Relationships.
 */
joins: AreaRelationship[]
definitions: Definitions
}
/**
 * Why a version is restored.
 */
export interface RestoreAreaVersionRequest {
/**
 * The reason, for the list of versions.
 */
reason?: (string | null)
}
/**
 * How often answers used the definitions of an area.
 */
export interface DefinitionUsageResponse {
/**
 * Definitions that answers used in the last 90 days.
 */
definitions: {
/**
 * Kind of the definition.
 */
kind: ("metric" | "dimension" | "filter")
/**
 * Name of the definition.
 */
name: string
/**
 * Answers in the last 30 days.
 */
recent_answers: number
/**
 * Last day, as yyyy-mm-dd in UTC.
 */
last_day: string
/**
 * Days with answers, oldest first.
 */
days: {
/**
 * The day, as yyyy-mm-dd in UTC.
 */
day: string
/**
 * Answers on that day.
 */
answers: number
}[]
}[]
}
/**
 * The draft of an area.
 */
export interface SavedDraftResponse {
/**
 * The draft. Null if there is none.
 */
draft: (SavedDraft | null)
}
/**
 * The draft of an area, beside what is published.
 */
export interface SavedDraft {
/**
 * Changes each time the draft is saved.
 */
revision: string
/**
 * The version of the area that is published now.
 */
area_version: number
/**
 * Who started the draft. Null if the user no longer exists.
 */
started_by_name: (string | null)
/**
 * When the draft was started.
 */
started_at: string
/**
 * Who last saved the draft. Null if the user no longer exists.
 */
updated_by_name: (string | null)
/**
 * When the draft was last saved.
 */
updated_at: string
published: AreaWords
content: AreaWords
/**
 * Number of things that the draft changes, such as an instruction or a metric.
 */
changes: number
/**
 * What the draft and the published area both changed.
 */
collisions: DraftCollision[]
/**
 * Errors and warnings of the draft.
 */
problems: AreaProblem[]
/**
 * Whether questions can be asked in it. False if it has errors.
 */
can_ask: boolean
}
/**
 * Something that was published differently after the draft had changed it.
 */
export interface DraftCollision {
/**
 * Identifies it when you publish the draft.
 */
id: string
/**
 * The part of the area.
 */
part: ("description" | "ai_instructions" | "synonyms" | "sample_questions" | "tables" | "joins" | "definitions")
before: AreaWords
published: AreaWords
draft: AreaWords
}
/**
 * The draft to save.
 */
export interface SaveDraftRequest {
/**
 * The revision of the draft that you read. Null if there was none.
 */
revision: (string | null)
/**
 * The version of the area that `content` is compared with. What equals it is not part of the draft.
 */
area_version: number
/**
 * Everything that the area says in the draft.
 */
content: {
/**
 * Description of the area.
 */
description: (string | null)
/**
 * Instructions for the model.
 */
ai_instructions: (string | null)
/**
 * Other words for the area.
 * 
 * @maxItems 50
 */
synonyms: string[]
/**
 * Questions that a new conversation offers first.
 * 
 * @maxItems 10
 */
sample_questions: string[]
joins: AreaRelationships
definitions: DefinitionsInput
/**
 * Descriptions of tables. Tables that the area does not have are left out.
 * 
 * @maxItems 20000
 */
tables: {
/**
 * Name of the table.
 */
table_name: string
/**
 * What the table contains.
 */
description?: (string | null)
/**
 * Other words for the table.
 * 
 * @maxItems 50
 */
synonyms?: string[]
/**
 * Descriptions of columns.
 * 
 * @maxItems 5000
 */
columns?: AreaColumnHint[]
}[]
}
}
/**
 * The area whose draft was discarded.
 */
export interface DiscardAreaDraftResponse {
/**
 * ID of the area.
 */
area_id: string
}
/**
 * The draft to publish.
 */
export interface PublishDraftRequest {
/**
 * The revision of the draft that you compared.
 */
revision: string
/**
 * The version of the area that you compared it with.
 */
area_version: number
/**
 * The revision of the draft's verified examples that you compared. Null if it never changed one.
 */
examples_revision?: (string | null)
/**
 * Why it is published, for the list of versions.
 */
reason?: (string | null)
/**
 * What applies for each collision.
 * 
 * @maxItems 20000
 */
collisions?: {
/**
 * The collision, or the ID of a verified example.
 */
id: string
/**
 * Which one to publish.
 */
use: ("draft" | "published")
}[]
}
/**
 * Where to look for definitions.
 */
export interface ProposeDefinitionsRequest {
/**
 * ID of a tested connection. The default is the selected one, else the first tested one of the area's application.
 */
database_config_id?: string
/**
 * Proposes only what this may mean.
 */
phrase?: string
}
/**
 * Definitions that an area might want. Nothing is saved.
 */
export interface ProposeDefinitionsResponse {
/**
 * The database in which they were proven.
 */
database: {
/**
 * ID of the connection.
 */
config_id: string
/**
 * Name of the connection.
 */
name: string
}
/**
 * The definitions, table by table.
 */
proposals: DefinitionProposal[]
/**
 * What was not done.
 */
notes: Message[]
}
/**
 * What users ask for, but the area does not define.
 */
export interface AskedWordsResponse {
/**
 * The words, those asked for most often first.
 */
words: AskedWord[]
}
/**
 * A word or phrase that users ask for, but that the area does not define.
 */
export interface AskedWord {
/**
 * The words, in lower case.
 */
phrase: string
/**
 * How many conversations of the last 30 days. At most three of each user count.
 */
conversations: number
/**
 * What rejects it.
 */
key: string
}
/**
 * Proposals that must not come back.
 */
export interface RejectProposalsRequest {
/**
 * The kind and the names of each item, as JSON in lower case.
 * 
 * @minItems 1
 * @maxItems 500
 */
keys: string[]
}
/**
 * The outcome of a rejection.
 */
export interface RejectProposalsResponse {
/**
 * Number of rejected proposals.
 */
rejected: number
}
/**
 * The last evaluation of business areas.
 */
export interface EvaluationBadges {
/**
 * One entry per area.
 */
badges: {
/**
 * ID of the business area.
 */
area_id: string
/**
 * ID of the question set.
 */
set_id: string
/**
 * Name of the question set.
 */
set_name: string
/**
 * ID of the run.
 */
run_id: string
/**
 * Number of right answers.
 */
right: number
/**
 * Number of questions.
 */
total: number
/**
 * When the run ended.
 */
ended_at: string
/**
 * Whether fewer answers are right than in the run before.
 */
has_fallen: boolean
}[]
}
/**
 * The question sets of a business area.
 */
export interface EvaluationSetList {
/**
 * The question sets, oldest first.
 */
sets: EvaluationSet[]
}
/**
 * A question set of a business area.
 */
export interface EvaluationSet {
/**
 * ID of the question set.
 */
id: string
/**
 * ID of the business area.
 */
area_id: string
/**
 * Name of the question set, unique in the area.
 */
name: string
/**
 * What the questions are about. Null: none.
 */
description: (string | null)
/**
 * ID of the connection that the questions are asked of. Null if it was deleted.
 */
database_config_id: (string | null)
/**
 * Name of the connection. Null if it was deleted.
 */
database_name: (string | null)
/**
 * Today’s date in every run. Null for the date of the run.
 */
today: (string | null)
/**
 * ID of the user that runs ask as. Null for the user who starts the run.
 */
run_as_user_id: (string | null)
/**
 * Name of that user. Null: none, gone, or you are not allowed to see it.
 */
run_as_name: (string | null)
/**
 * Email address of that user. Null: none, gone, or you are not allowed to see it.
 */
run_as_email: (string | null)
/**
 * The model of the runs. Null for the model that answers questions.
 */
model: (EvaluationModel | null)
/**
 * Prices of the model, to compute the cost of runs. Null: the cost is unknown.
 */
prices: (TokenPrices | null)
/**
 * Limits of each run. Null: none.
 */
budget: (RunBudget | null)
/**
 * Whether a change of the model, the area, or the tables starts a run.
 */
runs_after_changes: boolean
/**
 * Whether the owner of the area gets an email when fewer answers are right than before.
 */
alerts: boolean
/**
 * Whether answers that are approved as verified examples become questions of this set. The default is yes.
 */
adds_answers: boolean
/**
 * Number of questions.
 */
question_count: number
/**
 * Number of approved questions.
 */
approved_count: number
/**
 * Number of questions without expected SQL or rows. Runs skip them.
 */
incomplete_count: number
/**
 * The run that waits or is in progress. Null: none.
 */
active_run: (EvaluationRun | null)
/**
 * The last run that asked all questions. Null: none.
 */
last_run: (EvaluationRun | null)
/**
 * Set if fewer answers of that run are right than before. Null otherwise.
 */
notice: (EvaluationNotice | null)
/**
 * Name of the user who created it. Null if the user is gone.
 */
created_by_name: (string | null)
/**
 * When it was created.
 */
created_at: string
/**
 * When it was last changed.
 */
updated_at: string
}
/**
 * A model for the runs. Its stored API key is used, only at the address that it was stored for.
 */
export interface EvaluationModel {
provider: ProviderId
/**
 * ID of the model.
 */
model: string
/**
 * Base URL of the API. Only for `openai-compatible`.
 */
base_url?: (string | null)
}
/**
 * Prices of a model, in any currency.
 */
export interface TokenPrices {
/**
 * Price of a million tokens that the model reads.
 */
prompt_per_million: number
/**
 * Price of a million tokens that the model writes.
 */
completion_per_million: number
}
/**
 * Limits of a run. It ends when it reaches one of them.
 */
export interface RunBudget {
/**
 * Number of questions.
 */
questions?: (number | null)
/**
 * Number of tokens.
 */
tokens?: (number | null)
/**
 * Cost, by the prices of the set.
 */
cost?: (number | null)
/**
 * Minutes.
 */
minutes?: (number | null)
}
/**
 * A run of a question set, with its progress.
 */
export interface EvaluationRun {
/**
 * ID of the run.
 */
id: string
/**
 * ID of the question set.
 */
set_id: string
/**
 * Number of the run in its set.
 */
number: number
status: RunStatus
/**
 * Why it ended early. Null otherwise.
 */
reason: (Message | null)
trigger: RunTrigger
/**
 * Name of the user who started it. Null if the user is gone.
 */
started_by_name: (string | null)
/**
 * Name of that user. Null: none, gone, or you are not allowed to see it.
 */
run_as_name: (string | null)
/**
 * Email address of that user. Null: none, gone, or you are not allowed to see it.
 */
run_as_email: (string | null)
/**
 * Provider of the model.
 */
provider: (string | null)
/**
 * ID of the model.
 */
model: (string | null)
/**
 * Today’s date in the run.
 */
today: string
/**
 * Whether it asks only some questions: those with a tag, or chosen ones. Such a run is never the last run.
 */
is_partial: boolean
/**
 * Whether it asks in the draft of the area. Such a run is never the last run.
 */
in_draft: boolean
/**
 * Number of questions to ask.
 */
total: number
/**
 * Number of questions with an outcome.
 */
done: number
/**
 * Number of right answers.
 */
right: number
/**
 * Number of wrong answers.
 */
wrong: number
/**
 * Number of questions that were refused or not understood.
 */
declined: number
/**
 * Number of questions that ended with an error or a time limit.
 */
failed: number
/**
 * Number of answers with a warning.
 */
warned: number
/**
 * Median time of an answer in milliseconds. Null before the end.
 */
median_ms: (number | null)
/**
 * Number of model calls.
 */
model_calls: number
/**
 * Tokens of all model calls.
 */
tokens: number
/**
 * Cost by the prices of the set. Null: unknown.
 */
cost: (number | null)
/**
 * When it was created.
 */
created_at: string
/**
 * When the first process began to work on it. Null: it waits.
 */
started_at: (string | null)
/**
 * When it ended. Null before that.
 */
ended_at: (string | null)
}
/**
 * Fewer answers are right than in the run before.
 */
export interface EvaluationNotice {
/**
 * ID of the run.
 */
run_id: string
/**
 * ID of the run before.
 */
before_run_id: string
/**
 * Right answers now, among the questions of both runs.
 */
right: number
/**
 * Right answers before.
 */
right_before: number
/**
 * Number of questions of both runs.
 */
total: number
/**
 * When the run ended.
 */
at: string
}
/**
 * A new question set.
 */
export interface CreateEvaluationSetRequest {
/**
 * Name of the question set, unique in the area.
 */
name: string
/**
 * What the questions are about. Null: none.
 */
description?: (string | null)
/**
 * ID of the connection. The default is your selected one.
 */
database_config_id?: string
/**
 * Today’s date in every run. Null for the date of the run.
 */
today?: (string | null)
/**
 * ID of the user that runs ask as. Null for the user who starts the run.
 */
run_as_user_id?: (string | null)
/**
 * The model of the runs. Null for the model that answers questions.
 */
model?: (EvaluationModel | null)
/**
 * Prices of the model, to compute the cost of runs. Null: the cost is unknown.
 */
prices?: (TokenPrices | null)
/**
 * Limits of each run. Null: none.
 */
budget?: (RunBudget | null)
/**
 * Whether a change of the model, the area, or the tables starts a run.
 */
runs_after_changes?: boolean
/**
 * Whether the owner of the area gets an email when fewer answers are right than before.
 */
alerts?: boolean
/**
 * Whether answers that are approved as verified examples become questions of this set. The default is yes.
 */
adds_answers?: boolean
}
/**
 * A change to a question set. What is absent keeps its value.
 */
export interface UpdateEvaluationSetRequest {
/**
 * Name of the question set, unique in the area.
 */
name?: string
/**
 * What the questions are about. Null: none.
 */
description?: (string | null)
/**
 * ID of the connection that the questions are asked of. Null if it was deleted.
 */
database_config_id?: string
/**
 * Today’s date in every run. Null for the date of the run.
 */
today?: (string | null)
/**
 * ID of the user that runs ask as. Null for the user who starts the run.
 */
run_as_user_id?: (string | null)
/**
 * The model of the runs. Null for the model that answers questions.
 */
model?: (EvaluationModel | null)
/**
 * Prices of the model, to compute the cost of runs. Null: the cost is unknown.
 */
prices?: (TokenPrices | null)
/**
 * Limits of each run. Null: none.
 */
budget?: (RunBudget | null)
/**
 * Whether a change of the model, the area, or the tables starts a run.
 */
runs_after_changes?: boolean
/**
 * Whether the owner of the area gets an email when fewer answers are right than before.
 */
alerts?: boolean
/**
 * Whether answers that are approved as verified examples become questions of this set. The default is yes.
 */
adds_answers?: boolean
/**
 * `updated_at` that you read. If it has changed since, the response is 409.
 */
expected_updated_at?: string
}
/**
 * What was deleted.
 */
export interface DeleteEvaluationSetResponse {
/**
 * Whether it was deleted.
 */
success: boolean
/**
 * ID of the deleted item.
 */
id: string
}
/**
 * A page of questions.
 */
export interface EvaluationQuestionPage {
/**
 * The questions, in the order of the set.
 */
questions: EvaluationQuestion[]
/**
 * Number of questions that match.
 */
total: number
/**
 * Tags of the set, most frequent first.
 */
tags: {
/**
 * The tag.
 */
tag: string
/**
 * Number of questions with it.
 */
count: number
}[]
}
/**
 * A question of a set.
 */
export interface EvaluationQuestion {
/**
 * ID of the question.
 */
id: string
/**
 * ID of the question set.
 */
set_id: string
/**
 * The question.
 */
question: string
/**
 * More about the question for the model, such as the evidence of BIRD. Null: none.
 */
context: (string | null)
/**
 * Tags of the question.
 */
tags: string[]
/**
 * What tells whether an answer is right.
 */
expects: ("sql" | "rows" | "nothing")
/**
 * SQL that returns the right rows. For users other than the author, values that the question does not name are left out.
 */
expected_sql: (string | null)
/**
 * Whether values were left out of `expected_sql`.
 */
is_shortened: boolean
/**
 * The right rows. Only for their author.
 */
expected_rows: (ExpectedRows | null)
/**
 * Number of expected rows. Null if SQL is expected.
 */
expected_row_count: (number | null)
/**
 * Number of expected columns. Null if SQL is expected.
 */
expected_column_count: (number | null)
/**
 * Whether someone approved it.
 */
is_approved: boolean
/**
 * Name of the user who approved it. Null: none.
 */
approved_by_name: (string | null)
/**
 * When it was approved. Null: not approved.
 */
approved_at: (string | null)
source: QuestionSource
/**
 * Whether the expected SQL depends on the current date.
 */
depends_on_today: boolean
/**
 * Name of the user who wrote what it expects. Null if the user is gone.
 */
author_name: (string | null)
/**
 * Whether you are the author.
 */
is_own: boolean
/**
 * When it was created.
 */
created_at: string
/**
 * When it was last changed.
 */
updated_at: string
}
/**
 * Rows that an answer must have.
 */
export interface ExpectedRows {
/**
 * Names of the columns. An answer may name them differently.
 * 
 * @maxItems 500
 */
columns: string[]
/**
 * The rows. Each row is an array of cells in the order of `columns`.
 * 
 * @maxItems 10000
 */
rows: Cell[][]
/**
 * Whether the order of the rows matters.
 */
ordered: boolean
}
/**
 * A new question, with expected SQL or expected rows.
 */
export interface CreateEvaluationQuestionRequest {
/**
 * The question.
 */
question: string
/**
 * More about the question for the model, such as the evidence of BIRD. Null: none.
 */
context?: (string | null)
/**
 * Tags of the question.
 * 
 * @maxItems 10
 */
tags?: string[]
/**
 * SQL that returns the right rows. `:today` is the date of the run.
 */
expected_sql?: (string | null)
/**
 * The right rows, instead of SQL.
 */
expected_rows?: (ExpectedRowsInput | null)
/**
 * Whether the expected SQL depends on the current date. If absent, it is found from the SQL.
 */
depends_on_today?: boolean
}
/**
 * Rows that an answer must have.
 */
export interface ExpectedRowsInput {
/**
 * Names of the columns. An answer may name them differently.
 * 
 * @maxItems 500
 */
columns: string[]
/**
 * The rows. Each row is an array of cells in the order of `columns`.
 * 
 * @maxItems 10000
 */
rows: Cell[][]
/**
 * Whether the order of the rows matters.
 */
ordered?: boolean
}
/**
 * A change to a question. What is absent keeps its value.
 */
export interface UpdateEvaluationQuestionRequest {
/**
 * The question.
 */
question?: string
/**
 * More about the question for the model, such as the evidence of BIRD. Null: none.
 */
context?: (string | null)
/**
 * Tags of the question.
 * 
 * @maxItems 10
 */
tags?: string[]
/**
 * SQL that returns the right rows. `:today` is the date of the run.
 */
expected_sql?: (string | null)
/**
 * The right rows, instead of SQL.
 */
expected_rows?: (ExpectedRowsInput | null)
/**
 * Whether the expected SQL depends on the current date. If absent, it is found from the SQL.
 */
depends_on_today?: boolean
/**
 * `updated_at` that you read. If it has changed since, the response is 409.
 */
expected_updated_at?: string
}
/**
 * Questions to approve.
 */
export interface ApproveEvaluationQuestionsRequest {
/**
 * IDs of the questions. Absent: all questions of the set.
 * 
 * @maxItems 10000
 */
question_ids?: string[]
/**
 * Whether to approve them, or to withdraw the approval.
 */
approved?: boolean
}
/**
 * What changed.
 */
export interface ApproveEvaluationQuestionsResponse {
/**
 * Number of questions that changed.
 */
changed: number
}
/**
 * A file with questions.
 */
export interface CheckEvaluationFileRequest {
format: ImportFormat
/**
 * Name of the file, for errors.
 */
file_name?: string
/**
 * The text of the file.
 */
text: string
/**
 * For Spider and BIRD: the database whose questions are added.
 */
db_id?: string
}
/**
 * What was stored, or why not.
 */
export interface ImportEvaluationResponse {
/**
 * Number of stored questions. 0 if any question has an error.
 */
added: number
/**
 * Number of questions in the file.
 */
found: number
/**
 * Number of questions that the set already had.
 */
known: number
/**
 * Number of errors.
 */
error_count: number
/**
 * The first errors.
 */
errors: {
/**
 * Line of the file. Null if unknown.
 */
line: (number | null)
/**
 * The question. Null if the error is about the whole file.
 */
question: (string | null)
message: Message
}[]
/**
 * For Spider and BIRD: the databases of the file.
 */
databases: {
/**
 * Name of the database.
 */
db_id: string
/**
 * Number of its questions.
 */
questions: number
}[]
}
/**
 * A file with questions.
 */
export interface ImportEvaluationRequest {
format: ImportFormat
/**
 * Name of the file, for errors.
 */
file_name?: string
/**
 * The text of the file.
 */
text: string
/**
 * For Spider and BIRD: the database whose questions are added.
 */
db_id?: string
/**
 * Whether to check the file without storing anything.
 */
dry_run?: boolean
}
/**
 * What was added.
 */
export interface AddExamplesResponse {
/**
 * Number of added questions.
 */
added: number
/**
 * Number of examples that the set already had.
 */
known: number
/**
 * Number of examples whose SQL is refused now or lacks values.
 */
refused: number
}
/**
 * A run to start. What is absent is as in the set.
 */
export interface StartEvaluationRequest {
/**
 * ID of the user to ask as. Null for you.
 */
run_as_user_id?: (string | null)
/**
 * The model. Null for the model that answers questions.
 */
model?: (EvaluationModel | null)
/**
 * Today’s date in the run. Null for the current date.
 */
today?: (string | null)
/**
 * Limits of the run. Null: none.
 */
budget?: (RunBudget | null)
/**
 * Ask only questions with this tag.
 */
tag?: string
/**
 * Ask only these questions. Questions that no longer exist are left out.
 * 
 * @minItems 1
 * @maxItems 100
 */
question_ids?: string[]
/**
 * Ask in the draft of the area.
 */
in_draft?: boolean
/**
 * ID of a run of the set. Its user, model, and draft are used unless you choose others.
 */
like_run_id?: string
/**
 * Whether to ask only approved questions.
 */
only_approved?: boolean
}
/**
 * Runs of a question set.
 */
export interface EvaluationRunList {
/**
 * The runs, newest first.
 */
runs: EvaluationRun[]
}
/**
 * What was deleted.
 */
export interface DeleteEvaluationRunResponse {
/**
 * Whether it was deleted.
 */
success: boolean
/**
 * ID of the deleted run.
 */
id: string
}
/**
 * A page of outcomes.
 */
export interface EvaluationResultPage {
/**
 * The outcomes, in the order of the questions.
 */
results: EvaluationResult[]
/**
 * Number of outcomes that match.
 */
total: number
}
/**
 * The outcome of a question in a run.
 */
export interface EvaluationResult {
/**
 * ID of the question.
 */
question_id: string
/**
 * The question.
 */
question: string
/**
 * Tags of the question.
 */
tags: string[]
outcome: QuestionOutcome
/**
 * Kinds of the warnings of the answer.
 */
warnings: string[]
/**
 * Why the answer is not right, without values. Null if it is.
 */
reason: (Message | null)
/**
 * For a right answer: how its columns relate to the expected ones. Null otherwise.
 */
columns: (("same" | "reordered" | "more") | null)
/**
 * Milliseconds from the question to the answer.
 */
ms: number
/**
 * Number of model calls.
 */
model_calls: number
/**
 * Tokens of all model calls.
 */
tokens: number
/**
 * Cost by the prices of the set. Null: unknown.
 */
cost: (number | null)
}
/**
 * The outcome of a question, with both queries.
 */
export interface EvaluationResultDetail {
/**
 * ID of the question.
 */
question_id: string
/**
 * The question.
 */
question: string
/**
 * Tags of the question.
 */
tags: string[]
outcome: QuestionOutcome
/**
 * Kinds of the warnings of the answer.
 */
warnings: string[]
/**
 * Why the answer is not right, without values. Null if it is.
 */
reason: (Message | null)
/**
 * For a right answer: how its columns relate to the expected ones. Null otherwise.
 */
columns: (("same" | "reordered" | "more") | null)
/**
 * Milliseconds from the question to the answer.
 */
ms: number
/**
 * Number of model calls.
 */
model_calls: number
/**
 * Tokens of all model calls.
 */
tokens: number
/**
 * Cost by the prices of the set. Null: unknown.
 */
cost: (number | null)
/**
 * ID of the run.
 */
run_id: string
/**
 * The expected SQL of the run. Values that you are not allowed to read are left out. Null: none.
 */
expected_sql: (string | null)
/**
 * The SQL of the answer. Values that you are not allowed to read are left out. Null: none.
 */
actual_sql: (string | null)
/**
 * Whether values were left out.
 */
is_shortened: boolean
/**
 * Number of expected rows. Null: not run.
 */
expected_rows: (number | null)
/**
 * Number of expected columns. Null: not run.
 */
expected_columns: (number | null)
/**
 * Number of rows of the answer. Null: none.
 */
actual_rows: (number | null)
/**
 * Number of columns of the answer. Null: none.
 */
actual_columns: (number | null)
/**
 * Number of values that differ. Null if nothing was compared.
 */
differing_values: (number | null)
/**
 * Whether the question is approved now. Null if it was deleted.
 */
is_approved: (boolean | null)
/**
 * When the question was approved. Null: not approved.
 */
approved_at: (string | null)
}
/**
 * Both queries of an outcome, run again with your rights.
 */
export interface RerunEvaluationResponse {
/**
 * When they ran.
 */
ran_at: string
/**
 * The date that `:today` meant.
 */
today: string
expected: RerunSide
actual: RerunSide
/**
 * What differs. Null unless both have rows.
 */
difference: ({
/**
 * Whether the answer is right with your rights and the current data.
 */
is_equal: boolean
summary: Message
/**
 * Number of values that differ.
 */
differing_values: number
/**
 * The first cells that differ.
 */
cells: {
/**
 * Row of the expected result, from 0.
 */
row: number
/**
 * Column of the expected result, from 0.
 */
column: number
/**
 * Row of the answer, from 0.
 */
actual_row: number
/**
 * Column of the answer, from 0.
 */
actual_column: number
}[]
} | null)
/**
 * Whether the answer has the same rows as in the run. If not, the data or the rights differ. Null if it cannot be said.
 */
is_as_in_run: (boolean | null)
}
/**
 * The result of one query.
 */
export interface RerunSide {
/**
 * The SQL. Values that you are not allowed to read are left out. Null: none.
 */
sql_query: (string | null)
/**
 * Columns of the result, in order.
 */
columns: ResultColumn[]
/**
 * Rows. Each row is an array of cells in the order of `columns`.
 */
results: Cell[][]
/**
 * Number of rows. `results` may have fewer.
 */
row_count: number
/**
 * Whether rows are missing because of a limit.
 */
truncated: boolean
/**
 * Milliseconds that the query took in the database.
 */
database_ms: (number | null)
/**
 * Why there are no rows to show. Null otherwise.
 */
error: (Message | null)
}
/**
 * Two runs of a set, question by question.
 */
export interface EvaluationComparison {
before: EvaluationRun
after: EvaluationRun
/**
 * Number of questions by kind of change.
 */
counts: {
/**
 * Right now, but not before.
 */
fixed: number
/**
 * Right before, but not now.
 */
broken: number
/**
 * Not right, and another outcome than before.
 */
changed: number
/**
 * Right in both runs.
 */
stayed_right: number
/**
 * Wrong in both runs.
 */
stayed_wrong: number
/**
 * Declined in both runs.
 */
stayed_declined: number
/**
 * Failed in both runs.
 */
stayed_failed: number
/**
 * Only in the later run.
 */
added: number
/**
 * Only in the earlier run.
 */
removed: number
}
/**
 * The questions of this page.
 */
questions: {
/**
 * ID of the question.
 */
question_id: string
/**
 * The question.
 */
question: string
/**
 * Tags of the question.
 */
tags: string[]
/**
 * Outcome in the earlier run. Null: not asked.
 */
before: (QuestionOutcome | null)
/**
 * Outcome in the later run. Null: not asked.
 */
after: (QuestionOutcome | null)
change: OutcomeChange
/**
 * Whether the answer of the later run had a warning.
 */
has_warning: boolean
}[]
/**
 * Number of questions that match `show`.
 */
total: number
}
/**
 * The SQL that answers the question of a wrong answer.
 */
export interface CorrectExampleRequest {
/**
 * The question.
 */
question: string
/**
 * A query that runs on the connection.
 */
sql_query: string
/**
 * Whether it also becomes a verified example. The default is no.
 */
as_example?: boolean
}
/**
 * A corrected report of a wrong answer, with the result of the new SQL for you.
 */
export interface CorrectedExample {
/**
 * ID of the example.
 */
id: string
/**
 * ID of the business area. Null: asked without one.
 */
area_id: (string | null)
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id: string
/**
 * ID of the turn: one question and its answer.
 */
turn_id: (string | null)
/**
 * The question.
 */
question: string
/**
 * SQL of the answer. Values that the question does not name are left out, except in SQL written by hand.
 */
sql_query: string
/**
 * How the question was understood. Null if unknown.
 */
reading: (string | null)
status: VerifiedExampleStatus
/**
 * Why the answer was reported as wrong. Null if there is no report, or it has no reason.
 */
reason: (WrongReason | null)
/**
 * What the user wrote about a wrong answer. Null: nothing.
 */
comment: (string | null)
/**
 * ID of the user who created it. Null if the user no longer exists.
 */
created_by: (string | null)
/**
 * Name of the user who created it. Null if the user no longer exists.
 */
created_by_name: (string | null)
/**
 * When the example was created.
 */
created_at: string
/**
 * When it was approved, rejected, or corrected. Null if it was not.
 */
decided_at: (string | null)
/**
 * When the SQL last ran. Null if it never ran as it is.
 */
verified_at: (string | null)
/**
 * Why the SQL no longer runs. Null if it runs, or if you cannot approve the example.
 */
problem: (ExampleProblem | null)
/**
 * Whether you created it.
 */
is_own: boolean
/**
 * Whether you can approve, reject, and delete it.
 */
may_decide: boolean
/**
 * Result of the SQL. Null if it no longer runs.
 */
result: ({
/**
 * Columns of the result.
 */
columns: ResultColumn[]
/**
 * The first rows.
 */
results: Cell[][]
/**
 * Number of rows, up to 100.
 */
row_count: number
/**
 * Whether there are more rows.
 */
truncated: boolean
} | null)
/**
 * The question of the evaluation. It may have been there before.
 */
added_question: {
/**
 * ID of the question.
 */
id: string
/**
 * ID of the question set.
 */
set_id: string
/**
 * Name of the question set.
 */
set_name: string
}
}
/**
 * Why the SQL of a verified example no longer runs.
 */
export interface ExampleProblem {
/**
 * The reason, for people.
 */
message: string
/**
 * ICU pattern of the reason, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * A new conversation.
 */
export interface CreateConversationRequest {
state?: ConversationState
}
/**
 * State of a conversation. Unknown keys are refused.
 */
export interface ConversationState {
/**
 * ID of the user.
 */
"user:id"?: string
/**
 * ID of the business area of the conversation. Null: none.
 */
"user:business_area_id"?: (string | null)
/**
 * ID of the connection of the conversation. Null: the selected one.
 */
"user:database_config_id"?: (string | null)
/**
 * Name of the conversation.
 */
"app:session_name"?: string
/**
 * When the conversation was created.
 */
"app:created_at"?: string
/**
 * When the conversation was last used.
 */
"app:last_accessed"?: string
/**
 * Last messages.
 * 
 * @maxItems 10
 */
"app:recent_messages"?: unknown[]
/**
 * When the last message was sent.
 */
"app:last_message_time"?: string
/**
 * ID of the file that questions are about. Null: the connection.
 */
"app:asked_file"?: (string | null)
/**
 * Whether questions are asked in the draft of the business area. Only for users who may edit the area.
 */
"app:area_draft"?: boolean
}
/**
 * A conversation with its events.
 */
export interface Conversation {
/**
 * ID of the conversation. Same as `session_id`.
 */
id: string
/**
 * ID of the conversation. Same as `id`.
 */
session_id: string
/**
 * Name of the app.
 */
appName: string
/**
 * ID of the user.
 */
userId: string
/**
 * Name of the conversation.
 */
session_name: string
/**
 * When the conversation was created.
 */
created_at: string
/**
 * When the conversation was last used.
 */
last_accessed: string
/**
 * ID of the business area. Null: none.
 */
business_area_id: (string | null)
/**
 * ID of the connection. Null: the selected one.
 */
database_config_id: (string | null)
/**
 * Whether the connection was deleted or is no longer shared with you.
 */
database_removed?: boolean
/**
 * First 50 characters of the last message. Null if there is none.
 */
last_message: (string | null)
state: ConversationState
/**
 * All events of the conversation, in order.
 */
events: TurnEvent[]
/**
 * ID of the turn that is running. Null if none is.
 */
running_turn_id: (string | null)
}
/**
 * An event of a turn. Events are numbered, and `seq` is also the `id:` of the stream. The last event has `final: true`.
 */
export interface TurnEvent {
/**
 * ID of the event.
 */
id: string
/**
 * ID of the turn: one question and its answer.
 */
turn_id: string
/**
 * Number of the event in its turn: 1, 2, 3, …
 */
seq: number
/**
 * Who created the event.
 */
author: ("user" | "assistant")
/**
 * When the event was created.
 */
timestamp: string
/**
 * Text, tool calls, or tool responses.
 */
content?: {
/**
 * Role of the author.
 */
role: ("user" | "model")
/**
 * Parts of the content.
 */
parts: EventPart[]
}
/**
 * Whether the text is a piece to append. The last event repeats the whole text.
 */
partial?: boolean
/**
 * Kind of the event. Absent for messages, tool calls, and tool responses.
 */
type?: ("progress" | "final" | "error" | "cancelled" | "done")
/**
 * Whether this is the last event of the turn.
 */
final?: boolean
/**
 * What happens, or how the turn ended, for people.
 */
message?: string
/**
 * What went wrong. Same as `detail`.
 */
error?: string
/**
 * What went wrong, for people. Only for `error`.
 */
detail?: string
/**
 * What went wrong, for programs. Only for `error`.
 */
code?: string
/**
 * ICU pattern of the text of the event, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
usage_metadata?: TokenUsage
/**
 * Whether you can get what the model was given. On the last event. Absent if you cannot, or if no model was called.
 */
has_prompt?: boolean
/**
 * Files of the question. On the event of the user.
 */
attachments?: {
/**
 * Name of the file.
 */
name: string
/**
 * Media type of the file.
 */
type: string
}[]
/**
 * Whether it is asked in the draft of its business area. On the event of the user.
 */
in_draft?: boolean
/**
 * Questions to ask next. On the last event.
 */
follow_ups?: string[]
/**
 * Possible readings of an ambiguous question, to choose from.
 */
readings?: {
/**
 * What the reading means.
 */
label: string
/**
 * The question, rewritten for this reading.
 */
question: string
/**
 * ICU pattern of `label`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * SQL of this reading. It has passed the same checks as an answer.
 */
display_sql?: string
/**
 * Rows that you would get. Null: they could not be counted in time. Absent: they were not counted.
 */
row_count?: (number | null)
}[]
/**
 * Figures in the text of the last event, and the cells that they come from.
 */
figures?: TextFigure[]
/**
 * The result that the answer shows. On the last event. Absent without a result.
 */
step?: string
/**
 * Buttons below the answer.
 */
actions?: {
/**
 * Label of the button.
 */
label: string
/**
 * What the button does.
 */
action: string
/**
 * Style of the button.
 */
style: string
/**
 * ICU pattern of `label`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}[]
}
/**
 * The response of a tool. Each tool sets only some of the fields.
 */
export interface ToolResponse {
/**
 * Whether the tool succeeded.
 */
success: boolean
/**
 * Name of the result in its turn: `r1`, `r2`, …
 */
step?: string
/**
 * SQL of the query, one `SELECT`.
 */
sql_query?: string
/**
 * The same SQL, formatted.
 */
display_sql?: string
/**
 * What the tool was asked: a question or SQL.
 */
query?: string
/**
 * Columns of the result, in order.
 */
columns?: ResultColumn[]
/**
 * Rows. Each row is an array of cells in the order of `columns`.
 */
results?: Cell[][]
/**
 * Number of rows.
 */
row_count?: number
/**
 * Number of rows without the limit. Null if unknown.
 */
full_row_count?: (number | null)
/**
 * Whether rows are missing because of a limit.
 */
truncated?: boolean
/**
 * Whether the model read only some of the rows.
 */
truncated_for_llm?: boolean
/**
 * Whether the model read no rows because data sharing is off.
 */
data_sharing_disabled?: boolean
/**
 * What happened, for people.
 */
message?: string
/**
 * Whether the SQL has parameters.
 */
has_parameters?: boolean
/**
 * Values of the parameters, by name.
 */
parameter_mapping?: {
[k: string]: Cell
}
/**
 * Parameters without a value.
 */
unresolved_parameters?: string[]
token_usage?: TokenUsage
/**
 * Why another business area is recommended or was chosen.
 */
business_area_fallback?: {
/**
 * Whether the tables of another business area are needed.
 */
triggered: boolean
/**
 * Why, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * Names of tables.
 */
tables?: string[]
/**
 * The tables that the model read.
 */
schema?: {
[k: string]: unknown
}
/**
 * What went wrong, for people.
 */
error?: string
/**
 * ICU pattern of `error`, or else of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Whether the database ran the SQL.
 */
executed?: boolean
receipt?: Receipt
/**
 * SQL that the database ran, after rules were applied. Values are placeholders. Null if you are not allowed to see it.
 */
executed_sql?: (string | null)
/**
 * How the question was understood.
 */
understood?: {
/**
 * The question in other words.
 */
reading: string
/**
 * What was assumed.
 */
assumptions: string[]
/**
 * Parts of the question that can mean something else. Absent for the words of a model.
 */
choices?: {
/**
 * What the part was taken to mean.
 */
label: string
/**
 * ICU pattern of `label`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * Index of the assumption that says so. Null if none does.
 */
assumption: (number | null)
/**
 * Other meanings.
 */
alternatives: {
/**
 * What the part would mean.
 */
label: string
/**
 * The question to ask for it.
 */
question: string
/**
 * ICU pattern of `label`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}[]
}[]
/**
 * The same for translation. Absent for the words of a model.
 */
messages?: {
reading: Message
/**
 * What was assumed.
 */
assumptions: Message[]
}
}
/**
 * Names of the results that the rows were computed from, so `sql_query` cannot run on the database. Absent for other rows.
 */
computed_from?: string[]
/**
 * Whether the rows are only a sample of a table.
 */
sample?: boolean
chart?: ResultChart
/**
 * How the question asks to show the rows. Absent if it does not say.
 */
display?: ("chart" | "line" | "bar" | "combined" | "pie" | "scatter" | "table")
look?: ResultLook
/**
 * Milliseconds that the query took in the database.
 */
database_ms?: number
/**
 * Name of the connection or file that the rows come from.
 */
source_name?: string
/**
 * What could make the result wrong.
 */
warnings?: ResultWarning[]
/**
 * A business area that fits the question better. Null if none does.
 */
recommendation?: (AreaRecommendation | null)
/**
 * Possible readings of an ambiguous question, to choose from.
 */
readings?: {
/**
 * What the reading means.
 */
label: string
/**
 * The question, rewritten for this reading.
 */
question: string
/**
 * ICU pattern of `label`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * SQL of this reading. It has passed the same checks as an answer.
 */
display_sql?: string
/**
 * Rows that you would get. Null: they could not be counted in time. Absent: they were not counted.
 */
row_count?: (number | null)
}[]
}
/**
 * Tokens that a model used.
 */
export interface TokenUsage {
/**
 * Tokens of the prompt.
 */
prompt_tokens: number
/**
 * Tokens of the answer.
 */
completion_tokens: number
/**
 * All tokens.
 */
total_tokens: number
/**
 * ID of the model.
 */
model: string
/**
 * Tokens of the prompt that the provider read from its cache.
 */
cached_tokens?: number
/**
 * Tokens of the prompt that the provider added to its cache.
 */
cache_write_tokens?: number
/**
 * Tokens of the answer that the model used for thinking.
 */
reasoning_tokens?: number
/**
 * Whether the server counted tokens itself, because a call was interrupted.
 */
is_estimated?: boolean
/**
 * What the calls cost by the price list. Null if the price of a model is unknown.
 */
cost?: (number | null)
/**
 * The currency of `cost`.
 */
currency?: string
}
/**
 * The chart that a model chose for a result. Columns are positions in the result.
 */
export interface ResultChart {
/**
 * Kind of the chart.
 */
type: ("line" | "bar" | "pie" | "scatter")
/**
 * Column of the categories, dates, or horizontal values.
 */
x: number
/**
 * Columns of the numbers.
 * 
 * @minItems 1
 * @maxItems 8
 */
y: number[]
/**
 * Column with one line or group of bars per value. Null for none.
 */
series: (number | null)
/**
 * How bars are arranged if a place has several: `share` makes them parts of 100%.
 */
stack: ("none" | "stacked" | "share")
/**
 * Those of the columns `y` that are drawn as lines over the bars.
 * 
 * @maxItems 8
 */
lines: number[]
/**
 * Numbers on the axis of `y` that are marked with a line.
 * 
 * @maxItems 4
 */
references: number[]
/**
 * Order of the bars or slices.
 */
sort: ("rows" | "x" | "ascending" | "descending")
/**
 * Title of the chart, in the words of the model. Null for none.
 */
title: (string | null)
}
/**
 * What a question asks of its chart besides the kind.
 */
export interface ResultLook {
/**
 * How bars are arranged if a place has several: `share` makes them parts of 100%.
 */
stack: ("none" | "stacked" | "share")
/**
 * Words for the columns that are drawn as lines over bars. If empty, all except the first.
 * 
 * @maxItems 8
 */
lines: string[]
/**
 * Numbers on the axis that are marked with a line.
 * 
 * @maxItems 4
 */
references: number[]
}
/**
 * What could make a result wrong although the query ran.
 */
export interface ResultWarning {
/**
 * Kind of the warning.
 */
kind: ("join_fan_out" | "limited_input" | "limit_reached" | "unknown_value" | "outside_period" | "partial_period" | "tie_at_limit" | "cross_join" | "integer_division" | "null_comparison" | "not_in_null" | "distinct_sum" | "average_of_averages" | "unsuitable_sum" | "date_as_text" | "outer_join" | "uncounted_nulls" | "repeated_values" | "merged_names" | "lost_rows" | "unordered_limit")
/**
 * The warning, for people.
 */
message: string
/**
 * ICU pattern of `message`, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
/**
 * The table that it is about.
 */
table?: string
/**
 * The column that it is about.
 */
column?: string
/**
 * The value that no row has.
 */
value?: string
/**
 * Similar values that exist.
 */
nearest?: string[]
}
/**
 * A figure in the text of an answer, and the cells that it comes from.
 */
export interface TextFigure {
/**
 * Where the figure begins in the text, in UTF-16 code units.
 */
start: number
/**
 * Where the figure ends.
 */
end: number
/**
 * The cells that the figure comes from.
 */
sources: FigureSource[]
}
/**
 * A conversation, as lists show it.
 */
export interface ConversationSummary {
/**
 * ID of the conversation. Same as `session_id`.
 */
id: string
/**
 * ID of the conversation. Same as `id`.
 */
session_id: string
/**
 * Name of the app.
 */
appName: string
/**
 * ID of the user.
 */
userId: string
/**
 * Name of the conversation.
 */
session_name: string
/**
 * When the conversation was created.
 */
created_at: string
/**
 * When the conversation was last used.
 */
last_accessed: string
/**
 * ID of the business area. Null: none.
 */
business_area_id: (string | null)
/**
 * ID of the connection. Null: the selected one.
 */
database_config_id: (string | null)
/**
 * Whether the connection was deleted or is no longer shared with you.
 */
database_removed?: boolean
/**
 * First 50 characters of the last message. Null if there is none.
 */
last_message: (string | null)
state: ConversationState
}
/**
 * Changes of the state of a conversation.
 */
export interface UpdateConversationRequest {
state_delta: ConversationState
}
/**
 * The deleted conversation.
 */
export interface DeleteConversationResponse {
/**
 * Whether it succeeded.
 */
success: boolean
/**
 * What happened, for people.
 */
message: string
/**
 * ID of the conversation.
 */
session_id: string
}
/**
 * Result of deleting all conversations.
 */
export interface DeleteAllConversationsResponse {
/**
 * Always `deleted`. `frontend_delete` is reserved.
 */
action: ("deleted" | "frontend_delete")
/**
 * Number of deleted conversations.
 */
deleted_count: number
}
/**
 * A question.
 */
export interface AskQuestionRequest {
/**
 * Name of the app.
 */
appName?: string
/**
 * Your user ID.
 */
userId: string
/**
 * ID of the conversation. The default is your default conversation.
 */
sessionId?: string
/**
 * The message.
 */
newMessage: {
/**
 * Always `user`.
 */
role: "user"
/**
 * Texts and files of the message.
 * 
 * @minItems 1
 * @maxItems 200
 */
parts: MessagePart[]
}
/**
 * ID of the business area, from now on in this conversation.
 */
businessAreaId?: (string | null)
/**
 * ID of the connection, from now on in this conversation.
 */
databaseConfigId?: (string | null)
/**
 * ID of the new turn: 8 to 100 letters, digits, `-`, and `_`. If a turn has this ID, the request follows that turn, so you can repeat a request safely.
 */
turnId?: string
/**
 * If `builtin`, the built-in engine answers this question without the model.
 */
answerWith?: "builtin"
}
/**
 * What a model was given for a question: sizes, counts, and names of tables, without texts and values.
 */
export interface TurnPrompt {
/**
 * Parts of the prompt, in their order.
 */
whole: PromptPart[]
/**
 * Parts of the prompt for describing the rows. Empty if the model never got it.
 */
short: PromptPart[]
/**
 * Calls of models, in their order.
 */
calls: PromptCall[]
}
/**
 * A part of a prompt.
 */
export interface PromptPart {
/**
 * Kind of the part.
 */
kind: ("product_instructions" | "tools" | "schema" | "joins" | "definitions" | "area_instructions" | "history" | "found_values" | "column_facts" | "examples" | "question" | "files")
/**
 * Characters of the part.
 */
characters: number
/**
 * Tokens of the part, as the server estimates them.
 */
tokens: number
/**
 * Number of its tables, facts, values, examples, questions, files, or tools. Absent for one text.
 */
count?: number
/**
 * Number of tables that you can use. Only for `schema`.
 */
total?: number
/**
 * Names of the tables, at most 200. Only for `schema`.
 */
tables?: string[]
}
/**
 * A call of a model.
 */
export interface PromptCall {
/**
 * Name of the model.
 */
model: string
/**
 * How the model was asked for tool calls: by its protocol, as JSON by a schema, or as text with SQL.
 */
form: ("tools" | "schema" | "text")
/**
 * Which prompt it got. `other`: its own, to write SQL.
 */
prompt: ("whole" | "short" | "other")
/**
 * Tokens of the prompt.
 */
prompt_tokens: number
/**
 * Tokens of the prompt that the provider read from its cache.
 */
cached_tokens: number
/**
 * Tokens of the answer.
 */
completion_tokens: number
/**
 * Whether the server counted the tokens itself, because a call was interrupted.
 */
is_estimated: boolean
/**
 * Milliseconds from the request to the end of the answer.
 */
milliseconds: number
/**
 * What tools returned to the model after this call.
 */
results: {
/**
 * Name of the tool. Null if the model called an unknown tool.
 */
tool: (("query_metrics" | "process_nl_to_sql" | "process_nl_to_sql_with_context" | "generate_sql_query" | "generate_sql_query_with_context" | "execute_sql_query" | "execute_sql_query_with_context" | "get_database_schema" | "get_database_schema_with_context" | "validate_sql_query" | "list_tables" | "get_table_info" | "get_table_information_with_context" | "recommend_business_area" | "retry_sql_generation" | "sample_rows" | "look_up_values" | "compute_results" | "draw_chart" | "ask_user" | "offer_readings") | null)
/**
 * Characters of the result.
 */
characters: number
/**
 * Tokens of the result, as the server estimates them.
 */
tokens: number
}[]
}
/**
 * Questions to start with.
 */
export interface StarterQuestions {
/**
 * The questions, the most telling one first.
 */
questions: string[]
/**
 * Why there are none: `no_questions` fit the tables, they returned `no_rows`, or they are `unchecked` because the database did not answer in time. Null if there are questions.
 */
empty_reason: (("no_questions" | "no_rows" | "unchecked") | null)
}
/**
 * A rating of an answer.
 */
export interface CreateExampleRequest {
/**
 * ID of your turn whose answer you rate.
 */
turn_id: string
/**
 * Whether the answer is right. The default is `right`.
 */
verdict?: ("right" | "wrong")
/**
 * The question, if it needs other words to make sense alone.
 */
question?: string
reason?: WrongReason
/**
 * What is wrong, in your words. Only for a wrong answer.
 */
comment?: string
}
/**
 * A question with SQL that a user confirmed.
 */
export interface VerifiedExample {
/**
 * ID of the example.
 */
id: string
/**
 * ID of the business area. Null: asked without one.
 */
area_id: (string | null)
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id: string
/**
 * ID of the turn: one question and its answer.
 */
turn_id: (string | null)
/**
 * The question.
 */
question: string
/**
 * SQL of the answer. Values that the question does not name are left out, except in SQL written by hand.
 */
sql_query: string
/**
 * How the question was understood. Null if unknown.
 */
reading: (string | null)
status: VerifiedExampleStatus
/**
 * Why the answer was reported as wrong. Null if there is no report, or it has no reason.
 */
reason: (WrongReason | null)
/**
 * What the user wrote about a wrong answer. Null: nothing.
 */
comment: (string | null)
/**
 * ID of the user who created it. Null if the user no longer exists.
 */
created_by: (string | null)
/**
 * Name of the user who created it. Null if the user no longer exists.
 */
created_by_name: (string | null)
/**
 * When the example was created.
 */
created_at: string
/**
 * When it was approved, rejected, or corrected. Null if it was not.
 */
decided_at: (string | null)
/**
 * When the SQL last ran. Null if it never ran as it is.
 */
verified_at: (string | null)
/**
 * Why the SQL no longer runs. Null if it runs, or if you cannot approve the example.
 */
problem: (ExampleProblem | null)
/**
 * Whether you created it.
 */
is_own: boolean
/**
 * Whether you can approve, reject, and delete it.
 */
may_decide: boolean
}
/**
 * Numbers of examples that need something from you.
 */
export interface ExamplesAttention {
/**
 * Number of examples that wait for approval.
 */
pending: number
/**
 * Number of approved examples that no longer run.
 */
failing: number
/**
 * The business areas that have some. Examples without an area are only in the totals.
 */
areas: {
/**
 * ID of the business area.
 */
area_id: string
/**
 * Number of its examples that wait for approval.
 */
pending: number
/**
 * Number of its approved examples that no longer run.
 */
failing: number
}[]
}
/**
 * A decision about several verified examples.
 */
export interface DecideExamplesRequest {
/**
 * IDs of the examples.
 * 
 * @minItems 1
 * @maxItems 100
 */
ids: string[]
/**
 * What to do with all of them.
 */
decision: ("approve" | "reject")
}
/**
 * The decided examples, and those that could not be decided.
 */
export interface DecidedExamples {
/**
 * The examples with their new state.
 */
decided: VerifiedExample[]
/**
 * Examples that stay as they are.
 */
failed: {
/**
 * ID of the example.
 */
id: string
/**
 * The reason, for people.
 */
message: string
/**
 * ICU pattern of the reason, if it has values. To translate it, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}[]
}
/**
 * A question with SQL that answers it.
 */
export interface AddExampleRequest {
/**
 * ID of the business area.
 */
area_id: string
/**
 * ID of the connection that runs the SQL. The default is the selected connection, or the first tested one of the area's application.
 */
database_config_id?: string
/**
 * The question.
 */
question: string
/**
 * A query that runs on the connection.
 */
sql_query: string
}
/**
 * A verified example with the result of running it for you.
 */
export interface CheckedExample {
/**
 * ID of the example.
 */
id: string
/**
 * ID of the business area. Null: asked without one.
 */
area_id: (string | null)
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id: string
/**
 * ID of the turn: one question and its answer.
 */
turn_id: (string | null)
/**
 * The question.
 */
question: string
/**
 * SQL of the answer. Values that the question does not name are left out, except in SQL written by hand.
 */
sql_query: string
/**
 * How the question was understood. Null if unknown.
 */
reading: (string | null)
status: VerifiedExampleStatus
/**
 * Why the answer was reported as wrong. Null if there is no report, or it has no reason.
 */
reason: (WrongReason | null)
/**
 * What the user wrote about a wrong answer. Null: nothing.
 */
comment: (string | null)
/**
 * ID of the user who created it. Null if the user no longer exists.
 */
created_by: (string | null)
/**
 * Name of the user who created it. Null if the user no longer exists.
 */
created_by_name: (string | null)
/**
 * When the example was created.
 */
created_at: string
/**
 * When it was approved, rejected, or corrected. Null if it was not.
 */
decided_at: (string | null)
/**
 * When the SQL last ran. Null if it never ran as it is.
 */
verified_at: (string | null)
/**
 * Why the SQL no longer runs. Null if it runs, or if you cannot approve the example.
 */
problem: (ExampleProblem | null)
/**
 * Whether you created it.
 */
is_own: boolean
/**
 * Whether you can approve, reject, and delete it.
 */
may_decide: boolean
/**
 * Result of the SQL. Null if it no longer runs.
 */
result: ({
/**
 * Columns of the result.
 */
columns: ResultColumn[]
/**
 * The first rows.
 */
results: Cell[][]
/**
 * Number of rows, up to 100.
 */
row_count: number
/**
 * Whether there are more rows.
 */
truncated: boolean
} | null)
}
/**
 * The new question and SQL of a verified example.
 */
export interface UpdateExampleRequest {
/**
 * The question.
 */
question: string
/**
 * A query that runs on the connection.
 */
sql_query: string
}
/**
 * The deleted example.
 */
export interface DeleteExampleResponse {
/**
 * Whether it succeeded.
 */
success: boolean
/**
 * ID of the example.
 */
id: string
}
/**
 * The verified examples that a draft adds, changes, or deletes.
 */
export interface DraftExamples {
/**
 * Changes each time an example of the draft changes. Null if none did.
 */
revision: (string | null)
/**
 * The examples, oldest change first.
 */
examples: DraftExample[]
/**
 * Number of others, in databases that you cannot use.
 */
hidden: number
}
/**
 * What a draft does with a verified example.
 */
export interface DraftExample {
/**
 * ID of the example, or the ID that a new one will have.
 */
id: string
/**
 * ID of the connection.
 */
database_config_id: string
/**
 * The example when the draft changed it. Null for a new one.
 */
before: ({
/**
 * The question.
 */
question: string
/**
 * The SQL.
 */
sql_query: string
} | null)
/**
 * The example as it is published now. Null if there is none.
 */
published: ({
/**
 * The question.
 */
question: string
/**
 * The SQL.
 */
sql_query: string
} | null)
/**
 * The example of the draft. Null if the draft deletes it.
 */
draft: ({
/**
 * The question.
 */
question: string
/**
 * The SQL.
 */
sql_query: string
} | null)
/**
 * Whether someone changed the published one after the draft changed it.
 */
collides: boolean
/**
 * Why the SQL is refused now. Null if it is not.
 */
problem: (ExampleProblem | null)
}
/**
 * A verified example for a draft.
 */
export interface AddDraftExampleRequest {
/**
 * ID of the connection that runs the SQL. The default is the selected connection, or the first tested one of the area's application.
 */
database_config_id?: string
/**
 * The question.
 */
question: string
/**
 * A query that runs on the connection.
 */
sql_query: string
}
/**
 * An example of a draft with the rows of its SQL.
 */
export interface CheckedDraftExample {
/**
 * ID of the example.
 */
id: string
/**
 * Result of the SQL. Null if it no longer runs.
 */
result: {
/**
 * Columns of the result.
 */
columns: ResultColumn[]
/**
 * The first rows.
 */
results: Cell[][]
/**
 * Number of rows, up to 100.
 */
row_count: number
/**
 * Whether there are more rows.
 */
truncated: boolean
}
}
/**
 * The deleted example.
 */
export interface DeleteDraftExampleResponse {
/**
 * Whether it succeeded.
 */
success: boolean
/**
 * ID of the example.
 */
id: string
}
/**
 * Export formats of the installed edition.
 */
export interface ExportFormats {
/**
 * The formats.
 */
formats: ResultFormat[]
}
/**
 * A query, and where to run it. By default it runs on your selected connection in your default area.
 */
export interface RunQueryRequest {
/**
 * SQL of the query, one `SELECT`.
 */
sql_query: string
/**
 * ID of a conversation. The query runs where this conversation asks.
 */
session_id?: (string | null)
/**
 * ID of a turn. The query runs where this question was asked, which can be a file.
 */
turn_id?: (string | null)
/**
 * Name of a result of the turn that was computed from others. They are read again as you, and the SQL runs over their rows, in the dialect of SQLite.
 */
step?: (string | null)
/**
 * ID of the connection.
 */
database_config_id?: (string | null)
/**
 * ID of the business area. Null or absent: none.
 */
business_area_id?: (string | null)
format?: ResultFormat
custom?: CustomFormat
/**
 * How the numbers of columns look, as the columns of the answer say. The result and Excel files use it.
 * 
 * @maxItems 500
 */
column_formats?: {
/**
 * Name of the column.
 */
name: string
format: ColumnFormatInput
}[]
/**
 * Maximum number of rows. If there are more, the answer is truncated; a file fails.
 */
max_rows?: (number | null)
}
/**
 * How to write a text file of the format `custom`. The defaults are those of CSV.
 */
export interface CustomFormat {
/**
 * Character between values.
 */
delimiter?: ("," | ";" | "\t" | "|")
/**
 * Decimal separator.
 */
decimal?: ("." | ",")
/**
 * Whether the first line contains the names of the columns.
 */
header?: boolean
/**
 * Text for NULL.
 */
null_text?: string
/**
 * Line ending.
 */
line_end?: ("crlf" | "lf")
/**
 * Whether the file starts with a byte order mark, which Excel needs to detect UTF-8.
 */
byte_order_mark?: boolean
}
/**
 * How the numbers of a column look. The values themselves are never rounded.
 */
export interface ColumnFormatInput {
/**
 * Style of the numbers. Percentages are fractions: 0.123 is shown as 12.3%.
 */
style: ("number" | "percent" | "currency")
/**
 * Digits after the decimal point. Null: as they are, up to two.
 */
decimals?: (number | null)
/**
 * A currency such as EUR, or a word such as hours. Null for neither.
 */
unit: (string | null)
}
/**
 * The result of a query.
 */
export interface QueryResult {
/**
 * Your SQL.
 */
query: string
/**
 * Columns of the result, in order.
 */
columns: ResultColumn[]
/**
 * Rows. Each row is an array of cells in the order of `columns`.
 */
results: Cell[][]
/**
 * Number of rows.
 */
row_count: number
/**
 * Whether rows are missing because of a limit.
 */
truncated: boolean
receipt: Receipt
/**
 * The same SQL, formatted.
 */
display_sql?: string
/**
 * SQL that the database ran, after rules were applied. Values are placeholders. Null if you are not allowed to see it.
 */
executed_sql?: (string | null)
/**
 * Milliseconds that the query took in the database.
 */
database_ms?: number
}
/**
 * A query whose rows make a chart.
 */
export interface ChartRowsRequest {
/**
 * SQL of the query, one `SELECT`.
 */
sql_query: string
/**
 * ID of the connection. Same as `config_id` elsewhere.
 */
database_config_id: string
/**
 * ID of the business area. Null or absent: none.
 */
business_area_id?: (string | null)
}
/**
 * A message of JSON-RPC 2.0, as the Model Context Protocol defines it.
 */
export interface UseMcpRequest {
/**
 * Version of JSON-RPC.
 */
jsonrpc: "2.0"
/**
 * What to do.
 */
method?: string
[k: string]: unknown
}
/**
 * All tests have ended.
 */
export interface AllTestsEnded {
/**
 * Connections that you can use.
 */
total: number
/**
 * Connections that passed.
 */
passed: number
/**
 * Connections that failed.
 */
failed: number
/**
 * Always `ended`.
 */
type: "ended"
}
/**
 * A line with rows.
 */
export interface ChartRowsBatch {
/**
 * Rows. Each row is an array of cells.
 */
rows: Cell[][]
}
/**
 * The last line.
 */
export interface ChartRowsEnd {
/**
 * End of the rows.
 */
end: {
/**
 * Number of rows.
 */
row_count: number
/**
 * Whether there are more than 100,000 rows.
 */
truncated: boolean
receipt: Receipt
}
}
/**
 * The first line: the columns.
 */
export interface ChartRowsHead {
/**
 * Columns of the result, in order.
 */
columns: ResultColumn[]
}
/**
 * A check has ended.
 */
export interface CheckEnded {
/**
 * Always `checked`.
 */
type: "checked"
check: ModelCheck
}
/**
 * The checks could not continue.
 */
export interface CheckError {
/**
 * Always `error`.
 */
type: "error"
/**
 * What happened.
 */
message: string
/**
 * ICU pattern of the text, if the text has values. To translate the text, format a translation of the pattern.
 */
pattern?: string
values?: MessageValues
}
/**
 * All checks have ended.
 */
export interface CheckReport {
/**
 * Always `report`.
 */
type: "report"
report: ModelReport
}
/**
 * A check begins.
 */
export interface CheckStarted {
/**
 * Always `started`.
 */
type: "started"
id: ModelCheckId
}
/**
 * An event of a connection test.
 */
export interface TestConnectionEvent {
/**
 * Results of the stages so far.
 */
stages?: StageResult[]
result?: ConnectionTestResult
}
/**
 * The test of a connection has ended.
 */
export interface TestEnded {
/**
 * Always `tested`.
 */
type: "tested"
/**
 * ID of the connection.
 */
id: string
result: ConnectionTestResult
}
/**
 * The test of a connection begins.
 */
export interface TestStarted {
/**
 * Always `started`.
 */
type: "started"
/**
 * ID of the connection.
 */
id: string
}
