import { z } from 'zod'
import { areaProblemSchema } from './areas.ts'

/** Every error code with its HTTP status and default text: the one table that server and browser share. */
export const errorTable = {
  bad_request: { status: 400, text: 'The request is not valid.' },
  invalid_json: { status: 400, text: 'The request body is not valid JSON.' },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: { status: 415, text: 'The request body must be JSON.' },
  not_authenticated: { status: 401, text: 'Please sign in.' },
  invalid_credentials: { status: 401, text: 'The email or password is not correct.' },
  token_expired: { status: 401, text: 'Your sign-in has expired. Please sign in again.' },
  account_pending: { status: 403, text: 'Your account is waiting for an administrator to approve it.' },
  account_inactive: { status: 403, text: 'Your account has been deactivated. Please contact your administrator.' },
  activation_required: { status: 403, text: 'Please activate your account with the code that was sent to your email.' },
  activation_invalid: { status: 400, text: 'This activation code is invalid or has expired.' },
  reset_invalid: { status: 400, text: 'This reset link is invalid or has expired.' },
  email_failed: { status: 502, text: 'The mail server did not take the e-mail.' },
  forbidden: { status: 403, text: 'You may not do this.' },
  admin_only: { status: 403, text: 'Only administrators can do this.' },
  not_found: { status: 404, text: 'The requested item was not found.' },
  endpoint_not_found: { status: 404, text: 'The requested endpoint was not found.' },
  session_not_found: { status: 404, text: 'This conversation does not exist or is not yours.' },
  turn_not_found: { status: 404, text: 'This turn does not exist or is not yours.' },
  connection_not_found: { status: 404, text: 'This database configuration does not exist or is not yours to use.' },
  area_not_found: { status: 404, text: 'This business area does not exist or is not yours to use.' },
  method_not_allowed: { status: 405, text: 'This method is not allowed here.' },
  conflict: { status: 409, text: 'This was changed by someone else in the meantime. Reload and try again.' },
  email_taken: { status: 409, text: 'An account with this email exists already.' },
  turn_running: { status: 409, text: 'A question is already being answered in this conversation.' },
  no_database: { status: 409, text: 'No database is selected. Choose one in the side menu.' },
  connection_untested: { status: 400, text: 'Database configuration must be tested before it can be activated.' },
  area_required: {
    status: 409,
    text: 'This database is organised in business areas. Choose one of them before you ask.',
  },
  area_unavailable: { status: 409, text: 'This business area cannot be asked here. Choose another one.' },
  area_invalid: { status: 422, text: 'This business area cannot be saved as it is.' },
  question_empty: { status: 400, text: 'The question is empty. Type what you want to know.' },
  question_too_long: { status: 413, text: 'The question is too long. Shorten it to 20,000 characters or fewer.' },
  file_refused: { status: 422, text: 'This file cannot be read.' },
  query_refused: { status: 422, text: 'This query was refused.' },
  query_failed: { status: 422, text: 'The database could not run this query.' },
  query_timeout: { status: 504, text: 'The query took too long and was stopped.' },
  query_cancelled: { status: 499, text: 'Operation cancelled by user' },
  result_too_large: {
    status: 422,
    text: 'The result is too large to show. Export it instead, or narrow the question.',
  },
  database_unreachable: { status: 502, text: 'The database cannot be reached.' },
  model_not_configured: { status: 409, text: 'No AI model is configured yet. An administrator can choose one.' },
  model_auth: { status: 502, text: 'The AI provider refused the API key. An administrator can correct it.' },
  model_unreachable: { status: 502, text: 'The AI provider cannot be reached.' },
  model_failed: { status: 502, text: 'The AI provider answered with an error.' },
  quota_exceeded: {
    status: 429,
    text: 'API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.',
  },
  rate_limited: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  license_limit: { status: 403, text: 'The limit of your edition is reached.' },
  license_feature: { status: 403, text: 'Your edition does not include this.' },
  license_invalid: { status: 400, text: 'This license key is not valid.' },
  storage_full: { status: 507, text: 'The server has no space left to store this. Free some space and try again.' },
  unavailable: { status: 503, text: 'The server is stopping. Try again in a moment.' },
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
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Of `area_invalid`: everything that was found wrong. */
  problems: z.array(areaProblemSchema).optional(),
  /** Of `query_refused`: the character of the caller's SQL, from 0, where it was refused; absent when unknown. */
  position: z.number().optional(),
  /** Of a refused message: the place among its files, from 0, of the one that was refused; absent when it is none of them. */
  file: z.number().optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>
