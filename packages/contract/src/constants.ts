/** The name that sessions carry in their path, `/apps/{app}/…`. */
export const defaultAppName = 'nl_to_sql_agent'
/** The conversation of a client that names none: each person has one of their own. */
export const defaultSessionId = 'default-session'
export const productVersion = '1.2.0'
/** Characters of a session's name and of its preview before the ellipsis. */
export const sessionNameLength = 50
/** Rows of a result that reach the screen before 'Load all rows'. */
export const screenRowLimit = 1000
/** Rows of a result that reach a model. */
export const modelRowLimit = 200
export const questionMaxLength = 20_000
/** Files in one message, and their bytes together. */
export const attachmentLimits = { count: 50, totalBytes: 32 * 1024 * 1024 }
/** Databases with this many tables or fewer may be asked without a business area. */
export const allTablesLimit = 25
/** A limit of -1 means unlimited. */
export const unlimited = -1
