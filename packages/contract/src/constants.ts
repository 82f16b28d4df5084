/** The app's name in the URLs of conversations, `/apps/{app}/…`. */
export const defaultAppName = 'nl_to_sql_agent'
/** The conversation of clients that name none. Each user has one. */
export const defaultSessionId = 'default-session'
export const productVersion = '1.2.0'
/** Characters of a conversation's name and preview before the ellipsis. */
export const sessionNameLength = 50
/** Rows of a result that the screen shows before "Load all rows". */
export const screenRowLimit = 1000
/** Rows of a result that a model reads. */
export const modelRowLimit = 200
export const questionMaxLength = 20_000
/** Limits for the files of one message: their number, and their bytes in total. */
export const attachmentLimits = { count: 50, totalBytes: 32 * 1024 * 1024 }
/** Users can ask databases with at most this many tables without a business area. Views do not count. */
export const allTablesLimit = 25
/** A limit of -1 means unlimited. */
export const unlimited = -1
