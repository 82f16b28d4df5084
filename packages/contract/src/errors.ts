import { z } from 'zod'
import { areaProblemSchema, areaSteps } from './areas.ts'
import { messageValuesSchema } from './message-schema.ts'

/** Every error code with its HTTP status and default text: the one table that server and browser share. */
export const errorTable = {
  bad_request: { status: 400, text: 'The request is not valid. Check its URL and fields.' },
  invalid_json: { status: 400, text: 'The request body is not valid JSON. Check its syntax.' },
  payload_too_large: { status: 413, text: 'The request is too large. Send less data.' },
  unsupported_media_type: {
    status: 415,
    text: 'The request body must be JSON. Set the Content-Type header to application/json.',
  },
  not_authenticated: { status: 401, text: 'Sign in to continue.' },
  invalid_credentials: { status: 401, text: 'The email or password is incorrect.' },
  token_expired: { status: 401, text: 'Your sign-in has expired. Sign in again.' },
  token_scope: { status: 403, text: 'This API token may not do this. Use a token with the scope that it needs.' },
  account_pending: { status: 403, text: 'Your account is waiting for administrator approval.' },
  account_inactive: { status: 403, text: 'Your account is deactivated. Contact your administrator.' },
  activation_required: { status: 403, text: 'Activate your account first. Enter the code from your activation email.' },
  activation_invalid: { status: 400, text: 'This activation code is invalid or has expired.' },
  reset_invalid: { status: 400, text: 'This reset link is invalid or has expired.' },
  invitation_invalid: {
    status: 400,
    text: 'This invitation is invalid or has expired. Ask your administrator for a new one.',
  },
  password_closed: {
    status: 403,
    text: 'This installation uses single sign-on. Choose a provider on the sign-in page.',
  },
  email_failed: { status: 502, text: 'The mail server did not accept the email. Check the email settings.' },
  forbidden: { status: 403, text: "You don't have permission to do this. Ask your administrator for access." },
  admin_only: { status: 403, text: 'Only administrators can do this.' },
  not_found: { status: 404, text: 'Item not found. It may have been deleted.' },
  endpoint_not_found: { status: 404, text: 'The requested endpoint was not found.' },
  session_not_found: { status: 404, text: "Conversation not found, or you don't have access to it." },
  turn_not_found: { status: 404, text: "Answer not found, or you don't have access to it." },
  connection_not_found: { status: 404, text: "Connection not found, or you don't have access to it." },
  area_not_found: { status: 404, text: "Business area not found, or you don't have access to it." },
  method_not_allowed: {
    status: 405,
    text: 'This endpoint does not support this method. The Allow header lists the methods that it supports.',
  },
  conflict: { status: 409, text: 'Someone else changed this in the meantime. Reload and try again.' },
  email_taken: { status: 409, text: 'An account with this email already exists. Sign in, or use another email.' },
  turn_running: {
    status: 409,
    text: 'This conversation is still answering a question. Wait for the answer, or stop it.',
  },
  no_database: { status: 409, text: 'No database is selected. Choose one in the side menu.' },
  connection_untested: { status: 400, text: 'Database configuration must be tested before it can be activated.' },
  area_required: {
    status: 409,
    text: 'This database is organized into business areas. Choose one before you ask.',
  },
  area_unavailable: { status: 409, text: 'This business area is not available here. Choose another one.' },
  area_invalid: { status: 422, text: 'This business area has errors. Correct them and save again.' },
  question_empty: { status: 400, text: 'The question is empty. Type what you want to know.' },
  question_too_long: { status: 413, text: 'The question is too long. Shorten it to 20,000 characters or fewer.' },
  file_refused: { status: 422, text: 'Could not read this file. Try another file.' },
  query_refused: { status: 422, text: 'This query was refused. Change the SQL and try again.' },
  query_failed: { status: 422, text: 'The database could not run this query. Check the SQL and try again.' },
  query_timeout: { status: 504, text: 'The query took too long and was stopped. Narrow it and try again.' },
  query_cancelled: { status: 499, text: 'Operation cancelled by user' },
  result_too_large: {
    status: 422,
    text: 'The result is too large to show. Export it instead, or narrow the question.',
  },
  database_unreachable: { status: 502, text: 'Could not reach the database. Try again in a moment.' },
  model_not_configured: { status: 409, text: 'No AI model is configured yet. An administrator can choose one.' },
  model_auth: { status: 502, text: 'The AI provider rejected the API key. An administrator can correct it.' },
  model_unreachable: { status: 502, text: 'Could not reach the AI provider. Try again in a moment.' },
  model_failed: { status: 502, text: 'The AI provider returned an error. Try again in a moment.' },
  quota_exceeded: {
    status: 429,
    text: 'API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.',
  },
  budget_used_up: {
    status: 429,
    text: 'The budget for AI models is used up. Answer with the built-in engine, or ask your administrator.',
  },
  rate_limited: { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  license_limit: { status: 403, text: 'You have reached the limit of your edition. Upgrade your license to raise it.' },
  license_feature: { status: 403, text: 'Your edition does not include this feature. Upgrade your license to use it.' },
  license_invalid: { status: 400, text: 'This license key is not valid. Check that you copied all of it.' },
  storage_full: { status: 507, text: 'The server is out of storage space. Free some space and try again.' },
  unavailable: { status: 503, text: 'The server is shutting down. Try again in a moment.' },
  internal: { status: 500, text: 'Internal server error. Please try again later.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorTable

/** The one error shape of every route; `detail` is for people. */
export const errorBodySchema = z.object({
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  /** If `detail` has values: the ICU pattern and the values, for a translation. Else `detail` is its own pattern. */
  pattern: z.string().optional(),
  values: messageValuesSchema.optional(),
  /** Of `area_invalid`: everything that was found wrong. */
  problems: z.array(areaProblemSchema).optional(),
  /** Of saving a business area: the step that failed. */
  step: z.enum(areaSteps).optional(),
  /** Of `query_refused`: the character of the caller's SQL, from 0, where it was refused; absent when unknown. */
  position: z.number().optional(),
  /** Of a refused message: the place among its files, from 0, of the one that was refused; absent when it is none of them. */
  file: z.number().optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
