import { message, updateUserRequestSchema, type Role, type UpdateUserRequest } from '@parlance/contract'
import { z } from 'zod'
import type { Account } from '../../api/users.ts'
import { emptyIsNull } from '../../lib/use-zod-form.ts'

const { shape } = updateUserRequestSchema
const limit = z.string().transform(readLimit)

/** Rows of name and value; empty rows are dropped. */
const attributesSchema = z
  .array(z.object({ key: z.string().trim(), value: z.string() }))
  .transform((rows) => rows.filter(({ key, value }) => key !== '' || value !== ''))
  .refine(
    (rows) => new Set(rows.map(({ key }) => key)).size === rows.length,
    message('Each attribute needs a unique name.').text,
  )
  .transform((rows) => Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  .superRefine((attributes, context) => {
    // The message of a name is one level deeper; show all of them below the list.
    for (const issue of shape.attributes.safeParse(attributes).error?.issues ?? []) {
      const [deeper] = 'issues' in issue ? issue.issues : []
      context.addIssue({ code: 'custom', message: deeper?.message ?? issue.message })
    }
  })

/**
 * Turns the form input into the request, with the contract's field names. A role of null is one that this client does
 * not know.
 */
export const userFormSchema = z.object({
  role: z
    .custom<Account['role']>()
    .transform((role) => role as Role)
    .pipe(shape.role.unwrap()),
  is_active: z.boolean(),
  daily_query_limit: limit.pipe(shape.daily_query_limit.unwrap()),
  monthly_query_limit: limit.pipe(shape.monthly_query_limit.unwrap()),
  tenant_id: emptyIsNull.pipe(shape.tenant_id.unwrap()),
  tenant_name: emptyIsNull.pipe(shape.tenant_name.unwrap()),
  dept_id: emptyIsNull.pipe(shape.dept_id.unwrap()),
  attributes: attributesSchema,
})

export function formOf(user: Account): z.input<typeof userFormSchema> {
  return {
    role: user.role,
    is_active: user.is_active,
    daily_query_limit: String(user.daily_query_limit ?? ''),
    monthly_query_limit: String(user.monthly_query_limit ?? ''),
    tenant_id: user.tenant_id ?? '',
    tenant_name: user.tenant_name ?? '',
    dept_id: user.dept_id ?? '',
    attributes: Object.entries(user.attributes).map(([key, value]) => ({ key, value })),
  }
}

/** Blank or invalid numbers mean unlimited, which is null; fractions are cut off. */
export function readLimit(text: string): number | null {
  const limit = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(limit) ? Math.floor(limit) : null
}

/** The differences from the account; empty if there are none. */
export function changesOf(checked: z.output<typeof userFormSchema>, user: Account): UpdateUserRequest {
  const fields = Object.keys(checked) as (keyof typeof checked)[]
  const changed = fields.filter((field) => canonical(checked[field]) !== canonical(user[field]))
  return Object.fromEntries(changed.map((field) => [field, checked[field]]))
}

/** A text that is the same for equal attributes in any order. */
function canonical(value: unknown): string {
  const isRecord = typeof value === 'object' && value !== null
  return JSON.stringify(isRecord ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)) : value)
}
